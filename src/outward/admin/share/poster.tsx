import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { addDays, dayNumber, dayText, longDay, timeText, wallNow, weekdayShort } from '../dates.ts'
import { Segments } from '../event/parts.tsx'
import { faultText } from '../faults.ts'
import { Failed, Field } from '../parts.tsx'
import { logo, siteName } from '../place.ts'
import { type EventPage, type EventRecord, venuesOf } from '../records.ts'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { categories, needCategories } from '../terms.ts'
import { plain } from '../texts.ts'
import { useTitle } from '../title.ts'
import { chosenIn, listOf, comingQuery } from './selection.ts'
import { Code } from './code.tsx'
import { pageAddress } from './share.tsx'
import { t } from './texts.ts'

/** How many dates a sheet has room for, and how many it has unless it is said. */
const [mostDates, usualDates] = [10, 8]

/** A sheet to be printed: the coming dates of what is chosen, and the code that opens all of them. */
export function Poster({ query }: { readonly query: URLSearchParams }) {
  const events = useSignal<readonly EventRecord[] | undefined>(undefined)
  const fault = useSignal('')
  const reads = useSignal(0)
  const paper = useSignal<'a4' | 'a3'>('a4')
  const count = useSignal(usualDates)
  const heading = useSignal<string | undefined>(undefined)
  useTitle(t('poster'))
  const chosen = chosenIn(query)
  useEffect(() => {
    const reading = new AbortController()
    needCategories().catch((error: unknown) => {
      fault.value = faultText(error)
    })
    void settle(
      ask<EventPage>('events', {
        query: {
          ...comingQuery(chosen, (day) => addDays(day, 1)),
          status: 'publish',
          per_page: mostDates,
          _fields: ['id', 'title', 'start_date', 'all_day', 'venue'].map((name) => `events.${name}`),
        },
        signal: reading.signal,
      }),
      ({ body }) => {
        events.value = body.events
        fault.value = ''
      },
      (error) => {
        if (!reading.signal.aborted) fault.value = faultText(error)
      },
    )
    return () => reading.abort()
  }, [reads.value])
  const slugs = listOf(chosen.categories)
  const about = [...categories.value.values()].filter(({ slug }) => slugs.includes(slug))
  const title = heading.value ?? (about.map(({ name }) => plain(name)).join(', ') || siteName)
  const address = pageAddress(chosen)
  return (
    <div class="poster-screen">
      <div class="poster-tools">
        <div class="head">
          <div>
            <h1>{t('poster')}</h1>
          </div>
          <div class="acts">
            <a class="button quiet" href={to('share', chosen)}>
              {t('back')}
            </a>
          </div>
        </div>
        {fault.value !== '' && (
          <Failed
            fault={fault.value}
            onAgain={() => {
              reads.value += 1
            }}
          />
        )}
        <div class="poster-fields">
          <Field label={t('heading')}>
            {(tied) => (
              <input
                {...tied}
                dir="auto"
                autocomplete="off"
                maxLength={80}
                value={title}
                onInput={({ currentTarget }) => {
                  heading.value = currentTarget.value
                }}
              />
            )}
          </Field>
          <Field label={t('dates')}>
            {(tied) => (
              <select
                {...tied}
                value={count.value}
                onChange={({ currentTarget }) => {
                  count.value = Number(currentTarget.value)
                }}
              >
                {Array.from({ length: mostDates + 1 }, (_, at) => (
                  <option key={at} value={at}>
                    {at}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <fieldset>
            <legend>{t('paper')}</legend>
            <Segments
              name="paper"
              label={t('paper')}
              value={paper.value}
              options={[
                ['a4', 'A4'],
                ['a3', 'A3'],
              ]}
              onChange={(size) => {
                paper.value = size
              }}
            />
          </fieldset>
          <button class="big" type="button" disabled={!events.value} onClick={() => window.print()}>
            {t('print')}
          </button>
        </div>
      </div>
      {events.value && (
        <article class={`print-sheet ${paper.value}`} aria-label={t('sheet')}>
          <header>
            <p class="sheet-site" dir="auto">
              <img src={logo} alt="" />
              {title !== siteName && siteName}
            </p>
            <h2 dir="auto">{title}</h2>
          </header>
          <ol>
            {events.value.slice(0, count.value).map((event) => (
              <li key={event.id}>
                <span class="sheet-day" aria-hidden="true">
                  <span>{weekdayShort(event.start_date)}</span>
                  <b>{dayNumber(event.start_date)}</b>
                </span>
                <div>
                  <p class="sheet-title" dir="auto">
                    {plain(event.title)}
                  </p>
                  <p>
                    <bdi>
                      {[dayText(event.start_date), event.all_day ? '' : timeText(event.start_date)]
                        .filter(Boolean)
                        .join(', ')}
                    </bdi>
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
      )}
    </div>
  )
}

/** The address of the calendar as people type it. */
function shortAddress(): string {
  return pageAddress({})
    .replace(/^https?:\/\//, '')
    .replace(/\/list$/, '')
}
