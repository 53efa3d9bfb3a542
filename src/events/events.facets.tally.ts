import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { sorted } from '../posts/posts.order.ts'
import { eventsOf, isCostly, type Listed } from './events.facets.matching.ts'
import { type Counts, countMost, type Targets } from './events.facets.most.ts'
import { usualFacetLimit } from './events.facets.params.ts'

/** Events counted at a time: as many as are counted in about a tenth of a second. */
const batch = 100_000

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
  if (!starts || !context.db.dialect.hasRanges) return tallyAll(listed, links)
  return countMost(context, { starts, targets: links, limit: params.facet_limit ?? usualFacetLimit })
}

/**
 * How many of the events are linked to each, by id. Some at a time, so that others have their turn between: each event
 * with all of its links, so that the numbers add up.
 */
async function tallyAll(listed: Listed, links: Links): Promise<Counts> {
  const counts = new Map<number, number>()
  for (const part of await partsOf(listed)) {
    await setImmediate()
    for (const { id, count } of await countPart(listed, links, part))
      counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}

/** Ids from one on to before another; all where there is none. */
type Part = { readonly from: number; readonly until: number } | undefined

async function partsOf({ context, params, total, ids }: Listed): Promise<Part[]> {
  if (total <= batch || (!ids && isCostly(params))) return [undefined]
  const { last } = await context.db.read
    .selectFrom('listings')
    .select(sql<number>`max(id)`.as('last'))
    .executeTakeFirstOrThrow()
  const parts = Math.ceil(total / batch)
  const width = Math.ceil((last + 1) / parts)
  return Array.from({ length: parts }, (_, index) => ({ from: index * width, until: (index + 1) * width }))
}

async function countPart(listed: Listed, { table, repeat }: Links, part: Part) {
  const events = (await idsOf(listed, part)).as('listed')
  return listed.context.db.read
    .selectFrom(events)
    .crossJoin(table.$castTo<{ event_id: number; id: number }>().as('links'))
    .whereRef('links.event_id', '=', 'listed.id')
    .select([
      'links.id',
      (repeat ? sql<number>`count(distinct listed.id)` : sql<number>`count(*)`).as('count'),
    ])
    .groupBy('links.id')
    .execute()
}

/** The ids of the events, or of a part of them, as a table. */
async function idsOf(listed: Listed, part: Part): Promise<RawBuilder<{ id: number }>> {
  if (listed.ids) {
    const all = listed.ids.$castTo<{ id: number }>()
    return part ? sql`(select id from ${all} as found where id >= ${part.from} and id < ${part.until})` : all
  }
  const { query } = await eventsOf(listed)
  const id = sorted('events.id')
  const some = part ? query.where(sql<SqlBool>`${id} >= ${part.from} and ${id} < ${part.until}`) : query
  return sql`(${some.select('events.id')})`
}
