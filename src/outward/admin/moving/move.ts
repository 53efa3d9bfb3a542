import { ask } from '../api.ts'
import { addDays } from '../dates.ts'
import type { Scope } from '../common/deed.ts'
import type { EventRecord } from '../records.ts'
import { reallyChanged } from '../series/dates.ts'

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
