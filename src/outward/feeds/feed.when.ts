import { remember } from '../../pure/calendar/cache.ts'
import { parseWall } from '../../pure/calendar/text.ts'
import type { FeedEvent } from './feed.ts'

/** Made when it is first needed, as loading the data of languages would slow down the start. */
const formats = remember(1, (language) => ({
  weekday: new Intl.DateTimeFormat(language, { weekday: 'long' }),
  day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric' }),
}))

/** The time of the event on the clocks of its own zone, which is named; on one line, in English. */
export function whenText(event: FeedEvent): string {
  const [start, end] = [event.start.wall, event.end.wall]
  const isOneDay = dayPart(start) === dayPart(end)
  if (event.isAllDay) return `${dayText(start)}${isOneDay ? '' : ` – ${dayText(end)}`}, all day`
  const from = `${dayText(start)}, ${clock(start)}`
  if (start === end) return `${from} ${zoneText(event)}`
  return isOneDay
    ? `${from}–${clock(end)} ${zoneText(event)}`
    : `${from} – ${dayText(end)}, ${clock(end)} ${zoneText(event)}`
}

function zoneText({ zone, zoneLetters }: FeedEvent): string {
  return zoneLetters === zone.name ? `(${zone.name})` : `(${zoneLetters}, ${zone.name})`
}

/** `Tuesday, 11 March 2031` */
function dayText(wall: string): string {
  const date = parseWall(wall)
  const { weekday, day } = formats('en-GB')
  return `${weekday.format(date)}, ${day.format(date)}`
}

function dayPart(wall: string): string {
  return wall.slice(0, 10)
}

function clock(wall: string): string {
  return wall.slice(11, 16)
}
