/** The periods that have a name in the search form. */
export const periods = ['today', 'tomorrow', 'weekend', 'next_weekend', 'week', 'month'] as const
export type PeriodName = (typeof periods)[number]

/** Days from one to another, both included. */
export interface Days {
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
}

/** The remaining days of the named period. `weekend`: its days in order, from 1 for Monday. */
export function periodOf(name: PeriodName, today: Temporal.PlainDate, weekend: readonly number[]): Days {
  return stretches[name](today, weekend)
}

const stretches: Readonly<
  Record<PeriodName, (today: Temporal.PlainDate, weekend: readonly number[]) => Days>
> = {
  today: (today) => ({ from: today, until: today }),
  tomorrow: (today) => ({ from: today.add({ days: 1 }), until: today.add({ days: 1 }) }),
  weekend: weekendFrom,
  next_weekend: (today, weekend) => weekendFrom(weekendFrom(today, weekend).until.add({ days: 1 }), weekend),
  week: (today) => ({ from: today, until: today.add({ days: 6 }) }),
  month: (today) => ({ from: today, until: today.with({ day: today.daysInMonth }) }),
}

/** The rest of the weekend that the day is in, or else the next weekend. */
function weekendFrom(day: Temporal.PlainDate, weekend: readonly number[]): Days {
  const first = weekend[0] ?? 6
  const length = Math.max(1, weekend.length)
  const passed = (day.dayOfWeek - first + 7) % 7
  const from = passed < length ? day : day.add({ days: 7 - passed })
  return { from, until: from.add({ days: length - 1 - (passed < length ? passed : 0) }) }
}
