import { addDays, wallNow } from '../dates.ts'
import { readAll } from '../readAll.ts'
import type { EventRecord } from '../records.ts'

/** The events of the next seven days, by day. Throws what {@link readAll} throws. */
export async function readWeek(): Promise<{ readonly total: number; readonly days: readonly Day[] }> {
  const today = wallNow().slice(0, 10)
  const { total, events } = await readAll({
    starts_after: `${today} 00:00:00`,
    starts_before: `${addDays(today, 6)} 23:59:59`,
    strict_dates: true,
    status: ['publish', 'future', 'pending'],
  })
  const byDay = Map.groupBy(events, ({ start_date }) => start_date.slice(0, 10))
  const days = Array.from({ length: 7 }, (_, at) => addDays(today, at))
  return { total, days: days.map((day) => ({ day, events: byDay.get(day) ?? [] })) }
}

/** A day with what begins on it. */
export interface Day {
  readonly day: string
  readonly events: readonly EventRecord[]
}
