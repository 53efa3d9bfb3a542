import type { Days } from '../../pure/calendar/daySpan.ts'
import { parseWall, utcText, wallTextAt } from '../../pure/calendar/text.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import type { ShownRow } from '../../records/rows/event.row.ts'
import { dateText, rangeText } from './dates.ts'
import { type Html, html } from '../../pure/text/htmlTemplate.ts'
import { comma, say } from '../../pure/locale/locale.ts'
import { isOnNow, todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** The columns with the time of an event. */
export type Times = Pick<
  ShownRow,
  'all_day' | 'start_wall' | 'end_wall' | 'starts_at' | 'ends_at' | 'timezone' | 'timezone_abbr'
>

/** The zone of the site, and the language. */
export type Clock = Pick<Visit, 'locale' | 'context'>

/** What decides on which days an event is. */
type Lasting = Pick<Times, 'all_day' | 'start_wall' | 'end_wall' | 'starts_at' | 'ends_at'>

/**
 * The first and the last day of an event in the calendar of the site, as `YYYY-MM-DD`. A night belongs to its evening: what ends by the
 * turn of a day has its last day before (D76), as in {@link DaySpan}.
 */
export function datesOf(event: Lasting, { siteZone, dayTurn }: Days): { first: string; last: string } {
  // Whole days are the same days everywhere.
  if (event.all_day === 1) return { first: event.start_wall.slice(0, 10), last: event.end_wall.slice(0, 10) }
  const first = wallTextAt(event.starts_at, siteZone).slice(0, 10)
  const end = wallTextAt(event.ends_at, siteZone)
  const last = end.slice(0, 10)
  if (last <= first || end.slice(11) > `${dayTurn}:00`) return { first, last: last < first ? first : last }
  return { first, last: Temporal.PlainDate.from(last).subtract({ days: 1 }).toString() }
}

/** The same as days. */
export function daysOf(
  event: Lasting,
  { context }: Pick<Clock, 'context'>,
): { first: Temporal.PlainDate; last: Temporal.PlainDate } {
  const { first, last } = datesOf(event, context)
  return { first: Temporal.PlainDate.from(first), last: Temporal.PlainDate.from(last) }
}

/** The time of the event on the clocks of its own zone, which is named unless that is said elsewhere. */
export function whenText(event: Times, { locale }: Clock, { hasZone = true } = {}): Html {
  const [start, end] = [parseWall(event.start_wall), parseWall(event.end_wall)]
  const isOneDay = start.toPlainDate().equals(end.toPlainDate())
  const form = event.all_day === 1 || isOneDay ? 'day' : 'dayAndTime'
  const days = isOneDay ? [start] : [start, end]
  const times = start.equals(end) ? dateText(locale, start, 'time') : rangeText(locale, [start, end], 'time')
  const said = days.map((day) => dateText(locale, day, form)).join(' – ')
  const clock = event.all_day === 1 ? locale.messages.allDay : isOneDay ? times : undefined
  return html`<time datetime="${startStamp(event)}">${said}</time>
    ${clock === undefined ? undefined : html`<span class="clock">${clock}</span>`}
    ${event.all_day === 1 || !hasZone ? undefined : html`<bdi class="zone">${zoneText(event)}</bdi>`}`
}

/**
 * When an event is, in words, for a card without a heading of its day: “Today, 19:30”, “Sat 28 Nov, 20:00”, “27 Nov – 24 Dec”, and for
 * what is running “Until 22:00” or “Until 5 December”. The year is said where it is another.
 */
export function whenWords(event: Times, visit: Clock & Pick<Visit, 'now'>): string {
  const { locale, context } = visit
  const { messages } = locale
  const today = todayOf(visit)
  const { first, last } = daysOf(event, visit)
  const isLater = first.year !== today.year || last.year !== today.year
  const zone = isOfSite(event, context) ? '' : ` ${event.timezone_abbr}`
  if (endsSoon(event, visit))
    return say(messages.untilTime, { time: `${dateText(locale, parseWall(event.end_wall), 'time')}${zone}` })
  if (!first.equals(last)) {
    const isRunning =
      Temporal.PlainDate.compare(first, today) < 0 && Temporal.PlainDate.compare(last, today) >= 0
    if (isRunning)
      return say(messages.untilDate, { date: dateText(locale, last, isLater ? 'longDay' : 'dayOfMonth') })
    return rangeText(locale, [first, last], isLater ? 'dayMonthYear' : 'dayMonth')
  }
  // Its own clocks may show another day than those here, and the time is theirs.
  const own = parseWall(event.start_wall).toPlainDate()
  const near = own.equals(first) ? nearDay(messages, own, today) : undefined
  const day = near ?? dateText(locale, own, isLater ? 'shortDayOfYear' : 'shortDay')
  if (event.all_day === 1) return day
  return `${day}${comma(locale)}${dateText(locale, parseWall(event.start_wall), 'time')}${zone}`
}

/** Whether an event is on now, and the hour at which it ends says until when: it is on no further day. */
export function endsSoon(event: Times, visit: Clock & Pick<Visit, 'now'>): boolean {
  if (event.all_day === 1 || !isOnNow(event, visit)) return false
  return Temporal.PlainDate.compare(daysOf(event, visit).last, todayOf(visit)) <= 0
}

function nearDay(
  { today: here, tomorrow }: Clock['locale']['messages'],
  day: Temporal.PlainDate,
  today: Temporal.PlainDate,
): string | undefined {
  if (day.equals(today)) return here
  return day.equals(today.add({ days: 1 })) ? tomorrow : undefined
}

/** The start of an event for programs: the moment, or the day if it lasts whole days. */
export function startStamp({
  all_day,
  start_wall,
  starts_at,
}: Pick<Times, 'all_day' | 'start_wall' | 'starts_at'>): string {
  return all_day === 1 ? start_wall.slice(0, 10) : isoText(starts_at)
}

/** `2031-03-11T17:00:00Z` */
export function isoText(seconds: number): string {
  return `${utcText(seconds).replace(' ', 'T')}Z`
}

/** Whether the event’s clocks show the same as those of the site. */
function isOfSite({ starts_at, start_wall }: Times, { siteZone }: Clock['context']): boolean {
  return wallTextAt(starts_at, siteZone) === start_wall
}

/**
 * Only the start, and the end below it where it is on the same day or night; and the day where the event’s own clocks show another one
 * than those here. Undefined where it lasts all day.
 */
export function startAndEnd(
  event: Times,
  clock: Clock,
): { from: string; until: string | undefined; day: string | undefined } | undefined {
  if (event.all_day === 1) return undefined
  const { start_wall: start, end_wall: end } = event
  const { first, last } = datesOf(event, clock.context)
  const zone = isOfSite(event, clock.context) ? '' : ` ${event.timezone_abbr}`
  const said = (wall: string, form: 'time' | 'shortDay') => dateText(clock.locale, parseWall(wall), form)
  return {
    from: `${said(start, 'time')}${zone}`,
    until: first === last && start !== end ? said(end, 'time') : undefined,
    day: start.startsWith(first) ? undefined : said(start, 'shortDay'),
  }
}

/** Whether an event has another zone than the site, which is then named. */
export function isElsewhere({ timezone }: Pick<Times, 'timezone'>, { siteZone }: Clock['context']): boolean {
  return findZone(timezone)?.id !== siteZone.id
}

function zoneText({ timezone, timezone_abbr }: Times): string {
  return timezone_abbr === timezone ? timezone : `${timezone_abbr} (${timezone})`
}
