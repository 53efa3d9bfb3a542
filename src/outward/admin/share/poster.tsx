import { useSignal } from '@preact/signals'
import { ask } from '../api.ts'
import { addDays, dayNumber, dayText, longDay, timeText, wallNow, weekdayShort } from '../dates.ts'
import { Segments } from '../segments.tsx'
import { FieldsAlone, type FieldsOf } from '../kit/fields.tsx'
import { useRead } from '../kit/read.ts'
import { Screen } from '../kit/screen.tsx'
import { logo, siteName } from '../place.ts'
import { type EventPage, type EventRecord, venuesOf } from '../records.ts'
import { to } from '../route.ts'
import { categories, needCategories } from '../terms.ts'
import { plain } from '../texts.ts'
import { type Chosen, chosenIn, comingQuery, listOf } from './selection.ts'
import { Code } from './code.tsx'
import { pageAddress } from './share.tsx'
import { t } from './texts.ts'

/** How many dates a sheet has room for, and how many it has unless it is said. */
const [mostDates, usualDates] = [10, 8]

/** What a sheet is made of beside its dates. */
interface Sheet {
  readonly heading: string
  /** How many dates it has. */
  readonly count: number
  readonly paper: 'a4' | 'a3'
}

async function readComing(chosen: Chosen, signal: AbortSignal): Promise<readonly EventRecord[]> {
  const query = {
    ...comingQuery(chosen, (day) => addDays(day, 1)),
    status: 'publish',
    per_page: mostDates,
    _fields: ['id', 'title', 'start_date', 'all_day', 'venue'].map((name) => `events.${name}`),
  }
  return (await ask<EventPage>('events', { query, signal })).body.events
}

/** A sheet to be printed: the coming dates of what is chosen, and the code that opens all of them. */
export function Poster({ query }: { readonly query: URLSearchParams }) {
  const chosen = chosenIn(query)
  const read = useRead((signal) => readComing(chosen, signal))
  const named = useRead(needCategories, [read.reads])
  const usual = headingOf(chosen)
  const entered = useSignal<Partial<Sheet>>({})
  const sheet: Sheet = { heading: usual, count: usualDates, paper: 'a4', ...entered.value }
  const events = read.value
  return (
    <div class="poster-screen">
      <div class="poster-tools">
        <Screen
          title={t('poster')}
          acts={
            <a class="button quiet" href={to('share', chosen)}>
              {t('back')}
            </a>
          }
          read={{ fault: read.fault || named.fault, again: read.again }}
        >
          <div class="poster-fields">
            <FieldsAlone
              of={fieldsOf()}
              form={{
                values: sheet,
                faults: {},
                enter: (one) => (entered.value = { ...entered.value, ...one }),
              }}
            />
            <button class="big" type="button" disabled={!events} onClick={() => window.print()}>
              {t('print')}
            </button>
          </div>
        </Screen>
      </div>
      {events && <Printed sheet={sheet} events={events} address={pageAddress(chosen)} />}
    </div>
  )
}
/** What it is called unless it is said: by its categories, or as the calendar is. */
function headingOf(chosen: Chosen): string {
  const slugs = listOf(chosen.categories)
  const about = [...categories.value.values()].filter(({ slug }) => slugs.includes(slug))
  return about.map(({ name }) => plain(name)).join(', ') || siteName
}

function fieldsOf(): FieldsOf<Sheet> {
  return {
    heading: { label: t('heading'), input: { autocomplete: 'off', maxLength: 80 } },
    count: {
      label: t('dates'),
      control: (count, onEnter, tied) => (
        <select
          {...tied}
          value={count}
          onChange={({ currentTarget }) => onEnter(Number(currentTarget.value))}
        >
          {Array.from({ length: mostDates + 1 }, (_, at) => (
            <option key={at} value={at}>
              {at}
            </option>
          ))}
        </select>
      ),
    },
    paper: {
      label: t('paper'),
      isSeveral: true,
      control: (paper, onEnter) => (
        <Segments
          name="paper"
          label={t('paper')}
          value={paper}
          options={[
            ['a4', 'A4'],
            ['a3', 'A3'],
          ]}
          onChange={onEnter}
        />
      ),
    },
  }
}

/** The sheet as it is printed. */
function Printed(props: {
  readonly sheet: Sheet
  readonly events: readonly EventRecord[]
  /** Of the page that has all of them. */
  readonly address: string
}) {
  const { sheet, events, address } = props
  const { heading, count, paper } = sheet
  return (
    <article class={`print-sheet ${paper}`} aria-label={t('sheet')}>
      <header>
        <p class="sheet-site" dir="auto">
          <img src={logo} alt="" />
          {heading !== siteName && siteName}
        </p>
        <h2 dir="auto">{heading}</h2>
      </header>
      <ol>
        {events.slice(0, count).map((event) => (
          <PrintedDate key={event.id} event={event} />
        ))}
      </ol>
      <footer>
        <Code of={address} label={t('codeFor', { address })} />
        <div>
          <p class="sheet-loud">{t('allDates')}</p>
          <p dir="ltr" class="sheet-address">
            {shortAddress()}
          </p>
          <p class="sheet-as-of">{t('asOf', { day: longDay(wallNow()) })}</p>
        </div>
      </footer>
    </article>
  )
}

function PrintedDate({ event }: { readonly event: EventRecord }) {
  const { start_date: start, all_day: isAllDay } = event
  return (
    <li>
      <span class="sheet-day" aria-hidden="true">
        <span>{weekdayShort(start)}</span>
        <b>{dayNumber(start)}</b>
      </span>
      <div>
        <p class="sheet-title" dir="auto">
          {plain(event.title)}
        </p>
        <p>
          <bdi>{[dayText(start), isAllDay ? '' : timeText(start)].filter(Boolean).join(', ')}</bdi>
          {venuesOf(event)
            .slice(0, 1)
            .map(({ id, venue }) => (
              <span key={id}>
                {' · '}
                <bdi>{plain(venue)}</bdi>
              </span>
            ))}
        </p>
      </div>
    </li>
  )
}

/** The address of the calendar as people type it. */
function shortAddress(): string {
  return pageAddress({})
    .replace(/^https?:\/\//, '')
    .replace(/\/list$/, '')
}
