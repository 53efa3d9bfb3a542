import { startOfDate } from '../calendar/day.ts'
import type { Visit } from './visit.ts'

/** The day that it is on the clocks of the site. */
export function todayOf({ context, now }: Pick<Visit, 'context' | 'now'>): Temporal.PlainDate {
  return now.toZonedDateTimeISO(context.siteZone.id).toPlainDate()
}

/** When today is over on the clocks of the site, in epoch seconds: until then what follows from the day holds. */
export function endOfToday(visit: Pick<Visit, 'context' | 'now'>): number {
  return startOfDate(todayOf(visit).add({ days: 1 }), visit.context.siteZone)
}
