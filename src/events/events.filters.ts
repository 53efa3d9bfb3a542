import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Caller } from '../auth/rights.ts'
import { onceFor } from '../calendar/cache.ts'
import { type BoundName, type Bound, bounds } from '../calendar/window.ts'
import type { LinkedTo } from '../db/linkedRows.ts'
import { type ListingFlagName, longSpan_s } from '../db/listings/listings.ts'
import { readNumbers } from '../db/numbers.ts'
import type { Context } from '../posts/context.ts'
import { closedTo } from '../posts/posts.closed.ts'
import { isAtAny, type PlaceFilters } from '../posts/posts.places.ts'
import { visibleIn } from '../posts/posts.query.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { descendantsOf, resolveFilter, type TermName } from '../terms/terms.query.ts'
import { isTicketed } from '../tickets/tickets.query.ts'
import { eventWords } from '../text/search.ts'
import type { ListEvents } from './events.params.ts'
import { seesOnlyPublished } from './events.shown.ts'
import { windowOf } from './events.window.ts'

/** Who reads a list, when, and the digest of the password that was sent. */
export interface ListReader {
  readonly caller: Caller
  readonly now: Temporal.Instant
  readonly digest?: string | undefined
}

/** What a filter depends on beside its value. */
interface Narrowing {
  readonly context: Context
  readonly reader: ListReader
  /** Whether events are tested one by one until there are enough. */
  readonly testsEach: boolean
  /** Whether the rows are those of `listings`, which have flags, and so has the index that they are read from. */
  readonly hasFlags: boolean
  /** Whether the rows have the column `protected`, which is 0 without a password. */
  readonly hasProtected: boolean
  /** Whether events are left out whose password the reader lacks. */
  readonly isOpen: boolean
}

type Condition = Expression<SqlBool>
type Narrow<Value> = (
  value: Value,
  narrowing: Narrowing,
) => readonly Condition[] | Promise<readonly Condition[]>

/**
 * Parameters that are no entries of the table below: those that choose the page and its order or say how others are read;
 * the bounds, which have a table of their own; and those of places, which are applied together.
 */
type Elsewhere =
  | ('page' | 'per_page' | 'orderby' | 'order' | 'strict_dates' | 'password' | 'status')
  | BoundName
  | keyof PlaceFilters
type Filterable = Omit<ListEvents, Elsewhere>

/** How each list parameter narrows the list; one that is declared and missing here does not compile. */
const narrow: { readonly [Name in keyof Filterable]-?: Narrow<NonNullable<Filterable[Name]>> } = {
  search: async (text, { context }) => context.db.matching('events', eventWords(text)),
  categories: async (named, narrowing) => [
    isLinked('event_terms', 'term_id', await categoriesOf(narrowing.context, named), narrowing),
  ],
  tags: async (named, narrowing) => [
    isLinked('event_terms', 'term_id', await namedTerms(narrowing.context, tagKind, named), narrowing),
  ],
  venue: (ids, narrowing) => [isLinked('event_venues', 'venue_id', ids, narrowing)],
  organizer: (ids, narrowing) => [isLinked('event_organizers', 'organizer_id', ids, narrowing)],
  featured: (wanted) => [sql<SqlBool>`events.featured = ${sql.lit(wanted ? 1 : 0)}`],
  geoloc: (wanted, { reader, hasFlags }) => {
    const isPlaced =
      hasFlags && seesOnlyPublished(reader.caller) ? hasFlag('placed') : isAtAny(placedVenues(reader.caller))
    return [wanted ? isPlaced : sql<SqlBool>`not ${isPlaced}`]
  },
  ticketed: (wanted, { hasFlags }) => {
    const holds = hasFlags ? hasFlag('ticketed') : isTicketed()
    return [wanted ? holds : sql<SqlBool>`not ${holds}`]
  },
  include: (ids) => [sql<SqlBool>`events.id in (${sql.join([...ids])})`],
  post_parent: (id) => [sql<SqlBool>`events.post_parent = ${id}`],
}

/** The conditions of a list by its parameters and window, except those of places; all must hold (`wire-events.md` 5). */
export async function filtersIn(
  context: Context,
  params: Partial<ListEvents>,
  reader: ListReader,
  {
    testsEach = false,
    hasFlags = false,
    hasProtected = false,
    isOpen = false,
  }: Partial<Omit<Narrowing, 'context' | 'reader'>> = {},
): Promise<readonly Condition[]> {
  const names = Object.keys(narrow) as (keyof Filterable)[]
  const conditions = await Promise.all(
    names.map(async (name) => {
      const value = params[name]
      // The table is typed by name, so that name and value belong together.
      return value === undefined
        ? []
        : (narrow[name] as Narrow<typeof value>)(value, {
            context,
            reader,
            testsEach,
            hasFlags,
            hasProtected,
            isOpen,
          })
    }),
  )
  const window = windowOf(params, context, reader.now)
  return [
    ...Object.entries(window).flatMap(([name, bound]) => within(name as BoundName, bound)),
    ...conditions.flat(),
    ...(isOpen ? [withoutPassword(context, reader.digest, hasProtected)] : []),
  ]
}

/** A text for everything beside the stored rows that decides which events a list has. */
export function keyOf(
  context: Context,
  params: Partial<ListEvents>,
  { caller, now, digest }: ListReader,
): string {
  const window = windowOf(params, context, now)
  // The window stands in for the dates, as “tomorrow” changes its meaning; the digest for the password, which is never kept.
  const others = Object.entries(params).filter(([name]) => !(name in bounds || name === 'password'))
  return JSON.stringify([caller.id, caller.role, digest, window, others])
}

function within(name: BoundName, { at }: Bound): readonly Condition[] {
  const { column, operator } = bounds[name]
  const holds = (of: string) => sql<SqlBool>`${sql.ref(`events.${of}`)} ${sql.raw(operator)} ${at}`
  if (column === 'starts_at') return [holds(column)]
  // What this implies for the start, so that an index by start is read no further.
  return [holds(column), operator.startsWith('<') ? holds('starts_at') : startsWhereEndingAfter(at)]
}

/** Where events that end at the moment or later can start: mostly shortly before it, and the longest ones are looked up. */
export function startsWhereEndingAfter(at: number): Condition {
  const usually = at - longSpan_s
  return sql<SqlBool>`events.starts_at >= (
    select min(starts_at) from (
      select ${usually} as starts_at
      union all
      select starts_at from listings where ends_at - starts_at > ${sql.lit(longSpan_s)} and ends_at >= ${at}
    ) as earliest)`
}

/** What the window implies for the ends of events alone, for an index whose first column they are. */
export function endsWithin(
  context: Context,
  params: Partial<ListEvents>,
  { now }: ListReader,
): readonly Condition[] {
  const ends = Object.entries(windowOf(params, context, now)).flatMap(([name, { at }]) => {
    const { column, operator } = bounds[name as BoundName]
    return column === 'ends_at' || operator.startsWith('>') ? [[operator, at] as const] : []
  })
  return ends.map(([operator, at]) => sql<SqlBool>`events.ends_at ${sql.raw(operator)} ${at}`)
}

function hasFlag(name: ListingFlagName): Condition {
  return sql<SqlBool>`${sql.ref(`events.${name}`)} = 1`
}

/** Of so many ids each is a parameter; of more, as a category may have below it, a statement might not take as many. */
const eachTold = 1000

/** Whether an event is linked to any of them; `testsEach`: where events are tested one by one. */
function isLinked(
  table: string,
  column: string,
  ids: readonly number[],
  { context, testsEach }: Pick<Narrowing, 'context' | 'testsEach'>,
): Condition {
  if (ids.length === 0) return sql<SqlBool>`1 = 0`
  const listed =
    ids.length > eachTold
      ? sql`select id from ${context.db.dialect.tableOfIds(ids)} as listed`
      : sql.join([...ids])
  const linked = sql`${sql.ref(column)} in (${listed})`
  return testsEach
    ? sql<SqlBool>`exists (select 1 from ${sql.table(table)} where event_id = events.id and ${linked})`
    : sql<SqlBool>`events.id in (select event_id from ${sql.table(table)} where ${linked})`
}

/** What the events of a list must be linked to by its filters, each. */
export async function linkedTo(
  context: Context,
  {
    categories,
    tags,
    venue,
    organizer,
  }: Partial<Pick<ListEvents, 'categories' | 'tags' | 'venue' | 'organizer'>>,
): Promise<LinkedTo[]> {
  const linked: LinkedTo[] = []
  if (venue) linked.push({ link: 'venue', ids: venue })
  if (organizer) linked.push({ link: 'organizer', ids: organizer })
  if (tags) linked.push({ link: 'term', ids: await namedTerms(context, tagKind, tags) })
  if (categories) linked.push({ link: 'term', ids: await categoriesOf(context, categories) })
  return linked
}

/** The ids of the named categories that exist, and of all below them. */
async function categoriesOf(context: Context, named: readonly TermName[]): Promise<readonly number[]> {
  return withDescendants(named, context)
}

const withDescendants = onceFor(async (named: readonly TermName[], context: Context) =>
  descendantsOf(context.db.read, await namedTerms(context, categoryKind, named)),
)

/** The ids of the named tags that exist, or of the named categories without those below them. */
export async function namedTerms(
  { db }: Context,
  { taxonomy }: TermKind,
  named: readonly TermName[],
): Promise<readonly number[]> {
  return (await resolveFilter(named, db, taxonomy)).ids
}

/** The venues with coordinates that the caller may read. */
function placedVenues(caller: Caller) {
  const visible = visibleIn('venues', caller, undefined)
  return sql`select id from venues where geo_lat is not null and ${visible}`
}

/** Their ids. */
export async function findPlaced({ db }: Context, caller: Caller): Promise<readonly number[]> {
  const [ids = []] = await readNumbers(db, [sql.ref('id')], sql`(${placedVenues(caller)}) as placed`)
  return ids
}

/** The event has no password, or the one that the reader has sent. */
function withoutPassword(context: Context, digest: string | undefined, hasProtected: boolean): Condition {
  const isOpen = sql<SqlBool>`not ${isClosedTo(context, digest)}`
  if (!hasProtected) return isOpen
  const hasNone = sql<SqlBool>`events.protected = 0`
  return digest === undefined ? hasNone : sql<SqlBool>`(${hasNone} or ${isOpen})`
}

/** Whether an event has another password than the one with the digest, which the reader has sent. */
function isClosedTo({ db }: Context, digest: string | undefined): RawBuilder<SqlBool> {
  // Few events are protected, and an index has them: no other event is looked at.
  return db.dialect.isAmongFew(sql.ref('events.id'), closedTo(digest))
}
