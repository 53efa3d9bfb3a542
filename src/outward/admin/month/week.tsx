import { addDays, dayNumber, dayText, longDay, timeText, wallNow } from '../dates.ts'
import { titleOf } from '../common/title.ts'
import { Icon } from '../icons.tsx'
import { type EventRecord, venuesOf } from '../records.ts'
import { to } from '../route.ts'
import { mayEdit } from '../session.ts'
import { colourClass } from '../terms.ts'
import { line, numberText, plain } from '../texts.ts'
import type { Moving } from './moving.ts'
import { isBar } from './read.ts'
import { t } from './texts.ts'

/** How many entries of a day are shown before the rest is folded. */
const shown = 3

interface WeekProps {
  readonly monday: string
  readonly start: string
  readonly chosen: string | undefined
  readonly events: readonly EventRecord[]
  readonly moving: Moving | undefined
  readonly onLift: (event: EventRecord) => void
  readonly onOver: (day: string) => void
  readonly onDrop: () => void
  readonly onEnd: () => void
}

/** A week: what goes on for days as bars, and its days. */
export function Week(props: WeekProps) {
  const { monday, events } = props
  const sunday = addDays(monday, 6)
  const bars = events.filter(
    (event) =>
      isBar(event) && event.start_date.slice(0, 10) <= sunday && event.end_date.slice(0, 10) >= monday,
  )
  return (
    <div class="wk">
      {bars.length > 0 && (
        <ul class="bars">
          {bars.map((event) => {
            const first = Math.max(0, daysFrom(monday, event.start_date))
            const last = Math.min(6, daysFrom(monday, event.end_date))
            return (
              <li key={event.id} class={`s-${first + 1} n-${last - first + 1}`}>
                <a
                  class={colourOf(event)}
                  href={to(`events/${event.id}`)}
                  data-id={event.id}
                  draggable={mayEdit(event)}
                  onDragStart={(drag) => lift(drag, event, props)}
                  onDragEnd={props.onEnd}
                  dir="auto"
                >
                  {titleOf(event)}
                </a>
              </li>
            )
          })}
        </ul>
      )}
      {Array.from({ length: 7 }, (_, at) => (
        <Day key={at} {...props} day={addDays(monday, at)} column={at + 1} />
      ))}
    </div>
  )
}

function Day(props: WeekProps & { readonly day: string; readonly column: number }) {
  const { day, column, events, moving, start, chosen, onOver, onDrop } = props
  const own = events.filter((event) => !isBar(event) && event.start_date.startsWith(day))
  const isToday = wallNow().startsWith(day)
  const isTarget = moving?.to === day
  const name = longDay(day)
  return (
    <section
      class={`day s-${column}${isToday ? ' today' : ''}${isTarget ? ' target' : ''}`}
      aria-label={name}
      data-day={day}
      onDragOver={(drag) => {
        if (!moving) return
        drag.preventDefault()
        onOver(day)
      }}
      onDrop={(drag) => {
        drag.preventDefault()
        onDrop()
      }}
    >
      <div class="day-top">
        <h2>
          <a
            href={to('events', { view: 'month', start, day })}
            aria-label={name}
            aria-current={chosen === day ? 'date' : undefined}
            onClick={(click) => {
              if (moving?.by !== 'tap') return
              click.preventDefault()
              onOver(day)
            }}
          >
            {dayNumber(day)}
          </a>
        </h2>
        <a
          class="button quiet square add-day"
          href={to('events/new', { day })}
          aria-label={t('newOn', { day: name })}
        >
          <Icon name="plus" />
        </a>
      </div>
      <div class="entries">
        {own.slice(0, shown).map((event) => (
          <Entry key={event.id} event={event} {...props} />
        ))}
        {own.length > shown && (
          <details class="rest">
            <summary class="entry more-of">{t('more', { count: numberText(own.length - shown) })}</summary>
            {own.slice(shown).map((event) => (
              <Entry key={event.id} event={event} {...props} />
            ))}
          </details>
        )}
      </div>
      <div class="dots" aria-hidden="true">
        {own.slice(0, 2).map((event) => (
          <span key={event.id} class={`dot ${colourOf(event)}`} />
        ))}
      </div>
    </section>
  )
}

function Entry({ event, ...props }: WeekProps & { readonly event: EventRecord }) {
  const { moving } = props
  const classes = [
    'entry',
    event.event_status === 'canceled' && 'off',
    event.status === 'draft' && 'draft',
    event.status === 'pending' && 'waits',
    moving?.event.id === event.id && moving.to !== event.start_date.slice(0, 10) && 'from-here',
  ]
  const state = event.status === 'draft' ? t('draft') : event.status === 'pending' ? t('waits') : ''
  return (
    <a
      class={classes.filter(Boolean).join(' ')}
      href={to(`events/${event.id}`)}
      data-id={event.id}
      draggable={mayEdit(event)}
      onDragStart={(drag) => lift(drag, event, props)}
      onDragEnd={props.onEnd}
      aria-keyshortcuts={mayEdit(event) ? 'm' : undefined}
    >
      <span class={`dot ${colourOf(event)}`} />
      <time>{event.all_day ? t('allDay') : timeText(event.start_date)}</time>{' '}
      <b dir="auto">{titleOf(event)}</b>
      {state !== '' && <span class="hidden"> ({state})</span>}
    </a>
  )
}

function lift(drag: DragEvent, event: EventRecord, { onLift }: Pick<WeekProps, 'onLift'>): void {
  if (!mayEdit(event)) return
  drag.dataTransfer?.setData('text/plain', titleOf(event))
  onLift(event)
}

/** On phones the events of the chosen day stand below the month. */
export function PhoneDay(props: {
  readonly day: string
  readonly events: readonly EventRecord[]
  readonly onMove: (event: EventRecord) => void
}) {
  const { day, events, onMove } = props
  const own = events.filter(
    (event) => event.start_date.slice(0, 10) <= day && event.end_date.slice(0, 10) >= day,
  )
  return (
    <div class="section phone-day">
      <div class="section-head">
        <h2>{longDay(day)}</h2>
      </div>
      {own.length === 0 && <p class="dim">{t('nothing')}</p>}
      <ul class="items two">
        {own.map((event) => (
          <li key={event.id}>
            <div>
              <p class="what">
                <a href={to(`events/${event.id}`)} dir="auto">
                  {titleOf(event)}
                </a>
              </p>
              <p class="says" dir="auto">
                {line(timesOf(event), ...venuesOf(event).map(({ venue }) => plain(venue)))}
              </p>
            </div>
            {mayEdit(event) && (
              <button
                class="plain"
                type="button"
                aria-label={t('moveOne', { title: titleOf(event) })}
                onClick={() => onMove(event)}
              >
                {t('moveIt')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <a class="button plain" href={to('events/new', { day })}>
        <Icon name="plus" />
        {t('newOnThis')}
      </a>
    </div>
  )
}

/** “18:00”, or of what goes on for days from when to when. */
function timesOf(event: EventRecord): string {
  if (isBar(event)) return `${dayText(event.start_date)} – ${dayText(event.end_date)}`
  return event.all_day ? t('allDay') : timeText(event.start_date)
}

function colourOf({ categories: [category] }: EventRecord): string {
  return category ? colourClass(category.id) : 'c-0'
}

function daysFrom(day: string, wall: string): number {
  return Math.round((Date.parse(wall.slice(0, 10)) - Date.parse(day)) / 86_400_000)
}
