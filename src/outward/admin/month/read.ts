import type { Asked } from '../api.ts'
import { untrashed } from '../common/statuses.ts'
import { addDays } from '../dates.ts'
import { filtersOf, type Narrowed } from '../events/filterValues.ts'
import { readAll } from '../readAll.ts'
import type { EventRecord } from '../records.ts'

/** How many days are shown. */
export const days = 28

/** What chooses the events that touch the four weeks from a day on. */
export function chosenFrom(from: string, narrowed: Narrowed): NonNullable<Asked['query']> {
  return {
    ends_after: `${from} 00:00:00`,
    starts_before: `${addDays(from, days - 1)} 23:59:59`,
    strict_dates: true,
    ...filtersOf(narrowed, untrashed),
  }
}

/** All events that touch the four weeks from a day on. Throws what {@link ask} throws. */
export async function readWeeks(
  from: string,
  narrowed: Narrowed,
  signal: AbortSignal,
): Promise<readonly EventRecord[]> {
  return (await readAll(chosenFrom(from, narrowed), signal)).events
}

/** Whether an event goes on for days: it is shown as a bar. What ends in the small hours is none. */
export function isBar({ start_date, end_date }: EventRecord): boolean {
  return end_date.slice(0, 10) > addDays(start_date.slice(0, 10), 1) || isDayLater(start_date, end_date)
}

function isDayLater(start: string, end: string): boolean {
  return end.slice(0, 10) > start.slice(0, 10) && end.slice(11) > start.slice(11)
}
