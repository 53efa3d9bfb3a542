import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../src/db/dialect.ts'
import type { Shown } from '../../src/db/spans.ts'

const anyTime = { from: -Infinity, until: Infinity }

/** What everybody is shown, without limits. */
export const always: Shown = {
  within: { starts_at: anyTime, ends_at: anyTime },
  showsProtected: false,
  sees: undefined,
}

/**
 * What is counted of the events at the venues in memory, as soon as it has been read (`Database.countAt`). The venues must
 * have more than a few of all events.
 */
export async function countedAt(db: Database, venues: readonly number[], shown = always): Promise<number> {
  for (;;) {
    const count = await db.countAt(venues, shown)
    if (count !== undefined) return count
    await setTimeout(5)
  }
}
