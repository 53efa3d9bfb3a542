import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ListingsTable } from '../db/listings.ts'
import type { Context } from '../posts/context.ts'
import type { Nearby } from '../posts/posts.places.ts'
import type { EventFacetsParams } from './events.facets.params.ts'
import type { ListReader } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import { type Asked, eventsOf as eventsOfList } from './events.source.ts'
import { type Starts, startsOf } from './events.facets.starts.ts'
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
  /** Their ids as a table in brackets, where they are found once and for all. */
  readonly ids?: RawBuilder<unknown>
  /** Where they are all that lists show anybody in a window: when they start. */
  readonly starts?: Starts
}

/** Filters that no index of events answers alone: what they keep is better found once than for every facet. */
const costly = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'geoloc',
  'geoloc_lat',
  'geoloc_bbox',
  'ticketed',
] as const satisfies readonly (keyof ListEvents)[]

/** So many ids are kept, some ten megabytes; more events are found again for every facet. */
const maxIds = 500_000

/** Finds how many events the list has, and where that is costly, which. */
export async function findListed(counting: Counting): Promise<Listed> {
  const { context, params } = counting
  const list = listOf(counting)
  if (isOfWindowAlone(list)) return { ...counting, total: await totalOf(list), starts: await startsOf(list) }
  if (isCostly(params)) {
    const { query } = await eventsOf(counting)
    const rows = await query
      .select('events.id')
      .limit(maxIds + 1)
      .execute()
    const ids = new Map(rows.map(({ id }) => [id, 0]))
    if (ids.size <= maxIds) return { ...counting, total: ids.size, ids: context.db.dialect.numbersById(ids) }
  }
  return { ...counting, total: await countEvents(counting) }
}

/** The list whose events are counted. */
export function listOf({ context, params, reader, nearby }: Counting): Asked {
  const { facets: _facets, facet_limit: _limit, ...filters } = params
  return { context, params: filters, reader, nearby }
}

/** Whether it takes long to find the events of a list, however few they are. */
export function isCostly(params: EventFacetsParams): boolean {
  return costly.some((name) => params[name] !== undefined)
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

/** A query for the events; in an object, as it is not to be awaited. */
export async function eventsOf({ ids, ...counting }: Pick<Listed, keyof Counting | 'ids'>) {
  if (!ids) return eventsOfList(counting)
  const all = counting.context.db.read.selectFrom(sql<ListingsTable>`listings`.as('events'))
  return { query: all.where('events.id', 'in', sql<number>`(select id from ${ids} as found)`) }
}

/** How many of the events there are, of those for which a further condition holds. */
export async function countEvents(
  listed: Pick<Listed, keyof Counting | 'ids'>,
  further?: Expression<SqlBool>,
): Promise<number> {
  const { query } = await eventsOf(listed)
  const counted = further ? query.where(further) : query
  const { total } = await counted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return total
}
