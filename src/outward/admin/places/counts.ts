import { ask } from '../api.ts'
import { untrashed } from '../common/statuses.ts'
import type { Kind } from './kinds.ts'

/** So many can be counted at once. */
const mostCounted = 200

/** How many events are coming up with each, by its id; of a category with all below it. */
export type Counts = ReadonlyMap<number, number>

/** Counts what is coming up. Throws what {@link ask} throws. */
export async function readCounts(kind: Kind | 'categories' | 'tags'): Promise<Counts> {
  const { body } = await ask<Partial<Record<typeof kind, readonly { id: number; count: number }[]>>>(
    'events/facets',
    { query: { facets: kind, facet_limit: mostCounted, ends_after: 'now', status: untrashed } },
  )
  return new Map((body[kind] ?? []).map(({ id, count }) => [id, count]))
}

/** How many are coming up with one; undefined where that is not known. */
export function countIn(counts: Counts | undefined, id: number): number | undefined {
  return counts?.get(id) ?? (counts && counts.size < mostCounted ? 0 : undefined)
}
