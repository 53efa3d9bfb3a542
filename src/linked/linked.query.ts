import { type Expression, sql, type SqlBool } from 'kysely'
import type { Caller } from '../auth/rights.ts'
import { epochSeconds } from '../calendar/text.ts'
import { onceFor } from '../calendar/cache.ts'
import { byIds, type ReadByIds } from '../db/byIds.ts'
import type { Reader } from '../db/dialect.ts'
import type { LinkedListing } from '../db/listings/listings.ts'
import type { EpochSeconds } from '../db/tables.ts'
import type { Page } from '../http/list.ts'
import type { Context } from '../posts/context.ts'
import { sortKeysOf } from '../posts/posts.order.ts'
import { findNearby, type Nearby, nearbyTable, type PlaceFilters } from '../posts/posts.places.ts'
import { shared, shownPostColumns, visibleIn } from '../posts/posts.query.ts'
import { fold } from '../text/fold.ts'
import { recordWords } from '../text/search.ts'
import type { LinkedKind, LinkedRow, ListLinked, ShownLinked } from './linked.kind.ts'
import { orderOfLinked } from './linked.order.ts'

/** What a filter depends on beside its value. */
interface Narrowing {
  readonly context: Context
  readonly kind: LinkedKind
  readonly caller: Caller
  readonly now: EpochSeconds
}

/** Parameters that choose the page and its order; and those of places, which are applied together. */
type Elsewhere = 'page' | 'per_page' | 'orderby' | 'order' | keyof PlaceFilters
type Filterable = Omit<ListLinked, Elsewhere>
type Conditions = readonly Expression<SqlBool>[]
type Narrow<Value> = (value: Value, narrowing: Narrowing) => Conditions | Promise<Conditions>

/** How each list parameter narrows the list; one that is declared and missing here does not compile. */
const narrow: { readonly [Name in keyof Filterable]-?: Narrow<NonNullable<Filterable[Name]>> } = {
  search: (text, { context, kind }) => context.db.matching(kind.table, recordWords(text)),
  event: (id, { kind }) => [
    sql<SqlBool>`${ref(kind, 'id')} in (select ${linkRef(kind)} from ${linkTable(kind)} where event_id = ${id})`,
  ],
  has_events: (wanted, narrowing) => [linkedToEvent(narrowing, wanted, sql`1 = 1`)],
  only_with_upcoming: (wanted, narrowing) =>
    wanted ? [linkedToEvent(narrowing, true, sql`events.starts_at >= ${narrowing.now}`)] : [],
  // Statuses narrow what is visible and are applied with it.
  status: () => [],
  geoloc: (wanted) => [sql<SqlBool>`venues.geo_lat is ${sql.raw(wanted ? 'not null' : 'null')}`],
}

/** One page of the list, in order. */
export async function listLinked(
  context: Context,
  kind: LinkedKind,
  list: { params: ListLinked; caller: Caller; now: Temporal.Instant },
): Promise<{ rows: LinkedRow[]; page: Page; nearby: Nearby | undefined }> {
  const { params, caller } = list
  const page = params.page ?? 1
  const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
  const nearby = await findNearby(context, params)
  const conditions = await narrowed(params, { context, kind, caller, now: epochSeconds(list.now) })
  const matching = from(context, kind, nearby).where((eb) =>
    eb.and([visibleIn(kind.table, caller, params.status), ...conditions]),
  )
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await sortKeysOf(orderOfLinked(context.db.dialect, kind, params), params.order)
    .reduce((query, [key, way]) => query.orderBy(key, way), matching.selectAll(shared(kind.table)))
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows: rows.map(asLinked), page: { page, perPage, total }, nearby }
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
  const shown = [...shownPostColumns, ...Object.keys(columns)].map((name) => sql.ref(name))
  return byIds((db, ids) =>
    sql<ShownLinked>`select ${sql.join(shown)} from ${sql.table(table)} where id in (${sql.join(ids)})`.compile(
      db,
    ),
  )
})

/** How many records of the same name are compared with one that is posted, at most. */
const namesakes = 100

/** The records of this name that are not in the trash, in any case and accent, oldest first (D16). */
export async function findNamesakes(db: Reader, kind: LinkedKind, title: string): Promise<LinkedRow[]> {
  const rows = await db
    .selectFrom(shared(kind.table))
    .selectAll()
    .where('title_folded', '=', fold(title))
    .where(sql.ref('status'), '<>', 'trash')
    .orderBy('id')
    .limit(namesakes)
    .execute()
  return rows.map(asLinked)
}

/** Gives a row its type: every column is a text or a number, and which ones there are is up to the kind. */
function asLinked(row: object): LinkedRow {
  return row as LinkedRow
}

async function narrowed(params: ListLinked, narrowing: Narrowing): Promise<Conditions> {
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

/**
 * Whether a record is linked to an event that the caller may read and that is not in the trash (D32). The listings of a record
 * are together, in the order of their starts, so that of each only the first that is wanted is read.
 */
function linkedToEvent(
  { kind, caller }: Narrowing,
  wanted: boolean,
  condition: Expression<unknown>,
): Expression<SqlBool> {
  const visible = visibleIn('events', caller, undefined)
  const linked = sql<SqlBool>`exists (
    select 1 from ${sql.table(`${kind.name}_listings` satisfies LinkedListing)} as events
    where events.target_id = ${ref(kind, 'id')} and ${visible} and ${condition})`
  return wanted ? linked : sql<SqlBool>`not ${linked}`
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
