import { addDays, dayAndMonth, dayText, wallNow, weekDays, weekdayShort, weekStart } from '../dates.ts'
import { type Narrowed, narrowedIn, narrowedQuery } from '../events/filterValues.ts'
import { titleOf } from '../common/title.ts'
import { SearchTools } from '../events/tools.tsx'
import { typedMonth } from '../events/typedMonth.ts'
import { Icon } from '../icons.tsx'
import { useRead } from '../kit/read.ts'
import { go, to } from '../route.ts'
import { needCategories } from '../terms.ts'
import { useTitle } from '../title.ts'
import { sayFault } from '../toasts.tsx'
import { byOf, type Moving, useMoving } from './moving.ts'
import { chosenFrom, days, readWeeks } from './read.ts'
import { ScopeDialog } from './scope.tsx'
import { t } from './texts.ts'
import { PhoneDay, Week } from './week.tsx'

/** Four weeks of events, which can be moved to other days. */
export function Month({ query }: { readonly query: URLSearchParams }) {
  const today = wallNow().slice(0, 10)
  const day = dayIn(query, 'day')
  const from = weekStart(dayIn(query, 'start') ?? day ?? today)
  const last = addDays(from, days - 1)
  const filter = narrowedIn(query)
  const read = useRead((signal) => readWeeks(from, filter, signal), [from, JSON.stringify(filter)], sayFault)
  useRead(needCategories, [read.reads], sayFault)
  const heading = `${dayAndMonth(from)} – ${dayAndMonth(last)}`
  useTitle(heading)
  const events = read.value ?? []
  const isRead = read.value !== undefined || read.fault !== ''
  const { moving, asks, element, doMove, putBack, lift, over, drop, onKey } = useMoving(events, read.again)
  return (
    <>
      <Head heading={heading} from={from} filter={filter} listed={listedDays(query, last)} />
      <SearchTools
        narrowed={filter}
        within={chosenFrom(from, filter)}
        total={isRead ? events.length : undefined}
        onChange={(change) => go(weeksWith(from, { ...filter, ...change }, change.search), true)}
      />
      <p class="dim roomy-only">{t('hint')}</p>
      <div class="month" ref={element} onKeyDown={onKey}>
        <ol class="weekdays" aria-hidden="true">
          {weekDays.map((weekday) => (
            <li key={weekday}>{weekdayShort(addDays('2024-01-01', weekday - 1))}</li>
          ))}
        </ol>
        {/* Days grow with what is in them: they are drawn once that is known, so that nothing moves. */}
        {(isRead ? [0, 7, 14, 21] : []).map((offset) => (
          <Week
            key={addDays(from, offset)}
            monday={addDays(from, offset)}
            events={events}
            chosen={day}
            start={from}
            moving={moving}
            onLift={(event) => lift(event, 'hand')}
            onOver={over}
            onDrop={drop}
            onEnd={putBack}
          />
        ))}
      </div>
      <Legend isHidden={!isRead} />
      <PhoneDay
        day={day ?? (today >= from && today <= last ? today : from)}
        events={events}
        onMove={(event) => lift(event, 'tap')}
      />
      <OnItsWay moving={moving} onPutBack={putBack} onDrop={drop} />
      {asks.value && (
        <ScopeDialog
          event={asks.value.event}
          by={byOf(asks.value)}
          onClose={() => (asks.value = undefined)}
          onMove={(scope) => {
            const wanted = asks.value
            asks.value = undefined
            if (wanted) doMove({ event: wanted.event, by: byOf(wanted), scope })
          }}
        />
      )}
    </>
  )
}

function Head(props: {
  readonly heading: string
  readonly from: string
  readonly filter: Narrowed
  /** The days of the list that one comes from, or goes to. */
  readonly listed: Readonly<Record<string, string | undefined>>
}) {
  const { heading, from, filter, listed } = props
  const now = to('events', { view: 'month', ...narrowedQuery(filter) })
  return (
    <div class="head">
      <h1>{heading}</h1>
      <div class="acts">
        <a
          class="button plain square"
          href={weeksFrom(addDays(from, -days), filter)}
          aria-label={t('earlier')}
        >
          <Icon name="back" />
        </a>
        <a class="button plain" href={now}>
          {t('today')}
        </a>
        <a class="button plain square" href={weeksFrom(addDays(from, days), filter)} aria-label={t('later')}>
          <Icon name="forward" />
        </a>
        <nav class="seg" aria-label={t('view')}>
          <a href={to('events', { ...narrowedQuery(filter), ...listed })}>{t('list')}</a>
          <a href={now} aria-current="page">
            {t('month')}
          </a>
        </nav>
      </div>
    </div>
  )
}

function Legend({ isHidden }: { readonly isHidden: boolean }) {
  return (
    <div class="legend" hidden={isHidden}>
      <span>
        <span class="sample" />
        {t('draft')}
      </span>
      <span>
        <span class="sample waits" />
        {t('waits')}
      </span>
      <span>
        <s>{t('cancelled')}</s>
      </span>
    </div>
  )
}

/** What is being moved, said as it goes, with what puts it down where no hand has it. */
function OnItsWay(props: {
  readonly moving: Moving | undefined
  readonly onPutBack: () => void
  readonly onDrop: () => void
}) {
  const { moving, onPutBack, onDrop } = props
  return (
    <div class={moving && moving.by !== 'hand' ? 'toasts moving' : ''} role="status">
      {moving && (
        <div class="toast">
          <span dir="auto">
            {t('moving', {
              title: titleOf(moving.event),
              from: dayText(moving.event.start_date),
              to: dayText(moving.to),
            })}{' '}
            {moving.by === 'keys' && <span class="dim">{t('movingKeys')}</span>}
            {moving.by === 'tap' && <span class="dim">{t('movingTap')}</span>}
          </span>
          <span class="acts">
            <button class="plain" type="button" onClick={onPutBack}>
              {t('putBack')}
            </button>
            <button type="button" onClick={onDrop}>
              {t('drop')}
            </button>
          </span>
        </div>
      )}
    </div>
  )
}

/** The address of the four weeks from a day on. */
function weeksFrom(start: string, filter: Narrowed): string {
  return to('events', { view: 'month', start, ...narrowedQuery(filter) })
}

/** The same; where what is looked for names a month, from that on. */
function weeksWith(start: string, filter: Narrowed, search = ''): string {
  const month = typedMonth({ search, tab: 'upcoming', isWords: false })
  return month
    ? weeksFrom(weekStart(month.first), { ...filter, search: month.rest })
    : weeksFrom(start, filter)
}

/** The days that the list has which leads here, or those to which one has gone here; none where one has gone nowhere. */
function listedDays(query: URLSearchParams, end: string): Readonly<Record<string, string | undefined>> {
  const [day, start] = [dayIn(query, 'day'), dayIn(query, 'start')]
  const listed = { first: dayIn(query, 'first'), last: dayIn(query, 'last') }
  const isListed = listed.first !== undefined || listed.last !== undefined
  const { first, last } = isListed ? listed : { first: day ?? start, last: day ?? (start && end) }
  return { first, last, tab: last !== undefined && last < wallNow().slice(0, 10) ? 'past' : undefined }
}

/** A day that the address names; undefined for none, or what is no day. */
function dayIn(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
