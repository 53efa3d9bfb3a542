import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { CountedLink } from '../db/listings/listings.ts'
import type { Context } from '../posts/context.ts'
import type { Starts } from './events.facets.starts.ts'
import { startsOf } from './events.starts.ts'

/** What events are linked to, of a kind by which the database keeps counts. */
export interface Targets {
  readonly link: CountedLink
  /** The condition that selects targets, given the id of one in SQL. */
  readonly among: (id: RawBuilder<number>) => RawBuilder<SqlBool>
}

/** Numbers of events by the id of what they are linked to. */
export type Counts = ReadonlyMap<number, number>

/** What is counted: published events, by when they start, and others that were counted before. */
interface Counting {
  readonly starts: Starts
  readonly targets: Targets
  readonly limit: number
  readonly others: Counts
}

/**
 * The targets that most of the events are linked to, with the numbers of events: at least `limit` of them, or all that
 * there are. Targets are tried in the order of how many published events they have in all, until no further one can have more.
 */
export async function countMost(
  context: Context,
  { starts, targets, limit, others }: Counting,
): Promise<Counts> {
  const counts = new Map<number, number>()
  const exceptions = await countExceptions(context, starts, targets.link)
  const mostOthers = others.values().reduce((most, count) => Math.max(most, count), 0)
  for (let first = 0, size = 2 * limit; ; first += size, size *= 2) {
    const some = await findTargets(context, targets.link, { first, size })
    await setImmediate()
    for (const { id, count } of await countStarts(context, { starts, targets, some })) {
      const all = count + (exceptions.get(id) ?? 0) + (others.get(id) ?? 0)
      if (all > 0) counts.set(id, all)
    }
    const last = some.at(-1)
    // All that have published events were tried.
    if (!last || some.length < size) return new Map([...others, ...counts])
    if (hasMore(counts, limit, last.events + mostOthers)) return counts
  }
}

/** Whether at least `limit` targets have more than this number of events. */
function hasMore(counts: Counts, limit: number, events: number): boolean {
  return [...counts.values()].filter((count) => count > events).length >= limit
}

interface Target {
  readonly id: number
  /** How many listed events it has in all. */
  readonly events: number
}

/** Targets of a link, the ones with the most events first. */
async function findTargets(
  { db }: Context,
  link: CountedLink,
  { first, size }: { first: number; size: number },
): Promise<Target[]> {
  return db.read
    .selectFrom('linked_totals')
    .where('link', '=', link)
    .where('events', '>', 0)
    .select(['target_id as id', 'events'])
    .orderBy('events', 'desc')
    .orderBy('target_id')
    .limit(size)
    .offset(first)
    .execute()
}

/** For each of the given targets, how many of its events start within the limits. */
async function countStarts(
  { db }: Context,
  { starts, targets: { link, among }, some }: { starts: Starts; targets: Targets; some: readonly Target[] },
) {
  const targets = db.dialect.numbersById(new Map(some.map(({ id, events }) => [id, events])))
  const { rows } = await sql<{ id: number; count: number }>`
    select id, ${startsOf(link, sql`target.id`, starts)} as count from ${targets} as target
    where ${among(sql`target.id`)}`.execute(db.read)
  return rows
}

/** By target, how many events are in the window though they start before it, less those that start in it and are not. */
async function countExceptions({ db }: Context, { early, late }: Starts, link: CountedLink): Promise<Counts> {
  const events = new Map([...early.map((id) => [id, 1] as const), ...late.map((id) => [id, -1] as const)])
  if (events.size === 0) return new Map()
  const { rows } = await sql<{ id: number; count: number }>`
    select target_id as id, sum(number) as count
    from ${db.dialect.numbersById(events)} as given
    cross join ${sql.table(`${link}_listings`)} as listed where listed.id = given.id
    group by target_id`.execute(db.read)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
