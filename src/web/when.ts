import { instantOf, parseWall } from '../calendar/text.ts'
import type { ShownRow } from '../events/events.row.ts'
import { dateText, rangeText } from './dates.ts'
import { type Html, html } from './html.ts'
import type { Visit } from './visit.ts'

/** The columns with the time of an event. */
export type Times = Pick<
  ShownRow,
  'all_day' | 'start_wall' | 'end_wall' | 'starts_at' | 'ends_at' | 'timezone' | 'timezone_abbr'
>

/** The zone of the site, and the language. */
export type Clock = Pick<Visit, 'locale' | 'context'>

/** An event that lasts less than a day and ends by this hour belongs to the day on which it began: it is a night. */
const endOfNight_h = 6

const day_s = 86_400

/** The first and the last day of an event in the calendar of the site; a night is one day. */
export function daysOf(
  event: Pick<Times, 'all_day' | 'start_wall' | 'end_wall' | 'starts_at' | 'ends_at'>,
  { context }: Pick<Clock, 'context'>,
): { first: Temporal.PlainDate; last: Temporal.PlainDate } {
  // Whole days are the same days everywhere.
  if (event.all_day === 1) {
    return { first: parseWall(event.start_wall).toPlainDate(), last: parseWall(event.end_wall).toPlainDate() }
  }
  const here = (seconds: number) => instantOf(seconds).toZonedDateTimeISO(context.siteZone.id)
  const start = here(event.starts_at)
  // Midnight ends a day and begins none.
  const end = here(Math.max(event.starts_at, event.ends_at - 1))
  const isNight = event.ends_at - event.starts_at < day_s && end.hour < endOfNight_h
  const first = start.toPlainDate()
  return { first, last: isNight ? first : end.toPlainDate() }
}

/** The time of the event on the clocks of its own zone, which is named. */
export function whenText(event: Times, { locale }: Clock): Html {
  const [start, end] = [parseWall(event.start_wall), parseWall(event.end_wall)]
  const isOneDay = start.toPlainDate().equals(end.toPlainDate())
  const form = event.all_day === 1 || isOneDay ? 'day' : 'dayAndTime'
  const days = isOneDay ? [start] : [start, end]
  const times = start.equals(end) ? dateText(locale, start, 'time') : rangeText(locale, [start, end], 'time')
  const said = days.map((day) => dateText(locale, day, form)).join(' – ')
  const clock = event.all_day === 1 ? locale.messages.allDay : isOneDay ? times : undefined
  return html`<time datetime="${startStamp(event)}">${said}</time>
    ${clock === undefined ? undefined : html`<span class="clock">${clock}</span>`}
    ${event.all_day === 1 ? undefined : html`<span class="zone">${zoneText(event)}</span>`}`
}

/**
 * The time of day at which an event begins and, if that is on the same day, ends, on its own clocks; “all day” if it has none.
 * If these show another day than the one that it is listed under, the day is added.
 */
export function clockText(event: Times, clock: Clock, under: Temporal.PlainDate): string {
  const { locale, context } = clock
  if (event.all_day === 1) return locale.messages.allDay
  const [start, end] = [parseWall(event.start_wall), parseWall(event.end_wall)]
  const text = clockRange(locale, [start, end], daysOf(event, clock))
  if (isOfSite(event, context)) return text
  const own = start.toPlainDate()
  const day = own.equals(under) ? '' : `${dateText(locale, own, 'shortDay')} · `
  return `${day}${text} ${event.timezone_abbr}`
}

/** Only the start if the end is on another day, unless it is that of a night. */
function clockRange(
  locale: Clock['locale'],
  [start, end]: readonly [Temporal.PlainDateTime, Temporal.PlainDateTime],
  { first, last }: ReturnType<typeof daysOf>,
): string {
  const from = dateText(locale, start, 'time')
  if (!first.equals(last) || start.equals(end)) return from
  return start.toPlainDate().equals(end.toPlainDate())
    ? rangeText(locale, [start, end], 'time')
    : `${from} – ${dateText(locale, end, 'time')}`
}

/** The start of an event for programs: the moment, or the day if it lasts whole days. */
export function startStamp({ all_day, start_wall, starts_at }: Times): string {
  return all_day === 1 ? start_wall.slice(0, 10) : isoText(starts_at)
}

/** `2031-03-11T17:00:00Z` */
export function isoText(seconds: number): string {
  return instantOf(seconds).toString({ smallestUnit: 'second' })
}

/** Whether the event’s clocks show the same as those of the site. */
function isOfSite({ starts_at, start_wall }: Times, { siteZone }: Clock['context']): boolean {
  return instantOf(starts_at).toZonedDateTimeISO(siteZone.id).toPlainDateTime().equals(parseWall(start_wall))
}

function zoneText({ timezone, timezone_abbr }: Times): string {
  return timezone_abbr === timezone ? timezone : `${timezone_abbr} (${timezone})`
}
