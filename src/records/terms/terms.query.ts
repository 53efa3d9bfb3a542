import type { Selectable } from 'kysely'
import { onceFor } from '../../pure/calendar/cache.ts'
import { byIds } from '../../storage/db/statements.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { Current, Memory } from '../../storage/db/revisionCache.ts'
import type { Taxonomy, TermsTable } from '../../storage/schema/tables.ts'
import { idAddress, slugAddress } from '../posts/posts.merged.query.ts'
import { normalSlug } from '../posts/posts.query.ts'
import { findRedirects } from '../redirects/redirects.query.ts'
import { foldedExactly } from '../../pure/text/fold.ts'
import { termText } from '../../pure/text/render.ts'
import { slugify } from '../../pure/text/slug.ts'
import type { ColorName } from '../../pure/params/words.ts'
import { colorOf } from './terms.colors.ts'
import type { TermKind } from './terms.kind.ts'
import type { TermRow, Ancestors } from './terms.row.ts'

/** The columns of a {@link TermRow}. */
export const termColumns = [
  'terms.id',
  'terms.taxonomy',
  'terms.name',
  'terms.slug',
  'terms.description',
  'terms.parent',
  'terms.count',
  'terms.color',
] as const

/** A term as a person or a client names it: a number is an id; a text is a slug, an id or a name. */
export type TermName = string | number

/** The term of this kind with the id. */
export async function findTerm(db: Reader, kind: TermKind, id: number): Promise<TermRow | undefined> {
  return db
    .selectFrom('terms')
    .select(termColumns)
    .where('id', '=', id)
    .where('taxonomy', '=', kind.taxonomy)
    .executeTakeFirst()
}

/** The term of this kind with exactly this slug, other than the one with the id. */
export async function findBySlug(
  db: Reader,
  kind: TermKind,
  slug: string,
  exceptId = 0,
): Promise<TermRow | undefined> {
  return db
    .selectFrom('terms')
    .select(termColumns)
    .where('taxonomy', '=', kind.taxonomy)
    .where('slug', '=', slug)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
}

/** The categories above the rows, up to the top: one query, or none where all are at the top. */
export async function findAncestors(
  db: Reader,
  rows: readonly Pick<TermRow, 'parent'>[],
): Promise<Ancestors> {
  const parents = [...new Set(rows.map(({ parent }) => parent))].filter((parent) => parent !== 0)
  if (parents.length === 0) return new Map()
  const found = await db
    // A union leaves out what it has met, so that it ends on a loop too.
    .withRecursive('above', (query) =>
      query
        .selectFrom('terms')
        .select(['id', 'parent', 'slug', 'color'])
        .where('id', 'in', parents)
        .union(
          query
            .selectFrom('terms')
            .innerJoin('above', 'above.parent', 'terms.id')
            .select(['terms.id', 'terms.parent', 'terms.slug', 'terms.color']),
        ),
    )
    .selectFrom('above')
    .selectAll()
    .execute()
  return new Map(found.map(({ id, parent, slug, color }) => [id, { parent, slug, color }]))
}

/** These terms and all below them: a filter by a category means its descendants too (`wire-events.md` 5.3). */
export async function descendantsOf(db: Reader, ids: readonly number[]): Promise<number[]> {
  return (await readBelow(db, ids)).map(({ id }) => id)
}

const readBelow = byIds((db, ids) =>
  db
    .withRecursive('below', (query) =>
      query
        .selectFrom('terms')
        .select('id')
        .where('id', 'in', ids)
        .union(query.selectFrom('terms').innerJoin('below', 'below.id', 'terms.parent').select('terms.id')),
    )
    .selectFrom('below')
    .select('id')
    .compile(),
)

/** A term with the key that it is sorted by. */
export type OrderedTerm = TermRow & Pick<Selectable<TermsTable>, 'name_folded'>

/** Reads the terms with these ids, in no order. */
export const readTerms = byIds<OrderedTerm>((db, ids) =>
  db
    .selectFrom('terms')
    .select([...termColumns, 'terms.name_folded'])
    .where('id', 'in', ids)
    .compile(),
)

/** Sorts terms as the database would: by the bytes of their names, and of the same name the oldest first. */
export function inOrderOfNames<Term extends NamedTerm>(terms: readonly Term[]): Term[] {
  return terms.toSorted((one, other) => Buffer.compare(nameBytes(one), nameBytes(other)) || one.id - other.id)
}

type NamedTerm = Pick<OrderedTerm, 'id' | 'name_folded'>

const nameBytes = onceFor((term: NamedTerm) => Buffer.from(term.name_folded))

/** The terms that were found by their names, and the names of none. */
export interface ResolvedTerms {
  /** Each once, in the order in which they were named. */
  readonly ids: readonly number[]
  readonly unknown: readonly TermName[]
}

/**
 * Finds terms by id, slug or name (D15). A number can only be an id. A text of digits may be a slug or an id: `first` says
 * which is tried first, the slug in filters (`wire-events.md` 5.3), the id in writes (2.7). Names are tried after both,
 * regardless of case; of several equal ones the oldest counts. In filters, the slug made from the text is tried last.
 */
export async function resolveTerms(
  db: Reader,
  taxonomy: Taxonomy,
  named: readonly TermName[],
  first: 'slug' | 'id' = 'slug',
): Promise<ResolvedTerms> {
  const { byId, bySlug, byOwnSlug } = await findByIdOrSlug(db, taxonomy, named)
  const direct = (member: TermName) =>
    first === 'slug' ? (bySlug(member) ?? byId(member)) : (byId(member) ?? bySlug(member))
  const byName = await findByName(
    db,
    taxonomy,
    named.filter((member) => direct(member) === undefined),
  )
  const atLast: Lookup = first === 'slug' ? byOwnSlug : () => undefined
  const all = named.map((member) => ({ member, id: direct(member) ?? byName(member) ?? atLast(member) }))
  return {
    ids: [...new Set(all.flatMap(({ id }) => id ?? []))],
    unknown: all.flatMap(({ member, id }) => (id === undefined ? [member] : [])),
  }
}

/** {@link resolveTerms} for a filter, once for both checking the request and answering it. */
export const resolveFilter = onceFor((named: readonly TermName[], db: Database, taxonomy: Taxonomy) =>
  filtersOf(db).find(JSON.stringify([taxonomy, named]), async () =>
    followed(db.read, taxonomy, await resolveTerms(db.read, taxonomy, named)),
  ),
)

/** What terms were called that were merged goes on: feeds and links with it do not break. */
async function followed(db: Reader, taxonomy: Taxonomy, resolved: ResolvedTerms): Promise<ResolvedTerms> {
  if (resolved.unknown.length === 0) return resolved
  const kind = taxonomy === 'post_tag' ? 'tag' : 'category'
  const addressOf = (member: TermName) => {
    const id = idNamed(member)
    return id === undefined ? slugAddress(kind, normalSlug(String(member))) : idAddress(kind, id)
  }
  const found = await findRedirects(db, resolved.unknown.map(addressOf))
  const idOf = (member: TermName) => {
    const now = found.get(addressOf(member))
    return now?.kind === kind ? now.id : undefined
  }
  return {
    ids: [...new Set([...resolved.ids, ...resolved.unknown.flatMap((member) => idOf(member) ?? [])])],
    unknown: resolved.unknown.filter((member) => idOf(member) === undefined),
  }
}

/** How many names in filters are remembered, of some hundred bytes each: most requests use the same ones. */
const filtersRemembered = 1000

const filtersOf = onceFor((db: Database) => new Memory<ResolvedTerms>(db, filtersRemembered))

/** The members that are neither id nor slug of a term. */
export async function unknownTerms(
  db: Reader,
  taxonomy: Taxonomy,
  named: readonly TermName[],
): Promise<TermName[]> {
  const { byId, bySlug } = await findByIdOrSlug(db, taxonomy, named)
  return named.filter((member) => (byId(member) ?? bySlug(member)) === undefined)
}

/** The id that a number or a text of digits names; undefined for anything else. */
export function idNamed(member: TermName): number | undefined {
  const id = typeof member === 'number' || /^[1-9]\d*$/.test(member) ? Number(member) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The oldest term of this name, regardless of case, and for categories of this parent (`wire-others.md` 3.1). */
export async function findNamesake(
  db: Reader,
  kind: TermKind,
  name: string,
  parent: number,
): Promise<TermRow | undefined> {
  const rows = await db
    .selectFrom('terms')
    .select(termColumns)
    .where('taxonomy', '=', kind.taxonomy)
    .where('name_folded', 'in', foldedExactly(name))
    .where('parent', '=', parent)
    .orderBy('id')
    .execute()
  return rows.find((row) => nameKey(row.name) === nameKey(name))
}

/** The form in which names are compared: regardless of case, but not of accents, as recorded. */
export function nameKey(name: string): string {
  return termText(name).normalize('NFC').toLowerCase()
}

type Lookup = (member: TermName) => number | undefined

async function findByIdOrSlug(
  db: Reader,
  taxonomy: Taxonomy,
  named: readonly TermName[],
): Promise<{ byId: Lookup; bySlug: Lookup; byOwnSlug: Lookup }> {
  const ids = named.flatMap((member) => idNamed(member) ?? [])
  const texts = named.filter((member) => typeof member === 'string')
  const slugs = [...new Set(texts.flatMap((text) => [normalSlug(text), slugify(text)]))]
  // The taxonomy is compared here: in the query, the database might read all terms of it to find a few ids.
  const withId = await readKinds(db, ids)
  const withSlug =
    slugs.length === 0
      ? []
      : await db
          .selectFrom('terms')
          .select(['id', 'slug'])
          .where('taxonomy', '=', taxonomy)
          .where('slug', 'in', slugs)
          .execute()
  const known = new Set(withId.flatMap((term) => (term.taxonomy === taxonomy ? [term.id] : [])))
  const idBySlug = new Map(withSlug.map(({ id, slug }) => [slug, id]))
  const bySlugFrom = (slugOf: (text: string) => string) => (member: TermName) =>
    typeof member === 'string' ? idBySlug.get(slugOf(member)) : undefined
  return {
    byId: (member) => [idNamed(member)].find((id) => id !== undefined && known.has(id)),
    bySlug: bySlugFrom(normalSlug),
    byOwnSlug: bySlugFrom(slugify),
  }
}

const readKinds = byIds((db, ids) =>
  db.selectFrom('terms').select(['id', 'taxonomy']).where('id', 'in', ids).compile(),
)

async function findByName(db: Reader, taxonomy: Taxonomy, named: readonly TermName[]): Promise<Lookup> {
  const names = named.filter((member) => typeof member === 'string')
  if (names.length === 0) return () => undefined
  const rows = await db
    .selectFrom('terms')
    .select(['id', 'name'])
    .where('taxonomy', '=', taxonomy)
    .where(
      'name_folded',
      'in',
      names.flatMap((name) => foldedExactly(termText(name))),
    )
    .orderBy('id', 'desc')
    .execute()
  // The oldest is set last and so replaces the others.
  const idByName = new Map(rows.map(({ id, name }) => [nameKey(name), id]))
  return (member) => (typeof member === 'string' ? idByName.get(nameKey(member)) : undefined)
}

/** The colours of all categories, by id and in the order of their names; read once until anything changes. */
export const categoryColors = onceFor((db: Database) => {
  const current = new Current(db, async (): Promise<ReadonlyMap<number, ColorName>> => {
    const rows = await db.read
      .selectFrom('terms')
      .select(['id', 'slug', 'parent', 'color', 'name_folded'])
      .where('taxonomy', '=', 'tribe_events_cat')
      .execute()
    const all = new Map(rows.map((row) => [row.id, row]))
    return new Map(inOrderOfNames(rows).map((row) => [row.id, colorOf(row, all)]))
  })
  return () => current.get()
})
