import { sql, type SqlBool } from 'kysely'
import { ticketCost, toldCost, toldCosts } from '../db/listings/listings.costs.ts'
import type { Context } from '../posts/context.ts'
import { type Found, type Listed, openOf, partsOf } from './events.facets.matching.ts'
import { type Counts, countMost } from './events.facets.most.ts'
import type { Starts } from './events.facets.starts.ts'

/** Events by their cost, as far as the reader may see it: the event’s own, or that of its tickets if it has none. */
export async function countCosts(listed: Listed) {
  const { context, starts, found } = await openOf(listed)
  const within = starts && (await countWithin(context, starts))
  const others = found && (await countFound(context, found))
  const sumOf = (told: number) => (within?.get(told) ?? 0) + (others?.get(told) ?? 0)
  const [free, paid] = [sumOf(toldCosts.free), sumOf(toldCosts.paid)]
  const counts = { free, paid, unknown: listed.total - free - paid }
  return (['free', 'paid', 'unknown'] as const).map((value) => ({ value, count: counts[value] }))
}

/** By their cost, from the counts by day. */
function countWithin(context: Context, starts: Starts): Promise<Counts> {
  const kinds = Object.values(toldCosts)
  const targets = { link: 'cost', among: () => sql<SqlBool>`1 = 1` } as const
  return countMost(context, { starts, targets, limit: kinds.length, others: new Map() })
}

/** The same of events that were found one by one. */
async function countFound(context: Context, found: Found): Promise<Counts> {
  const counts = new Map<number, number>()
  for await (const ids of partsOf(found))
    for (const { told, count } of await countTold(context, ids))
      counts.set(told, (counts.get(told) ?? 0) + count)
  return counts
}

/** How many of the events have each kind of cost; only of those with tickets are these looked up. */
async function countTold({ db }: Context, ids: Found['parts'][number]) {
  const tickets = `case links.ticketed when 0 then ${toldCosts.unknown} else ${ticketCost('links.id')} end`
  const { rows } = await sql<{ told: number; count: number }>`
    select ${sql.raw(toldCost('links', tickets))} as told, count(*) as count from ${db.dialect.linksOfEach(ids, 'listings', 'id')}
    group by 1`.execute(db.read)
  return rows
}
