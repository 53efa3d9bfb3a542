import type { DayOrder } from '../../../pure/calendar/dayText.ts'

/** What is said of a table beside it, for what its rows do not say. */
export interface TableSays {
  /** The order of the numbers of its dates. */
  readonly dates?: DayOrder
  /** What its events come as. */
  readonly status?: 'publish' | 'pending' | 'draft'
  /** The name of the zone of its times. */
  readonly timezone?: string
  /** How long its events last, such as `2h`, or {@link untilMidnight}. */
  readonly duration?: string
}

/** A duration until the end of the day. */
export const untilMidnight = 'midnight'
