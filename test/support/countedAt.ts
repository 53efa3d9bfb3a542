import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../src/db/dialect.ts'
import type { Within } from '../../src/db/spans.ts'

const anyTime = { from: -Infinity, until: Infinity }

/** No limits. */
export const always: Within = { starts_at: anyTime, ends_at: anyTime }

/**
 * What is counted of the events at the venues in memory, as soon as it has been read (`Database.countAt`). The venues must
 * have more than a few of all events.
 */
export async function countedAt(db: Database, venues: readonly number[], within = always): Promise<number> {
  for (;;) {
    const count = await db.countAt(venues, within)
    if (count !== undefined) return count
    await setTimeout(5)
  }
}
