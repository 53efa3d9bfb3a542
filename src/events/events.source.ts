import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type LinkedListing, type ListingsTable, listingColumns } from '../db/listings/listings.ts'
import { RowSet } from '../db/rowSet.ts'
import type { Context } from '../posts/context.ts'
import { isAtNearby, type Nearby, nearbyTable } from '../posts/posts.places.ts'
import type { Order } from '../posts/posts.order.ts'
import { visibleIn } from '../posts/posts.query.ts'
import { categoryKind, tagKind } from '../terms/terms.kind.ts'
import { endsWithin, filtersIn, type ListReader, namedTerms } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'

/** A list, and who asks for it. */
export interface Asked {
  readonly context: Context
  readonly params: Partial<ListEvents>
  readonly reader: ListReader
  readonly nearby: Nearby | undefined
  /** The events that its search finds, where they are known. */
  readonly found?: RowSet | undefined
}

/** How the events are gone through. */
interface Way {
  /** One after the other is tried, until there are enough: the soonest where a few of many are wanted. */
  readonly isEach?: boolean
  /** In the order of their start. */
  readonly isByStart?: boolean
  /** In the order of an index of all events, of which it tells the first column. */
  readonly following?: Order['index']
  /** Each has the `distance` of the nearest of its venues beside it, where the list looks around a place. */
  readonly isByDistance?: boolean
  /** Whether an event may come up several times, as when it is at several of the venues. */
  readonly mayRepeat?: boolean
  /** What the reader may see, where it is not what lists show of the events. */
  readonly shown?: Expression<SqlBool>
}

const eb = expressionBuilder<Tables>()

/** The events of a list, in no order, and what counts them, each once. */
export async function eventsOf(asked: Asked, way: Way = {}) {
  const { context, reader, params, found } = asked
  const { from, link } = await eventsIn(asked, way)
  const left = link?.name === undefined ? params : without(params, link.name)
  const others = found ? without(left, 'search') : left
  const conditions = await filtersIn(context, others, reader, {
    isEach: way.isEach ?? false,
    hasFlags: !link,
    tellsProtected: link?.isTold === true,
  })
  const all = eb.and([
    way.shown ?? visibleIn('events', reader.caller, params.status),
    ...conditions,
    ...(found ? [context.db.dialect.isAmong('events', found)] : []),
  ])
  const once = link?.isTold ? from.where(isFirst(link)) : from
  const listed = once.where('events.hide_from_listings', '=', sql.lit(0))
  const total = link && way.mayRepeat ? countOf(link) : sql<number>`count(*)`
  if (way.following === undefined || link) return { query: listed.where(all), total }
  // No index is searched for what is said to be true, so that the one of the order is followed.
  const ends = way.following === 'ends_at' ? endsWithin(context, params, reader) : []
  const followed = ends.reduce((query, condition) => query.where(condition), listed)
  return { query: followed.where(sql<SqlBool>`(${all}) is true`), total }
}

/** Where a list begins to look: at all events, or those of a venue, a term and the like; each with its listing. */
async function eventsIn(asked: Asked, way: Way) {
  const { isEach = false, isByStart, isByDistance, mayRepeat = false } = way
  const { nearby, context } = asked
  if (isByDistance && nearby) return { from: fromNearest(context, nearby), link: undefined }
  const found = await linkOf(asked)
  // What is linked to one alone is a range in the order of starts: the soonest of these are met first of all.
  const isRange = isByStart && found?.one !== undefined
  const link = isEach && !isRange ? undefined : found
  const from = context.db.read.selectFrom(rowsOf(link, mayRepeat).as('events'))
  return {
    from: nearby && !link?.isNearby ? from.where(isAtNearby(context.db.dialect, nearby, isEach)) : from,
    link,
  }
}

function fromNearest({ db }: Context, nearby: Nearby) {
  const near = sql<{ event_id: number; distance: number }>`(
    select event_id, min(number) as distance
    from ${nearbyTable(db.dialect, nearby)} as nearby cross join event_venues
    where event_venues.venue_id = nearby.id group by event_id)`
  // What is beside the events is for the order alone, which names it by itself: `$if` keeps it out of the type.
  return db.read
    .selectFrom(rowsOf(undefined, false).as('events'))
    .$if(true, (events) => events.innerJoin(near.as('near'), 'near.event_id', 'events.id'))
}

type LinkName = 'venue' | 'organizer' | 'tags' | 'categories'

/** What events are to be linked to, and the filter that says so. */
export interface Link {
  readonly table: LinkedListing
  readonly ids: RawBuilder<unknown>
  /** The id where it is one alone, so that no event is linked to several. */
  readonly one: number | undefined
  /** Whether there is what `VenueListingsTable` tells, by which each event comes up once. */
  readonly isTold: boolean
  readonly name?: LinkName
  readonly isNearby?: true
  /** Whether an id is one of them. */
  readonly has: (id: RawBuilder<unknown>) => RawBuilder<SqlBool>
}

/** By how many events they keep, as a rule: fewest first. */
const links: readonly [LinkName, Link['table'], (asked: Asked) => Promise<readonly number[]>][] = [
  ['venue', 'venue_listings', async ({ params }) => params.venue ?? []],
  ['organizer', 'organizer_listings', async ({ params }) => params.organizer ?? []],
  ['tags', 'term_listings', ({ context, params }) => namedTerms(context, tagKind, params.tags ?? [])],
  // With a category there are the listings of all below it.
  [
    'categories',
    'term_listings',
    ({ context, params }) => namedTerms(context, categoryKind, params.categories ?? []),
  ],
]

/** What the events of a list are to be linked to, whatever else is asked: of several the one that keeps the fewest, as a rule. */
export async function linkOf(asked: Asked): Promise<Link | undefined> {
  const { nearby, params } = asked
  for (const [name, table, idsOf] of links) {
    if (params[name] === undefined) continue
    const ids = await idsOf(asked)
    // Where none is known, the filter itself says so.
    if (ids.length === 0) return undefined
    const one = new Set(ids).size === 1 ? ids[0] : undefined
    const isTold = table === 'venue_listings' && one === undefined
    const listed = sql.join([...ids])
    return { name, table, ids: listed, one, isTold, has: (id) => sql`${id} in (${listed})` }
  }
  if (!nearby) return undefined
  const { dialect } = asked.context.db
  const ids = sql`select id from ${nearbyTable(dialect, nearby)} as nearby`
  const has: Link['has'] = (id) => dialect.isOneOf(id, RowSet.of(nearby.ids))
  return { table: 'venue_listings', ids, one: undefined, isTold: true, isNearby: true, has }
}

const columns = sql.join(['id', ...listingColumns].map((name) => sql.ref(name)))

function rowsOf(link: Link | undefined, mayRepeat: boolean): RawBuilder<ListingsTable> {
  if (!link) return sql`listings`
  const distinct = isOnce(link) || mayRepeat ? sql`` : sql`distinct`
  const told = link.isTold ? sql`, target_id, after_id, protected` : sql``
  return sql`(select ${distinct} ${columns} ${told} from ${sql.table(link.table)} where target_id in (${link.ids}))`
}

/** How many events there are, where some may come up several times. */
function countOf(link: Link): RawBuilder<number> {
  return isOnce(link) ? sql`count(*)` : sql`count(distinct events.id)`
}

/** Whether no event comes up by several of its links. */
function isOnce({ one, isTold }: Link): boolean {
  return one !== undefined || isTold
}

/** Whether the event comes up by the first of the venues that it names; few name more than two, whose links are looked at. */
function isFirst({ ids, has }: Link): Expression<SqlBool> {
  const before = sql.ref('events.after_id')
  return sql<SqlBool>`(${before} = 0 or not ${has(before)} or (${before} is null and not exists (
    select 1 from event_venues as earlier
    where earlier.event_id = events.id and +earlier.venue_id in (${ids}) and earlier.position < (
      select min(position) from event_venues as own
      where own.event_id = events.id and own.venue_id = events.target_id))))`
}

function without(params: Partial<ListEvents>, name: LinkName | 'search'): Partial<ListEvents> {
  const { [name]: _answered, ...others } = params
  return others
}
