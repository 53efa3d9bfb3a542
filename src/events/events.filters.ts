import { type Expression, sql, type SqlBool } from 'kysely'
import type { Caller } from '../auth/rights.ts'
import { type BoundName, type Bound, bounds } from '../calendar/window.ts'
import type { Context } from '../posts/context.ts'
import { isAtAny, looksSomewhere, type PlaceFilters } from '../posts/posts.places.ts'
import { matchesWords, visibleIn } from '../posts/posts.query.ts'
import { categoryKind, tagKind } from '../terms/terms.kind.ts'
import { descendantsOf, resolveTerms, type TermName } from '../terms/terms.query.ts'
import { isTicketed } from '../tickets/tickets.query.ts'
import { eventWords } from '../text/search.ts'
import type { ListEvents } from './events.params.ts'
import { windowOf } from './events.window.ts'

/** Who reads a list, when, and the digest of the password they know. */
export interface ListReader {
  readonly caller: Caller
  readonly now: Temporal.Instant
  readonly digest?: string | undefined
}

/** What a filter needs to know beside its value. */
interface Narrowing {
  readonly context: Context
  readonly reader: ListReader
  /** Whether one event after the other is asked, until there are enough. */
  readonly isEach: boolean
}

type Condition = Expression<SqlBool>
type Narrow<Value> = (
  value: Value,
  narrowing: Narrowing,
) => readonly Condition[] | Promise<readonly Condition[]>

/**
 * Parameters that choose the page and its order or say how others are read; the bounds, which have a table of their own;
 * and those that say where to look, which are asked together.
 */
type Elsewhere =
  | ('page' | 'per_page' | 'orderby' | 'order' | 'strict_dates' | 'password' | 'status')
  | BoundName
  | keyof PlaceFilters
type Filterable = Omit<ListEvents, Elsewhere>

/** Each list parameter and how it narrows the list: one that is declared and stands neither here nor elsewhere does not compile. */
const narrow: { readonly [Name in keyof Filterable]-?: Narrow<NonNullable<Filterable[Name]>> } = {
  search: (text, { context, reader, isEach }) => [
    ...matchesWords(context.db.dialect, 'events', eventWords(text), isEach),
    withoutPassword(reader.digest),
  ],
  categories: async (named, { context, isEach }) => [
    isLinked('event_terms', 'term_id', await categoriesOf(context, named), isEach),
  ],
  tags: async (named, { context, isEach }) => [
    isLinked('event_terms', 'term_id', await tagsOf(context, named), isEach),
  ],
  venue: (ids, { isEach }) => [isLinked('event_venues', 'venue_id', ids, isEach)],
  organizer: (ids, { isEach }) => [isLinked('event_organizers', 'organizer_id', ids, isEach)],
  featured: (wanted) => [sql<SqlBool>`events.featured = ${sql.lit(wanted ? 1 : 0)}`],
  geoloc: (wanted, { reader }) => {
    const placed = isAtAny(placedVenues(reader.caller))
    return [wanted ? placed : sql<SqlBool>`not ${placed}`]
  },
  ticketed: (wanted) => [wanted ? isTicketed() : sql<SqlBool>`not ${isTicketed()}`],
  include: (ids) => [sql<SqlBool>`events.id in (${sql.join([...ids])})`],
  post_parent: (id) => [sql<SqlBool>`events.post_parent = ${id}`],
}

/** The conditions that the parameters and the window put on a list, but for where it looks; all of them hold (`wire-events.md` 5). */
export async function filtersIn(
  context: Context,
  params: Partial<ListEvents>,
  reader: ListReader,
  isEach = false,
): Promise<readonly Condition[]> {
  const names = Object.keys(narrow) as (keyof Filterable)[]
  const conditions = await Promise.all(
    names.map(async (name) => {
      const value = params[name]
      // The table is typed by name, so that name and value belong together.
      return value === undefined
        ? []
        : (narrow[name] as Narrow<typeof value>)(value, { context, reader, isEach })
    }),
  )
  const window = windowOf(params, context, reader.now)
  return [
    ...Object.entries(window).flatMap(([name, bound]) => within(name as BoundName, bound)),
    ...conditions.flat(),
    ...(looksSomewhere(params) ? [withoutPassword(reader.digest)] : []),
  ]
}

/** What the events of a list follow from beside what is stored, as a text. */
export function keyOf(
  context: Context,
  params: Partial<ListEvents>,
  { caller, now, digest }: ListReader,
): string {
  // What “tomorrow” and the like mean now is in the window.
  const window = windowOf(params, context, now)
  // The digest stands for the password, which is kept nowhere.
  const asked = { ...params, password: undefined }
  return JSON.stringify([caller.id, caller.role, digest, window, asked])
}

function within(name: BoundName, { at }: Bound): readonly Condition[] {
  const { column, operator } = bounds[name]
  const holds = (of: string) => sql<SqlBool>`${sql.ref(`events.${of}`)} ${sql.raw(operator)} ${at}`
  // No event starts after its end: said so that no index is read further than that.
  return column === 'ends_at' && operator.startsWith('<')
    ? [holds(column), holds('starts_at')]
    : [holds(column)]
}

/** Whether an event is linked to any of them; `isEach`: asked of one event after the other. */
function isLinked(table: string, column: string, ids: readonly number[], isEach: boolean): Condition {
  if (ids.length === 0) return sql<SqlBool>`1 = 0`
  const linked = sql`${sql.ref(column)} in (${sql.join([...ids])})`
  return isEach
    ? sql<SqlBool>`exists (select 1 from ${sql.table(table)} where event_id = events.id and ${linked})`
    : sql<SqlBool>`events.id in (select event_id from ${sql.table(table)} where ${linked})`
}

/** The ids of the named categories that there are, and of all below them. */
export async function categoriesOf({ db }: Context, named: readonly TermName[]): Promise<readonly number[]> {
  const { ids } = await resolveTerms(db.read, categoryKind.taxonomy, named)
  return descendantsOf(db.read, ids)
}

/** The ids of the named tags that there are. */
export async function tagsOf({ db }: Context, named: readonly TermName[]): Promise<readonly number[]> {
  return (await resolveTerms(db.read, tagKind.taxonomy, named)).ids
}

/** The venues with coordinates that this caller may read. */
function placedVenues(caller: Caller) {
  const visible = visibleIn('venues', caller, undefined)
  return sql`select id from venues where geo_lat is not null and ${visible}`
}

/** A search, by words or by place, never tells what is in an event whose password the reader lacks (D30). */
function withoutPassword(digest: string | undefined): Condition {
  const others = digest === undefined ? sql`` : sql`and password_digest <> ${digest}`
  // Few are protected, and an index has them: no other event is looked at for it.
  return sql<SqlBool>`events.id not in (select id from events where password_digest > '' ${others})`
}
