import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { TermsTable } from '../../storage/schema/tables.ts'
import type { Page } from '../../http/list.ts'
import type { Context } from '../../http/context.ts'
import { normalSlug } from '../posts/posts.query.ts'
import { fold } from '../../pure/text/fold.ts'
import { decodeEntities } from '../../pure/text/html.ts'
import type { TermKind } from './terms.kind.ts'
import type { ListTerms, termOrders } from './terms.params.ts'
import { idNamed, termColumns, type TermName } from './terms.query.ts'
import type { TermRow } from './terms.row.ts'

/** What a filter depends on beside its value. */
interface Narrowing {
  readonly context: Pick<Context, 'db'>
  readonly kind: TermKind
  readonly params: ListTerms
}

type Filterable = Omit<ListTerms, 'page' | 'per_page' | 'order' | 'orderby'>
type Narrow<Value> = (value: Value, narrowing: Narrowing) => readonly Expression<SqlBool>[]

/** How each list parameter narrows the list; one that is declared and missing here does not compile. */
const narrow: { readonly [Name in keyof Filterable]-?: Narrow<NonNullable<Filterable[Name]>> } = {
  // Names are searched as they are stored, without the entities that answers have.
  search: (text, { context }) => [
    context.db.dialect.holds(
      sql.ref('terms.folded'),
      fold(decodeEntities(text)).replaceAll(/\s+/g, ' ').trim(),
    ),
  ],
  // Wire: a slug is accepted where ids are listed, and matches nothing (`wire-others.md` 3.2).
  exclude: (named) => [sql<SqlBool>`not ${anyOf(idsIn(named))}`],
  include: (named) => [anyOf(idsIn(named))],
  hide_empty: (wanted, { kind, params }) => (wanted && eventOf(params) === undefined ? [used(kind)] : []),
  // One that is a word was refused before.
  parent: (id) => (typeof id === 'number' ? [sql<SqlBool>`terms.parent = ${id}`] : []),
  // Wire: `event` wins over `post`.
  post: (id, { params }) => (params.event === undefined ? [ofEvent(id)] : []),
  event: (id) => [ofEvent(id)],
  slug: (wanted) => [sql<SqlBool>`terms.slug in (${sql.join(slugsIn(wanted))})`],
}

/** One page of the list. `total` counts exactly what is listed (D45). */
export async function listTerms(
  context: Pick<Context, 'db' | 'perPage' | 'perPageMax'>,
  kind: TermKind,
  params: ListTerms,
): Promise<{ rows: TermRow[]; page: Page }> {
  const page = params.page ?? 1
  const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
  const conditions = narrowed({ context, kind, params: { hide_empty: true, ...params } })
  const matching = context.db.read
    .selectFrom('terms')
    .where('taxonomy', '=', kind.taxonomy)
    .where((eb) => eb.and([...conditions]))
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await orderOf(params)
    .reduce((query, order) => query.orderBy(order), matching.select(termColumns))
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, page: { page, perPage, total } }
}

function narrowed(narrowing: Narrowing): readonly Expression<SqlBool>[] {
  return (Object.keys(narrow) as (keyof Filterable)[]).flatMap((name) => {
    const value = narrowing.params[name]
    // The table is typed by name, so that name and value belong together.
    return value === undefined ? [] : (narrow[name] as Narrow<typeof value>)(value, narrowing)
  })
}

/** The event whose terms are listed. */
function eventOf(params: Pick<ListTerms, 'event' | 'post'>): number | undefined {
  return params.event ?? params.post
}

/** Whether a published event has the term or, for a category, one below it (`wire-others.md` 3.2). */
function used(kind: TermKind): Expression<SqlBool> {
  if (!kind.hierarchical) return sql<SqlBool>`terms.count > 0`
  return sql<SqlBool>`(terms.count > 0 or terms.id in (
    with recursive above(id) as (
      select parent from terms where taxonomy = ${kind.taxonomy} and count > 0 and parent <> 0
      union
      select higher.parent from terms as higher join above on higher.id = above.id where higher.parent <> 0
    ) select id from above))`
}

function ofEvent(id: number): Expression<SqlBool> {
  return sql<SqlBool>`terms.id in (select term_id from event_terms where event_id = ${id})`
}

function idsIn(named: readonly TermName[]): number[] {
  return named.flatMap((member) => idNamed(member) ?? [])
}

function slugsIn(wanted: string | readonly string[]): string[] {
  return [wanted].flat().map(normalSlug)
}

function anyOf(ids: readonly number[]): Expression<SqlBool> {
  return ids.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`(terms.id in (${sql.join([...ids])}))`
}

type Column = Exclude<keyof TermsTable, 'taxonomy' | 'name' | 'folded'>

const byName: readonly [Column, ...Column[]] = ['name_folded', 'id']

/** The values of `orderby` and their columns: the first is sorted in the direction of `order`, ties always ascending. */
const orders: Readonly<Record<(typeof termOrders)[number], readonly [Column, ...Column[]]>> = {
  name: byName,
  id: ['id'],
  slug: ['slug'],
  count: ['count', ...byName],
  description: ['description', ...byName],
  parent: ['parent', ...byName],
  // Wire: all terms have the same group 0.
  term_group: byName,
  // By the ids or slugs that the list names; it may name none.
  include: byName,
  include_slugs: byName,
}

function orderOf({ order = 'asc', orderby = 'name', include, slug }: ListTerms): RawBuilder<unknown>[] {
  const direction = sql.raw(order)
  const ids = orderby === 'include' ? idsIn(include ?? []) : []
  if (ids.length > 0) return [sql`${placeAmong('id', ids)} ${direction}`]
  const slugs = orderby === 'include_slugs' ? slugsIn(slug ?? []) : []
  if (slugs.length > 0) return [sql`${placeAmong('slug', slugs)} ${direction}`]
  const [first, ...ties] = orders[orderby]
  return [sql`${ref(first)} ${direction}`, ...ties.map((column) => sql`${ref(column)} asc`)]
}

function ref(column: Column) {
  return sql.ref(`terms.${column}`)
}

function placeAmong(column: Column, values: readonly (number | string)[]): RawBuilder<number> {
  const places = values.map((value, place) => sql`when ${value} then ${sql.lit(place)}`)
  return sql<number>`case ${ref(column)} ${sql.join(places, sql` `)} end`
}
