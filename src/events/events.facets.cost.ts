import { sql, type SqlBool } from 'kysely'
import { ticketCost, toldCost, toldCosts } from '../db/listings/listings.costs.ts'
import { isListed } from '../db/listings/listings.days.ts'
import { readNumbers } from '../db/numbers.ts'
import type { Context } from '../posts/context.ts'
import { RowSet } from '../db/rowSet.ts'
import { type Found, type Listed, partsOf } from './events.facets.matching.ts'
import { type Counts, countMost } from './events.facets.most.ts'
import type { Starts } from './events.facets.starts.ts'
import { filtersIn, isLocked } from './events.filters.ts'

/** Events by their cost, as far as the reader may see it: the event’s own, or that of its tickets if it has none. */
export async function countCosts(listed: Listed) {
  const { starts, found, total } = listed
  const within = starts && (await countWithin(listed, starts))
  const others = found && (await countFound(listed, found))
  const sumOf = (told: number) => (within?.get(told) ?? 0) + (others?.get(told) ?? 0)
  const [free, paid] = [sumOf(toldCosts.free), sumOf(toldCosts.paid)]
  const counts = { free, paid, unknown: total - free - paid }
  return (['free', 'paid', 'unknown'] as const).map((value) => ({ value, count: counts[value] }))
}

/** By their cost, from the counts by day, less the events that are closed to the reader. */
async function countWithin(listed: Listed, starts: Starts): Promise<Counts> {
  const { context, reader, params } = listed
  const window = await filtersIn(context, params, reader)
  // The index of protected events has every column that this needs.
  const closed = await context.db.read
    .selectFrom('events')
    .where((eb) =>
      eb.and([sql.raw<SqlBool>(isListed('events')), isLocked('events', reader.digest), ...window]),
    )
    .select([
      sql<number>`${sql.raw(toldCost('events', ticketCost('events.id')))}`.as('told'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy('told')
    .execute()
  const kinds = Object.values(toldCosts)
  const targets = { link: 'cost', among: () => sql<SqlBool>`1 = 1` } as const
  const counts = new Map(
    await countMost(context, { starts, targets, limit: kinds.length, others: new Map() }),
  )
  for (const { told, count } of closed) counts.set(told, (counts.get(told) ?? 0) - count)
  return counts
}

/** The same of events that were found one by one. */
async function countFound({ context, reader }: Listed, found: Found): Promise<Counts> {
  const counts = new Map<number, number>()
  const add = async (ids: Found['parts'][number], sign: 1 | -1) => {
    for (const { told, count } of await countTold(context, ids))
      counts.set(told, (counts.get(told) ?? 0) + sign * count)
  }
  for await (const ids of partsOf(found)) await add(ids, 1)
  const closed = (await findClosed(context, reader.digest)).and(found.events)
  await add(context.db.dialect.tableOfIds(closed.ids()), -1)
  return counts
}

/** All events that are closed to the reader, as they are few; looking for those found would read a row of each. */
async function findClosed({ db }: Context, digest: string | undefined): Promise<RowSet> {
  const [ids = []] = await readNumbers(db, [sql.ref('id')], sql`events where ${isLocked('events', digest)}`)
  return RowSet.of(ids)
}

/** How many of the events have each kind of cost; only of those with tickets are these looked up. */
async function countTold({ db }: Context, ids: Found['parts'][number]) {
  const tickets = `case links.ticketed when 0 then ${toldCosts.unknown} else ${ticketCost('links.id')} end`
  const { rows } = await sql<{ told: number; count: number }>`
    select ${sql.raw(toldCost('links', tickets))} as told, count(*) as count from ${db.dialect.linksOfEach(ids, 'listings', 'id')}
    group by 1`.execute(db.read)
  return rows
}
