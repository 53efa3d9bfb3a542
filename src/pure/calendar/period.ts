/** The stretches of time that have a name in addresses and in the tool bar, in its order. */
export const periods = [
  'today',
  'tonight',
  'tomorrow',
  'weekend',
  'week',
  'next_week',
  'next_weekend',
  'month',
  'next_30_days',
  'past',
] as const
export type PeriodName = (typeof periods)[number]

/** Days from one to another, both included. */
export interface Days {
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
  /** The hour of the first day from which events begin, if not all of it counts. */
  readonly fromHour?: number
  /** Whether it is all that is over by the last day, however long ago, the latest first. */
  readonly isOver?: boolean
}

/** What of a calendar decides where a period ends: its days of the weekend, and the first of a week, from 1 for Monday. */
export interface Week {
  readonly weekend: readonly number[]
  readonly firstDay: number
}

/** The remaining days of the named period; of what is past, the last one. */
export function periodOf(name: PeriodName, today: Temporal.PlainDate, week: Week): Days {
  return stretches[name](today, week)
}

/** When an evening begins: after work, and before anything that is called one. */
const evening_h = 17

const stretches: Readonly<Record<PeriodName, (today: Temporal.PlainDate, week: Week) => Days>> = {
  today: (today) => ({ from: today, until: today }),
  tonight: (today) => ({ from: today, until: today, fromHour: evening_h }),
  tomorrow: (today) => ({ from: today.add({ days: 1 }), until: today.add({ days: 1 }) }),
  weekend: weekendFrom,
  week: (today, { firstDay }) => ({
    from: today,
    until: today.add({ days: 6 - ((today.dayOfWeek - firstDay + 7) % 7) }),
  }),
  next_week: (today, { firstDay }) => {
    const from = today.add({ days: 7 - ((today.dayOfWeek - firstDay + 7) % 7) })
    return { from, until: from.add({ days: 6 }) }
  },
  next_weekend: (today, week) => weekendFrom(weekendFrom(today, week).until.add({ days: 1 }), week),
  month: (today) => ({ from: today, until: today.with({ day: today.daysInMonth }) }),
  next_30_days: (today) => ({ from: today, until: today.add({ days: 30 }) }),
  past: (today) => ({ from: today.subtract({ days: 1 }), until: today.subtract({ days: 1 }), isOver: true }),
}

/** The rest of the weekend that the day is in, or else the next weekend. */
function weekendFrom(day: Temporal.PlainDate, { weekend }: Week): Days {
  const first = weekend[0] ?? 6
  const length = Math.max(1, weekend.length)
  const passed = (day.dayOfWeek - first + 7) % 7
  const from = passed < length ? day : day.add({ days: 7 - passed })
  return { from, until: from.add({ days: length - 1 - (passed < length ? passed : 0) }) }
}

/** What weeks may be set to begin with: `auto` is by the language and region. */
export const weekStarts = ['auto', 'monday', 'saturday', 'sunday'] as const
export type WeekStarts = (typeof weekStarts)[number]

const firstDays: Readonly<Record<WeekStarts, number | undefined>> = {
  auto: undefined,
  monday: 1,
  saturday: 6,
  sunday: 7,
}

/** The first day of the week, from 1 for Monday to 7 for Sunday; undefined: by the language and region. */
export function firstDayOf(starts: WeekStarts): number | undefined {
  return firstDays[starts]
}
