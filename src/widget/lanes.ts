import { addDays, type Day } from './dates.ts'
import type { CalendarEvent } from './source.ts'

/** An event on one day of a week. */
export interface Placed {
  readonly event: CalendarEvent
  /** Whether it was on the day before. */
  readonly isContinued: boolean
  /** Whether it is on the day after. */
  readonly goesOn: boolean
  /** Whether its name stands on this day: on its first day in the week. */
  readonly isNamed: boolean
}

/** The last day on which an event is to be seen: what ends by six in the morning belongs to the evening before. */
function lastDayOf({ start, end, isAllDay }: CalendarEvent): Day {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
  const isNight = !isAllDay && last > first && end.slice(11) <= '06:00:00'
  return isNight ? addDays(last, -1) : last
}

/** Whether an event is on that day. */
export function isOn(event: CalendarEvent, day: Day): boolean {
  return event.start.slice(0, 10) <= day && day <= lastDayOf(event)
}

/** What lasts for some days first, what lasts for weeks last, as nearly every day would show nothing else; then as they begin. */
export function inOrder(events: readonly CalendarEvent[]): CalendarEvent[] {
  return events.toSorted(
    (one, other) =>
      rank(one) - rank(other) || (one.start < other.start ? -1 : Number(one.start > other.start)),
  )
}

/**
 * What each day of a week shows from top to bottom. An event keeps its place through the week, so that one of several
 * days is drawn in one line.
 */
export function lanesOf(week: readonly Day[], events: readonly CalendarEvent[]): (Placed | undefined)[][] {
  const days: (Placed | undefined)[][] = week.map(() => [])
  const among = events.filter((event) => week.some((day) => isOn(event, day)))
  for (const event of inOrder(among)) {
    const on = week.flatMap((day, index) => (isOn(event, day) ? [index] : []))
    const lane = freeLane(days, on)
    for (const index of on) {
      const [day, lanes] = [week[index] ?? '', days[index] ?? []]
      while (lanes.length < lane) lanes.push(undefined)
      lanes[lane] = {
        event,
        isContinued: event.start.slice(0, 10) < day,
        goesOn: lastDayOf(event) > day,
        isNamed: index === on[0],
      }
    }
  }
  return days
}

function rank(event: CalendarEvent): number {
  const [first, last] = [event.start.slice(0, 10), lastDayOf(event)]
  if (first === last) return 1
  return last > addDays(first, longest_days) ? 2 : 0
}

/** Longer than festivals last, in days. */
const longest_days = 10

function freeLane(days: readonly (readonly (Placed | undefined)[])[], on: readonly number[]): number {
  let lane = 0
  while (on.some((index) => days[index]?.[lane] !== undefined)) lane += 1
  return lane
}
