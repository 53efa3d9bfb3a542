import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { ticketCost, toldCost, toldCosts } from '../db/listings/listings.costs.ts'
import { isListed } from '../db/listings/listings.days.ts'
import { readNumbers } from '../db/numbers.ts'
import type { Context } from '../posts/context.ts'
import { countLinks } from './events.facets.links.ts'
import type { Found, Listed } from './events.facets.matching.ts'
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
    .select([toldOf(ticketCost('events.id')).as('told'), sql<number>`count(*)`.as('count')])
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

/** The same of events that were found one by one: only few of them have no cost of their own, and tickets. */
async function countFound({ context, reader }: Listed, found: Found): Promise<Counts> {
  const closed = await findClosed(context, reader.digest)
  const ticketed = await countLinks(found, context.db, 'ticket')
  const counts = new Map<number, number>()
  const add = (told: number) => counts.set(told, (counts.get(told) ?? 0) + 1)
  const asked: number[] = []
  for (const [id, { cost }] of found.told) {
    if (closed.has(id)) continue
    if (cost !== null) add(cost)
    else if (ticketed.has(id)) asked.push(id)
  }
  for (const told of await findTold(context, asked)) add(told)
  return counts
}

/** All events that are closed to the reader, as they are few; looking for those found would read a row of each. */
async function findClosed({ db }: Context, digest: string | undefined): Promise<ReadonlySet<number>> {
  const [ids] = await readNumbers(db, [sql.ref('id')], sql`events where ${isLocked('events', digest)}`)
  return new Set(ids)
}

/** The cost of each event by its tickets. */
async function findTold(context: Context, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ told: number }>`
    select ${sql.raw(ticketCost('events.id'))} as told from ${context.db.dialect.tableOfIds(ids)} as events`.execute(
    context.db.read,
  )
  return rows.map(({ told }) => told)
}

function toldOf(tickets: string): RawBuilder<number> {
  return sql<number>`${sql.raw(toldCost('events', tickets))}`
}
