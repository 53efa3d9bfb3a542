import { parseWall } from '../calendar/text.ts'
import type { EventRecord } from '../events/events.record.ts'
import { type Html, html } from './html.ts'

/** The members of an event record that say when it is. */
export type Times = Pick<
  EventRecord,
  'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date' | 'all_day' | 'timezone' | 'timezone_abbr'
>

const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

/** From when to when the event lasts, on the clocks of its own zone, which is named. */
export function whenOf(times: Times): Html {
  const { start_date: start, end_date: end } = times
  const isOneDay = dayPart(start) === dayPart(end)
  if (times.all_day) {
    const first = timeOf(dayPart(start), dayText(start))
    return isOneDay
      ? html`${first}, all day`
      : html`${first} – ${timeOf(dayPart(end), dayText(end))}, all day`
  }
  const from = timeOf(instantText(times.utc_start_date), `${dayText(start)}, ${clock(start)}`)
  if (start === end) return html`${from} ${zoneText(times)}`
  const until = (text: string) => timeOf(instantText(times.utc_end_date), text)
  return isOneDay
    ? html`${from}<span class="nowrap">–${until(clock(end))}</span> ${zoneText(times)}`
    : html`${from} – ${until(`${dayText(end)}, ${clock(end)}`)} ${zoneText(times)}`
}

/** The month in which the event starts, as a heading. */
export function monthOf({ start_date }: Pick<Times, 'start_date'>): string {
  return months.format(parseWall(start_date))
}

function timeOf(datetime: string, text: string): Html {
  return html`<time datetime="${datetime}">${text}</time>`
}

function zoneText({ timezone, timezone_abbr }: Times): string {
  return timezone_abbr === timezone ? `(${timezone})` : `(${timezone_abbr}, ${timezone})`
}

/** `Tuesday, 11 March 2031` */
function dayText(wall: string): string {
  const day = parseWall(wall)
  return `${weekdays.format(day)}, ${days.format(day)}`
}

function dayPart(wall: string): string {
  return wall.slice(0, 10)
}

function clock(wall: string): string {
  return wall.slice(11, 16)
}

/** `2031-03-11T17:00:00Z` */
function instantText(utc: string): string {
  return `${utc.replace(' ', 'T')}Z`
}
