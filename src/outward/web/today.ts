import { endOfToday as endOfTodayIn, todayIn } from '../../pure/calendar/day.ts'
import { daySpan, isOnIn, type OnDays, stillOn } from '../../pure/calendar/daySpan.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Visit } from './visit.ts'

/** What a page knows of the moment at which it is read. */
type Clocked = Pick<Visit, 'context' | 'now'>

/** The day that it is on the clocks of the site. */
export function todayOf({ context, now }: Clocked): Temporal.PlainDate {
  return todayIn(context.siteZone, now)
}

/** When today is over on the clocks of the site, in epoch seconds: until then, what follows from the day stays the same. */
export function endOfToday({ context, now }: Clocked): number {
  return endOfTodayIn(context.siteZone, now)
}

/** Events begin and end at full minutes, so that pages need not be made more often to tell what is over. */
const minute_s = 60

/** The moment by which pages tell what is over, in epoch seconds: the minute in which they are read. */
export function momentOf({ now }: Pick<Visit, 'now'>): number {
  return Math.floor(epochSeconds(now) / minute_s) * minute_s
}

/** Whether the night before still runs, which belongs to its evening: it is after midnight, and before the turn of the day (D76). */
export function nightRuns(visit: Clocked): boolean {
  return momentOf(visit) < daySpan(visit.context, todayOf(visit)).turn
}

/** Until when what a page tells of the moment stays the same, in epoch seconds. */
export function endOfMoment(visit: Clocked): number {
  return Math.min(endOfToday(visit), momentOf(visit) + minute_s)
}

/** Whether an event has ended, or is no longer to begin. */
export function isOver(event: OnDays, visit: Clocked): boolean {
  return !isOnIn(stillOn(visit.context, momentOf(visit)), event)
}

/** Whether an event has begun and not ended yet. */
export function isOnNow(event: OnDays, visit: Clocked): boolean {
  return event.starts_at <= momentOf(visit) && !isOver(event, visit)
}
