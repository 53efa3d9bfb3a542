import { endOfToday as endOfTodayIn, todayIn } from '../calendar/day.ts'
import type { Visit } from './visit.ts'

/** The day that it is on the clocks of the site. */
export function todayOf({ context, now }: Pick<Visit, 'context' | 'now'>): Temporal.PlainDate {
  return todayIn(context.siteZone, now)
}

/** When today is over on the clocks of the site, in epoch seconds: until then, what follows from the day stays the same. */
export function endOfToday({ context, now }: Pick<Visit, 'context' | 'now'>): number {
  return endOfTodayIn(context.siteZone, now)
}
