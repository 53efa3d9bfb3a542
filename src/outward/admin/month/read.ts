import { type Asked, ask } from '../api.ts'
import { addDays } from '../dates.ts'
import type { Scope } from '../events/deed.ts'
import { filtersOf, type Narrowed } from '../events/filterValues.ts'
import { readAll } from '../readAll.ts'
import type { EventRecord } from '../records.ts'
import { reallyChanged } from '../series/dates.ts'

/** How many days are shown. */
export const days = 28

/** All that can be in a month. */
const statuses = ['publish', 'future', 'draft', 'pending', 'private']

/** What chooses the events that touch the four weeks from a day on. */
export function chosenFrom(from: string, narrowed: Narrowed): NonNullable<Asked['query']> {
  return {
    ends_after: `${from} 00:00:00`,
    starts_before: `${addDays(from, days - 1)} 23:59:59`,
    strict_dates: true,
    ...filtersOf(narrowed, statuses),
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

/** An event that is moved, by so many days. */
export interface Move {
  readonly event: EventRecord
  readonly by: number
  readonly scope: Scope | undefined
}

/** Moves it; times of the day stay. Throws what {@link ask} throws. */
export async function move({ event, by, scope }: Move): Promise<void> {
  await ask(`events/${event.id}`, { method: 'POST', json: { ...datesOf(event, by), ...scopeOf(scope) } })
}

/** Which dates would move; what each would keep as it was changed on it alone is told too. Throws what {@link ask} throws. */
export async function tryMove({ event, by, scope }: Move): Promise<Tried> {
  const { body } = await ask<Tried>(`events/${event.id}`, {
    method: 'POST',
    json: { ...datesOf(event, by), ...scopeOf(scope), dry_run: true },
  })
  return reallyChanged(body, ['start_date', 'end_date'])
}

/** What moving would do. */
export interface Tried {
  readonly changed: readonly number[]
  readonly created: readonly string[]
  readonly held?: readonly number[]
}

/** How many dates that moves. */
export function countOf({ changed, created }: Tried): number {
  return changed.length + created.length
}

function scopeOf(scope: Scope | undefined): object {
  return scope === undefined ? {} : { scope }
}

/** When an event is that is moved by so many days. */
export function datesOf({ start_date, end_date, all_day }: EventRecord, by: number) {
  const moved = (wall: string) => {
    const day = addDays(wall.slice(0, 10), by)
    return all_day ? day : `${day}${wall.slice(10)}`
  }
  return { start_date: moved(start_date), end_date: moved(end_date) }
}

/** Whether an event goes on for days: it is shown as a bar. What ends in the small hours is none. */
export function isBar({ start_date, end_date }: EventRecord): boolean {
  return end_date.slice(0, 10) > addDays(start_date.slice(0, 10), 1) || isDayLater(start_date, end_date)
}

function isDayLater(start: string, end: string): boolean {
  return end.slice(0, 10) > start.slice(0, 10) && end.slice(11) > start.slice(11)
}
