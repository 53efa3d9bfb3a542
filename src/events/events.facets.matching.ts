import { setImmediate } from 'node:timers/promises'
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ListingsTable } from '../db/listings/listings.ts'
import type { Context } from '../posts/context.ts'
import type { Nearby } from '../posts/posts.places.ts'
import type { EventFacetsParams } from './events.facets.params.ts'
import type { ListReader } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import { findIds } from './events.facets.ids.ts'
import { type Asked, eventsOf } from './events.source.ts'
import { type Starts, findStarts } from './events.facets.starts.ts'
import { isOfWindowAlone, totalOf } from './events.total.ts'

/** What is counted, and for whom. */
export interface Counting {
  readonly context: Context
  readonly params: EventFacetsParams
  readonly reader: ListReader
  readonly nearby: Nearby | undefined
}

/** The events that the list would have if it were asked for with these parameters. */
export interface Listed extends Counting {
  readonly total: number
  /** Their ids, some at a time, each a table in brackets; where there are none, the list itself is asked. */
  readonly parts?: readonly RawBuilder<unknown>[]
  /** Where they are all that lists show anybody in a window: when they start. */
  readonly starts?: Starts
}

/** Finds how many events the list has, and unless it has all of a window, which. */
export async function findListed(counting: Counting): Promise<Listed> {
  const list = listOf(counting)
  if (isOfWindowAlone(list))
    return { ...counting, total: await totalOf(list), starts: await findStarts(list) }
  const found = await findIds(list)
  const { dialect } = counting.context.db
  const parts: RawBuilder<unknown>[] = []
  for (const ids of found) {
    await setImmediate()
    parts.push(dialect.numbersById(new Map(ids.map((id) => [id, 0]))))
  }
  return { ...counting, total: found.reduce((sum, { length }) => sum + length, 0), parts }
}

/** The list whose events are counted. */
export function listOf({ context, params, reader, nearby }: Counting): Asked {
  const { facets: _facets, facet_limit: _limit, ...filters } = params
  return { context, params: filters, reader, nearby }
}

/** The events that the list would have without its own filter of a facet. */
export async function listedWithout(
  listed: Listed,
  own: keyof ListEvents & keyof EventFacetsParams,
): Promise<Listed> {
  const { [own]: given, ...params } = listed.params
  const { context, reader, nearby } = listed
  return given === undefined ? listed : findListed({ context, params, reader, nearby })
}

/** Tables of their ids, one after the other: others have their turn between. */
export async function* idsOf(listed: Listed): AsyncGenerator<RawBuilder<{ id: number }>> {
  if (!listed.parts) {
    const { query } = await eventsOf(listOf(listed))
    yield sql`(${query.select('events.id')})`
  }
  for (const ids of listed.parts ?? []) {
    await setImmediate()
    yield ids.$castTo<{ id: number }>()
  }
}

/** Queries for them, likewise; each in an object, as it is not to be awaited. */
export async function* queriesOf(listed: Listed) {
  if (!listed.parts) yield await eventsOf(listOf(listed))
  const all = listed.context.db.read.selectFrom(sql<ListingsTable>`listings`.as('events'))
  for (const ids of listed.parts ?? []) {
    await setImmediate()
    yield { query: all.where('events.id', 'in', sql<number>`(select id from ${ids} as found)`) }
  }
}

/** How many of the events there are for which the condition holds. */
export async function countEvents(listed: Listed, condition: Expression<SqlBool>): Promise<number> {
  let all = 0
  for await (const { query } of queriesOf(listed)) {
    const counted = query.where(condition).select(sql<number>`count(*)`.as('total'))
    all += (await counted.executeTakeFirstOrThrow()).total
  }
  return all
}
