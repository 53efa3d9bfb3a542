import { addDays, type Day } from './dates.ts'
import type { CalendarEvent } from './source.ts'

/** An event on one day of a week. */
export interface Placed {
  readonly event: CalendarEvent
  /** Whether it was on the day before. */
  readonly isContinued: boolean
  /** Whether it is on the day after. */
  readonly goesOn: boolean
  /** Over how many days its name may extend from here: 0 where the name was shown before. */
  readonly named: number
}

/** Whether an event is on that day. */
export function isOn(event: CalendarEvent, day: Day): boolean {
  return event.start.slice(0, 10) <= day && day <= event.lastDay
}

/** Events of several days first, those of weeks last, as nearly every day would show nothing else; otherwise by start. */
export function inOrder(events: readonly CalendarEvent[]): CalendarEvent[] {
  return events.toSorted(
    (one, other) =>
      rank(one) - rank(other) || (one.start < other.start ? -1 : Number(one.start > other.start)),
  )
}

/**
 * What each day of a week shows from top to bottom, of which the first `room` are visible. An event keeps its lane through the
 * week, so that one of several days is drawn as one line; around a day without room, it is drawn as several lines.
 */
export function lanesOf(
  week: readonly Day[],
  events: readonly CalendarEvent[],
  room: number,
): (Placed | undefined)[][] {
  const days: (Placed | undefined)[][] = week.map(() => [])
  const among = events.filter((event) => week.some((day) => isOn(event, day)))
  for (const event of inRoom(week, inOrder(among), room)) {
    const on = week.flatMap((day, index) => (isOn(event, day) ? [index] : []))
    for (const line of linesOf(days, on, room)) {
      const lane = freeLane(days, line)
      for (const index of line) {
        const [day, lanes] = [week[index] ?? '', days[index] ?? []]
        while (lanes.length < lane) lanes.push(undefined)
        lanes[lane] = {
          event,
          isContinued: event.start.slice(0, 10) < day,
          goesOn: event.lastDay > day,
          named: index === line[0] ? line.length : 0,
        }
      }
    }
  }
  return days
}

/**
 * First as many events as leave a third of each day to those of weeks, if there are any, so that full days do not cut these to
 * pieces; at last the other events of one day.
 */
function inRoom(week: readonly Day[], ordered: readonly CalendarEvent[], room: number): CalendarEvent[] {
  const later = week.flatMap((day) => {
    const on = ordered.filter((event) => isOn(event, day))
    const [some, single, weeks] = [0, 1, 2].map((wanted) => on.filter((event) => rank(event) === wanted))
    const left = Math.min(Math.floor(room / 3), weeks?.length ?? 0)
    return (single ?? []).slice(Math.max(0, room - (some?.length ?? 0) - left))
  })
  return [...ordered.filter((event) => !later.includes(event)), ...later]
}

type Lanes = readonly (readonly (Placed | undefined)[])[]

/** The days in as few lines as possible: each has a lane that is free on all of its days, or is a single full day. */
function linesOf(days: Lanes, on: readonly number[], room: number): number[][] {
  if (on.length === 0) return []
  let length = on.length
  while (length > 1 && freeLane(days, on.slice(0, length)) >= room) length -= 1
  return [on.slice(0, length), ...linesOf(days, on.slice(length), room)]
}

function rank(event: CalendarEvent): number {
  const [first, last] = [event.start.slice(0, 10), event.lastDay]
  if (first === last) return 1
  return last > addDays(first, longest_days) ? 2 : 0
}

/** Longer than festivals last, in days. */
const longest_days = 10

function freeLane(days: Lanes, on: readonly number[]): number {
  let lane = 0
  while (on.some((index) => days[index]?.[lane] !== undefined)) lane += 1
  return lane
}
