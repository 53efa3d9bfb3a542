import { type Expression, sql, type SqlBool } from 'kysely'
import { ticketCost, toldCost, toldCosts } from '../db/listings/listings.costs.ts'
import { type Listed, queriesOf } from './events.facets.matching.ts'
import { type Counts, countMost } from './events.facets.most.ts'
import { isClosedTo } from './events.filters.ts'

/** Events by what they cost, as far as the reader is told: what the event says, and where it says nothing its tickets. */
export async function countCosts(listed: Listed) {
  const isClosed = isClosedTo(listed.context, listed.reader.digest)
  const closed = await countTold(listed, isClosed)
  const open = (await countKept(listed, closed)) ?? (await countTold(listed, sql`not ${isClosed}`))
  const untold = [...closed.values()].reduce((sum, count) => sum + count, 0)
  return (['free', 'paid', 'unknown'] as const).map((value) => {
    const count = open.get(toldCosts[value]) ?? 0
    return { value, count: value === 'unknown' ? count + untold : count }
  })
}

/** By what is told of their cost, the events of which the condition holds. */
async function countTold(listed: Listed, condition: Expression<SqlBool>): Promise<Counts> {
  const told = sql<number>`${sql.raw(toldCost('events', ticketCost('events.id')))}`
  const counts = new Map<number, number>()
  for await (const { query } of queriesOf(listed)) {
    const rows = await query
      .where(condition)
      .select([told.as('told'), sql<number>`count(*)`.as('count')])
      .groupBy('told')
      .execute()
    for (const { told, count } of rows) counts.set(told, (counts.get(told) ?? 0) + count)
  }
  return counts
}

/** The same of all but some, where they are counted by day. */
async function countKept({ context, starts }: Listed, but: Counts): Promise<Counts | undefined> {
  if (!starts) return undefined
  const kinds = Object.values(toldCosts)
  const targets = { link: 'cost', among: () => sql<SqlBool>`1 = 1` } as const
  const counts = await countMost(context, { starts, targets, limit: kinds.length })
  return new Map(kinds.map((kind) => [kind, (counts.get(kind) ?? 0) - (but.get(kind) ?? 0)]))
}
