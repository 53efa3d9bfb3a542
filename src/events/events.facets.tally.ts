import { type RawBuilder, sql } from 'kysely'
import { idsOf, type Listed } from './events.facets.matching.ts'
import { type Counts, countMost, type Targets } from './events.facets.most.ts'
import { usualFacetLimit } from './events.facets.params.ts'

/** What events are linked to. */
export interface Links extends Targets {
  /** All links in brackets, with the columns `event_id` and `id`. */
  readonly table: RawBuilder<unknown>
  /** Whether an event may be linked to the same one in several ways. */
  readonly repeat: boolean
}

/** How many of the events are linked to each, by id; of those with the fewest only where this is as quick. */
export async function tally(listed: Listed, links: Links): Promise<Counts> {
  const { context, params, starts } = listed
  if (!starts) return tallyAll(listed, links)
  return countMost(context, { starts, targets: links, limit: params.facet_limit ?? usualFacetLimit })
}

/**
 * How many of the events are linked to each, by id. Some at a time, so that others have their turn between: each event
 * with all of its links, so that the numbers add up.
 */
async function tallyAll(listed: Listed, { table, repeat }: Links): Promise<Counts> {
  const counts = new Map<number, number>()
  for await (const ids of idsOf(listed)) {
    const rows = await listed.context.db.read
      .selectFrom(ids.as('listed'))
      .crossJoin(table.$castTo<{ event_id: number; id: number }>().as('links'))
      .whereRef('links.event_id', '=', 'listed.id')
      .select([
        'links.id',
        (repeat ? sql<number>`count(distinct listed.id)` : sql<number>`count(*)`).as('count'),
      ])
      .groupBy('links.id')
      .execute()
    for (const { id, count } of rows) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}
