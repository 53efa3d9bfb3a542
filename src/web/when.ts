import { parseWall, utcText, wallTextAt } from '../calendar/text.ts'
import { findZone } from '../calendar/zone.ts'
import type { ShownRow } from '../events/events.row.ts'
import { dateText, rangeText } from './dates.ts'
import { type Html, html } from './html.ts'
import { say } from './locale.ts'
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

/** What decides on which days an event is. */
type Lasting = Pick<Times, 'all_day' | 'start_wall' | 'end_wall' | 'starts_at' | 'ends_at'>

/** The first and the last day of an event in the calendar of the site, as `YYYY-MM-DD`; a night is one day. */
export function datesOf(
  event: Lasting,
  { siteZone }: Pick<Clock['context'], 'siteZone'>,
): { first: string; last: string } {
  // Whole days are the same days everywhere.
  if (event.all_day === 1) return { first: event.start_wall.slice(0, 10), last: event.end_wall.slice(0, 10) }
  const first = wallTextAt(event.starts_at, siteZone).slice(0, 10)
  // Midnight ends a day and begins none.
  const end = wallTextAt(Math.max(event.starts_at, event.ends_at - 1), siteZone)
  const isNight = event.ends_at - event.starts_at < day_s && Number(end.slice(11, 13)) < endOfNight_h
  return { first, last: isNight ? first : end.slice(0, 10) }
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
    ${event.all_day === 1 || !hasZone ? undefined : html`<span class="zone">${zoneText(event)}</span>`}`
}

/**
 * When an event is, in words, for a card without a heading of its day: “Today, 19:30”, “Sat 28 Nov, 20:00”, “27 Nov – 24 Dec”, and for
 * what is running “Until 5 December”. The year is said where it is another.
 */
export function whenWords(event: Times, clock: Clock, today: Temporal.PlainDate): string {
  const { locale } = clock
  const { messages } = locale
  const { first, last } = daysOf(event, clock)
  const isLater = first.year !== today.year || last.year !== today.year
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
  const time = dateText(locale, parseWall(event.start_wall), 'time')
  const zone = isOfSite(event, clock.context) ? '' : ` ${event.timezone_abbr}`
  return `${day}, ${time}${zone}`
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
