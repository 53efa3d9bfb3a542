import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type LinkedListing, type ListingsTable, listingColumns } from '../db/listings/listings.ts'
import { RowSet } from '../db/rowSet.ts'
import type { Context } from '../posts/context.ts'
import { isAtNearby, type Nearby, nearbyTable } from '../posts/posts.places.ts'
import type { Order } from '../posts/posts.order.ts'
import { categoryKind, tagKind } from '../terms/terms.kind.ts'
import { endsWithin, filtersIn, type ListReader, namedTerms } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import { isOfContents, type LinkName, showsAllPublished, shownIn, withoutFound } from './events.shown.ts'

/** A list that is asked for, and the reader. */
export interface Asked {
  readonly context: Context
  readonly params: Partial<ListEvents>
  readonly reader: ListReader
  readonly nearby: Nearby | undefined
  /** The events that were looked for, if they are known already (`findFound`). */
  readonly found?: RowSet | undefined
  /** The revision from before `nearby` and `found` were looked up; undefined where neither is. */
  readonly since?: number | undefined
  /** Whether it is asked in order to tell what events contain (`isOfContents`). */
  readonly tells?: boolean | undefined
}

/** How the events are read. */
interface Way {
  /** Test events one by one until there are enough: quickest where a few of many are wanted. */
  readonly testsEach?: boolean
  /** Read in the order of their starts. */
  readonly isByStart?: boolean
  /** Read in the order of an index of all events, given by its first column. */
  readonly following?: Order['index']
  /** Join the `distance` of its nearest venue to each event, if the list looks around a place. */
  readonly isByDistance?: boolean
  /** Whether an event may come up several times, such as for each of its venues. */
  readonly mayRepeat?: boolean
  /** The condition for what the reader may see, if not that of lists. */
  readonly shown?: Expression<SqlBool>
}

const eb = expressionBuilder<Tables>()

/** The events of a list, without an order, and the expression that counts each of them once. */
export async function eventsOf(asked: Asked, way: Way = {}) {
  const { context, reader, params, found } = asked
  const { from, link } = await eventsIn(asked, way)
  const left = found ? withoutFound(params) : params
  const others = link?.name === undefined ? left : without(left, link.name)
  const conditions = await filtersIn(context, others, reader, {
    testsEach: way.testsEach ?? false,
    hasFlags: !link && (showsAllPublished(asked) || context.db.dialect.indexedFlags.length > 0),
    hasProtected: link?.hasVenueColumns === true,
    isOpen: isOfContents(asked),
  })
  const all = eb.and([
    way.shown ?? shownIn(asked),
    ...conditions,
    ...(found ? [context.db.dialect.isAmong('events', found)] : []),
  ])
  const once = link?.hasVenueColumns ? from.where(isFirst(link)) : from
  const listed = once.where('events.hide_from_listings', '=', sql.lit(0))
  const total = link && way.mayRepeat ? countOf(link) : sql<number>`count(*)`
  if (way.following === undefined || link) return { query: listed.where(all), total }
  // A condition in `(…) is true` uses no index of its own, so that the one of the order is followed.
  const ends = way.following === 'ends_at' ? endsWithin(context, params, reader) : []
  const followed = ends.reduce((query, condition) => query.where(condition), listed)
  return { query: followed.where(sql<SqlBool>`(${all}) is true`), total }
}

/** The rows that a list starts from: all listings, or those of a venue, a term and the like. */
async function eventsIn(asked: Asked, way: Way) {
  const { testsEach = false, isByStart, isByDistance, mayRepeat = false } = way
  const { context } = asked
  if (isByDistance && asked.nearby) return { from: fromNearest(context, asked.nearby), link: undefined }
  const nearby = asked.found ? undefined : asked.nearby
  const found = await linkOf(asked)
  // The listings of one target are a range of an index, in the order of starts: quicker than testing events one by one.
  const isRange = isByStart && found?.one !== undefined
  const link = testsEach && !isRange ? undefined : found
  const from = context.db.read.selectFrom(rowsOf(link, mayRepeat).as('events'))
  return {
    from: nearby && !link?.isNearby ? from.where(isAtNearby(context.db.dialect, nearby, testsEach)) : from,
    link,
  }
}

function fromNearest({ db }: Context, nearby: Nearby) {
  const near = sql<{ event_id: number; distance: number }>`(
    select event_id, min(number) as distance
    from ${nearbyTable(db.dialect, nearby)} as nearby cross join event_venues
    where event_venues.venue_id = nearby.id group by event_id)`
  // The joined column is only for the order, which refers to it by name: `$if` keeps it out of the type.
  return db.read
    .selectFrom(rowsOf(undefined, false).as('events'))
    .$if(true, (events) => events.innerJoin(near.as('near'), 'near.event_id', 'events.id'))
}

/** What events must be linked to, and the filter that it comes from. */
export interface Link {
  readonly table: LinkedListing
  readonly ids: RawBuilder<unknown>
  /** The id if it is only one, so that no event comes up several times. */
  readonly one: number | undefined
  /** Whether the rows have the columns of `VenueListingsTable`, by which each event is kept to one row. */
  readonly hasVenueColumns: boolean
  readonly name?: LinkName
  readonly isNearby?: true
  /** The condition that an id is one of them. */
  readonly has: (id: RawBuilder<unknown>) => RawBuilder<SqlBool>
}

/** The filters by links, in the order of how many events they usually keep: fewest first. */
const links: readonly [LinkName, Link['table'], (asked: Asked) => Promise<readonly number[]>][] = [
  ['venue', 'venue_listings', async ({ params }) => params.venue ?? []],
  ['organizer', 'organizer_listings', async ({ params }) => params.organizer ?? []],
  ['tags', 'term_listings', ({ context, params }) => namedTerms(context, tagKind, params.tags ?? [])],
  // The listings of a category include those of all below it.
  [
    'categories',
    'term_listings',
    ({ context, params }) => namedTerms(context, categoryKind, params.categories ?? []),
  ],
]

/** What the events of a list must be linked to; of several filters the one that usually keeps the fewest. */
export async function linkOf(asked: Asked): Promise<Link | undefined> {
  const nearby = asked.found ? undefined : asked.nearby
  const params = asked.found ? withoutFound(asked.params) : asked.params
  for (const [name, table, idsOf] of links) {
    if (params[name] === undefined) continue
    const ids = await idsOf(asked)
    // If none exists, the filter itself leaves nothing.
    if (ids.length === 0) return undefined
    const one = new Set(ids).size === 1 ? ids[0] : undefined
    const hasVenueColumns = table === 'venue_listings' && one === undefined
    const listed = sql.join([...ids])
    return { name, table, ids: listed, one, hasVenueColumns, has: (id) => sql`${id} in (${listed})` }
  }
  if (!nearby) return undefined
  const { dialect } = asked.context.db
  const ids = sql`select id from ${nearbyTable(dialect, nearby)} as nearby`
  const has: Link['has'] = (id) => dialect.isOneOf(id, RowSet.of(nearby.ids))
  return { table: 'venue_listings', ids, one: undefined, hasVenueColumns: true, isNearby: true, has }
}

const columns = sql.join(['id', ...listingColumns].map((name) => sql.ref(name)))

function rowsOf(link: Link | undefined, mayRepeat: boolean): RawBuilder<ListingsTable> {
  if (!link) return sql`listings`
  const distinct = isOnce(link) || mayRepeat ? sql`` : sql`distinct`
  const told = link.hasVenueColumns ? sql`, target_id, after_id, protected` : sql``
  return sql`(select ${distinct} ${columns} ${told} from ${sql.table(link.table)} where target_id in (${link.ids}))`
}

/** Counts the events, each once. */
function countOf(link: Link): RawBuilder<number> {
  return isOnce(link) ? sql`count(*)` : sql`count(distinct events.id)`
}

/** Whether no event comes up several times. */
function isOnce({ one, hasVenueColumns }: Link): boolean {
  return one !== undefined || hasVenueColumns
}

/** Whether the row is that of the event’s first venue among these; only the few events with more than two take a look-up. */
function isFirst({ ids, has }: Link): Expression<SqlBool> {
  const before = sql.ref('events.after_id')
  return sql<SqlBool>`(${before} = 0 or not ${has(before)} or (${before} is null and not exists (
    select 1 from event_venues as earlier
    where earlier.event_id = events.id and +earlier.venue_id in (${ids}) and earlier.position < (
      select min(position) from event_venues as own
      where own.event_id = events.id and own.venue_id = events.target_id))))`
}

function without(params: Partial<ListEvents>, name: LinkName): Partial<ListEvents> {
  const { [name]: _answered, ...others } = params
  return others
}
