import { ask } from '../api.ts'
import { untrashed } from '../events/query.ts'
import type { Kind } from './kinds.ts'

/** How many places the counts of what is coming up are asked for at once. */
export const mostCounted = 200

/** How many events are coming up, by the id of the place or the organizer. Throws what {@link ask} throws. */
export async function readCounts(kind: Kind): Promise<ReadonlyMap<number, number>> {
  const { body } = await ask<Partial<Record<Kind, readonly { id: number; count: number }[]>>>(
    'events/facets',
    {
      query: { facets: kind, facet_limit: mostCounted, ends_after: 'now', status: untrashed },
    },
  )
  return new Map((body[kind] ?? []).map(({ id, count }) => [id, count]))
}
