import type { Messages } from '../../pure/locale/messages.ts'
import type { PeriodName } from '../../pure/calendar/period.ts'

export type { PeriodName } from '../../pure/calendar/period.ts'

/** The names of the periods in the reader’s language. */
export const periodTexts = {
  today: 'today',
  tonight: 'tonight',
  tomorrow: 'tomorrow',
  weekend: 'thisWeekend',
  week: 'thisWeek',
  next_week: 'comingWeek',
  next_weekend: 'nextWeekend',
  month: 'thisMonth',
  next_30_days: 'nextThirtyDays',
  past: 'pastEvents',
} as const satisfies Record<PeriodName, keyof Messages>
