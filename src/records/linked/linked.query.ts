import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { type Caller, can, mayRead } from '../../http/auth/rights.ts'
import { endingIn, startingIn, type TimeOfDays } from '../../pure/calendar/daySpan.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { onceFor } from '../../pure/calendar/cache.ts'
import { byIds, type ReadByIds } from '../../storage/db/statements.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Tables } from '../../storage/schema/tables.all.ts'
import type { Page } from '../../http/list.ts'
import type { Context } from '../../http/context.ts'
import { countByLink } from '../../storage/index/facets.ts'
import type { TimeRange } from '../../storage/index/filters.ts'
import { sortKeysOf } from '../posts/posts.order.ts'
import { looksSomewhere, type Nearby, nearbyTable, type PlaceFilters } from '../posts/posts.places.ts'
import { shared, shownPostColumns, visibleIn } from '../posts/posts.query.ts'
import { sightOf } from '../posts/posts.visibility.ts'
import { ownSets } from '../own/own.filters.ts'
import { matching } from '../posts/posts.words.ts'
import { findAround } from '../geocoding/geocoding.typedPlace.ts'
import { foldedForms } from '../../pure/text/fold.ts'
import { recordWords } from '../../pure/text/search.ts'
import type { Comparable } from './linked.alike.ts'
import type { LinkedKind, LinkedRow, ListAmong, ShownLinked } from './linked.kind.ts'
import { orderOfLinked } from './linked.order.ts'

const eb = expressionBuilder<Tables>()

/** What a filter depends on beside its value. */
interface Narrowing {
  readonly context: Context
  readonly kind: LinkedKind
  readonly caller: Caller
  readonly now: EpochSeconds
}

/** Parameters that choose the page and its order; and those of places, which are applied together. */
type Elsewhere = 'page' | 'per_page' | 'orderby' | 'order' | 'skipped' | 'inOrderOf' | keyof PlaceFilters
type Filterable = Omit<ListAmong, Elsewhere>
type Conditions = readonly Expression<SqlBool>[]
type Narrow<Value> = (value: Value, narrowing: Narrowing) => Conditions | Promise<Conditions>

/** How each list parameter narrows the list; one that is declared and missing here does not compile. */
const narrow: { readonly [Name in keyof Filterable]-?: Narrow<NonNullable<Filterable[Name]>> } = {
  search: (text, { context, kind }) => matching(context.db.dialect, kind.table, recordWords(text)),
  event: (id, { kind }) => [
    sql<SqlBool>`${ref(kind, 'id')} in (select ${linkRef(kind)} from ${linkTable(kind)} where event_id = ${id})`,
  ],
  has_events: async (wanted, narrowing) => [await isLinkedToAny(narrowing, wanted)],
  only_with_upcoming: async (wanted, narrowing) =>
    wanted
      ? [
          await isLinkedToAny(narrowing, true, {
            starts: startingIn(since(narrowing), narrowing.context.siteZone),
          }),
        ]
      : [],
  has_upcoming: async (wanted, narrowing) => [
    await isLinkedToAny(narrowing, wanted, { ends: endingIn(since(narrowing), narrowing.context.siteZone) }),
  ],
  fields: async (filters, { context, kind, caller }) => {
    const { db, declared } = context
    const sets = await ownSets(db, filters, { declared, kind: kind.name, caller })
    return sets.map(({ ids, isIn }) => {
      const some = sql`(select id from ${db.dialect.tableOfIds([...ids])} as said)`
      return sql<SqlBool>`${ref(kind, 'id')} ${sql.raw(isIn ? 'in' : 'not in')} ${some}`
    })
  },
  // Statuses narrow what is visible and are applied with it.
  status: () => [],
  include: (ids, { kind }) => [sql<SqlBool>`${ref(kind, 'id')} in (${sql.join([...ids])})`],
  exclude: (ids, { kind }) => [sql<SqlBool>`${ref(kind, 'id')} not in (${sql.join([...ids])})`],
  published: (range, { kind }) => timesWithin(ref(kind, 'date_at'), range),
  changed: (range, { kind }) => timesWithin(ref(kind, 'modified_at'), range),
  writers: (ids, { kind }) => [sql<SqlBool>`${ref(kind, 'author_id')} in (${sql.join([...ids])})`],
  geoloc: (wanted) => [sql<SqlBool>`venues.geo_lat is ${sql.raw(wanted ? 'not null' : 'null')}`],
}

/** A list that is asked for, and by whom. */
interface LinkedQuestion {
  readonly params: ListAmong
  readonly caller: Caller
  readonly now: Temporal.Instant
}

/** One page of the list, in order. */
export async function listLinked(
  context: Context,
  kind: LinkedKind,
  asked: LinkedQuestion,
): Promise<{ rows: LinkedRow[]; page: Page; nearby: Nearby | undefined }> {
  const { params } = asked
  const page = params.page ?? 1
  const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
  const list = await listOf(context, kind, asked)
  const { total } = await list.all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await rowsOf(list, {
    offset: (params.skipped ?? 0) + (page - 1) * perPage,
    limit: perPage,
  })
  return { rows, page: { page, perPage, total }, nearby: list.nearby }
}

/** The venues around the place of a list: whom it shows them is decided with its other filters. */
async function nearbyOf(context: Context, params: ListAmong): Promise<Nearby | undefined> {
  if (!looksSomewhere(params)) return undefined
  return context.index.ask(async ({ places }) => findAround(places, params, context))
}

/** The records of a list, as they are counted and as they are read in order. */
async function listOf(context: Context, kind: LinkedKind, { params, caller, now }: LinkedQuestion) {
  const nearby = await nearbyOf(context, params)
  const conditions = await narrowed(params, { context, kind, caller, now: epochSeconds(now) })
  const isListed = eb.and([visibleIn(kind.table, caller, params.status), ...conditions])
  const list = from(context, kind, nearby)
  // A condition in `(…) is true` uses no index of its own, so that the one of the order is followed: most records are listed.
  const ordered = list.where(isFollowed(params) ? sql<SqlBool>`(${isListed}) is true` : isListed)
  const inOrder = sortKeysOf(orderOfLinked(context.db.dialect, kind, params), params.order).reduce(
    (query, [key, way]) => query.orderBy(key, way),
    ordered.selectAll(shared(kind.table)),
  )
  return { all: list.where(isListed), inOrder, nearby }
}

async function rowsOf(
  { inOrder }: Awaited<ReturnType<typeof listOf>>,
  { offset, limit }: { offset: number; limit: number },
): Promise<LinkedRow[]> {
  const rows = await inOrder.limit(limit).offset(offset).execute()
  return rows.map(asLinked)
}

/** Whether the list is read by an index of its order; that of dates begins with the status, and is found anyway. */
function isFollowed(params: ListAmong): boolean {
  const { orderby = 'date', search, event, include } = params
  const isOfAll = search === undefined && event === undefined && include === undefined
  return orderby !== 'date' && isOfAll && !looksSomewhere(params)
}

/** The venues or organizers; of venues, those within the place of the list, joined with their `distance`. */
function from({ db }: Context, kind: LinkedKind, nearby: Nearby | undefined) {
  const all = db.read.selectFrom(shared(kind.table))
  if (!nearby) return all
  const near = sql<{ id: number; number: number }>`${nearbyTable(db.dialect, nearby)}`.as('near')
  // The joined column is only for the order, which refers to it by name: `$if` keeps it out of the type.
  return all.$if(true, (venues) => venues.innerJoin(near, 'near.id', 'venues.id'))
}

/** The venue or organizer with the id. */
export async function findLinked(db: Reader, kind: LinkedKind, id: number): Promise<LinkedRow | undefined> {
  const row = await db.selectFrom(shared(kind.table)).selectAll().where('id', '=', id).executeTakeFirst()
  return row && asLinked(row)
}

/** Reads the venues or organizers with some ids, in no order: the columns that are shown. */
export const readLinked = onceFor(({ table, columns }: LinkedKind): ReadByIds<ShownLinked> => {
  const shown = [...shownPostColumns, 'own', ...Object.keys(columns)].map((name) => sql.ref(name))
  return byIds((db, ids) =>
    sql<ShownLinked>`select ${sql.join(shown)} from ${sql.table(table)} where id in (${sql.join(ids)})`.compile(
      db,
    ),
  )
})

/** What is compared of the records that the caller sees, to find those that are there twice; not of those in the trash. */
export async function comparableLinked(db: Reader, kind: LinkedKind, caller: Caller): Promise<Comparable[]> {
  const isPlaced = 'geo_lat' in kind.columns
  const own = isPlaced ? (['address', 'city', 'geo_lat', 'geo_lng'] as const) : []
  const rows = await db
    .selectFrom(shared(kind.table))
    .select(['id', 'title', ...own])
    .where(visibleIn(kind.table, caller, undefined))
    .orderBy('id')
    .execute()
  return rows.map(({ id, title, address, city, geo_lat, geo_lng }) => ({
    id,
    title,
    // Organizers are at no place, and have no such columns.
    address: isPlaced ? address : '',
    city: isPlaced ? city : '',
    place:
      typeof geo_lat === 'number' && typeof geo_lng === 'number' ? { lat: geo_lat, lng: geo_lng } : undefined,
  }))
}

/** How many records of the same name are compared with one that is posted, at most. */
const namesakes = 100

/** The records of this name that are not in the trash, in any case and accent, oldest first (D16). */
async function findNamesakes(db: Reader, kind: LinkedKind, title: string): Promise<LinkedRow[]> {
  const rows = await db
    .selectFrom(shared(kind.table))
    .selectAll()
    .where('title_folded', 'in', foldedForms(title))
    .where(sql.ref('status'), '<>', 'trash')
    .orderBy('id')
    .limit(namesakes)
    .execute()
  return rows.map(asLinked)
}

/** The records of the same name that the caller may read, not in the trash, and that are the same in all of these fields (D16). */
export async function findEquals(
  db: Reader,
  kind: LinkedKind,
  wanted: { title: string; fields: Readonly<Record<string, unknown>> },
  caller: Caller,
): Promise<readonly LinkedRow[]> {
  const fields = Object.entries(wanted.fields)
  const known = await findNamesakes(db, kind, wanted.title)
  return known.filter(
    (other) => mayRead(caller, other) && fields.every(([name, value]) => other[name] === value),
  )
}

/** Gives a row its type: every column is a text or a number, and which ones there are is up to the kind. */
function asLinked(row: object): LinkedRow {
  return row as LinkedRow
}

async function narrowed(params: ListAmong, narrowing: Narrowing): Promise<Conditions> {
  const names = Object.keys(narrow) as (keyof Filterable)[]
  const conditions = await Promise.all(
    names.map(async (name) => {
      const value = params[name]
      // The table is typed by name, so that name and value belong together.
      return value === undefined ? [] : (narrow[name] as Narrow<typeof value>)(value, narrowing)
    }),
  )
  return conditions.flat()
}

/** Whether a record is linked to an event that the caller may read with what it contains (D62) and that is not in the trash (D32). */
async function isLinkedToAny(
  { context: { db, index }, kind, caller }: Narrowing,
  wanted: boolean,
  times: { readonly starts?: TimeOfDays; readonly ends?: TimeOfDays } = {},
): Promise<Expression<SqlBool>> {
  const open = can(caller, 'edit_others') ? undefined : { author: caller.id }
  const linked = await index.ask(async (snapshot) =>
    countByLink(await index.find(snapshot, { sight: sightOf(caller), ...times, open }), kind.table),
  )
  const among = sql<SqlBool>`${ref(kind, 'id')} in (select id from ${db.dialect.tableOfIds([...linked.keys()])} as linked)`
  return wanted ? among : sql<SqlBool>`not ${among}`
}

function since({ now }: Narrowing): TimeRange {
  return { from: now, until: Infinity }
}

function timesWithin(column: Expression<unknown>, { from, until }: TimeRange): Conditions {
  return [
    ...(from === -Infinity ? [] : [sql<SqlBool>`${column} >= ${from}`]),
    ...(until === Infinity ? [] : [sql<SqlBool>`${column} < ${until}`]),
  ]
}

function ref(kind: LinkedKind, column: string) {
  return sql.ref(`${kind.table}.${column}`)
}

function linkTable(kind: LinkedKind) {
  return sql.table(kind.link.table)
}

function linkRef(kind: LinkedKind) {
  return sql.ref(`${kind.link.table}.${kind.link.column}`)
}
