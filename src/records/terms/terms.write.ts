import { sql } from 'kysely'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { inTimeSlices, TimeSlices } from '../../http/timeSlices.ts'
import { abridged, quote } from '../../pure/params/parameter.ts'
import type { Context } from '../../http/context.ts'
import { normalSlug } from '../posts/posts.query.ts'
import { freeSlug } from '../posts/posts.slug.ts'
import { rememberAddresses } from '../redirects/redirects.query.ts'
import { renderTermDescription, renderTermName, termText } from '../../pure/text/render.ts'
import { sameRendered } from '../../pure/text/sameText.ts'
import { slugify } from '../../pure/text/slug.ts'
import { colorOf } from './terms.colors.ts'
import type { TermKind } from './terms.kind.ts'
import { nameFault } from './terms.params.ts'
import {
  findAncestors,
  findBySlug,
  findNamesake,
  findTerm,
  nameKey,
  resolveTerms,
  type TermName,
} from './terms.query.ts'
import type { Ancestors, TermRow } from './terms.row.ts'
import { isTaken, nameColumns, slugOfName, takenAmong, uniqueSlug } from './terms.slug.ts'

/** The fields of a term in a write; one that is absent stays as it is, null clears. */
export interface SentTerm {
  readonly name?: string
  readonly description?: string | null
  readonly slug?: string
  /** 0 at the top. */
  readonly parent?: number
  /** One of the palette, for categories. */
  readonly color?: string | null
}

/** Checks a row before it changes, such as against If-Match, and throws to refuse the change. */
export type Guard = (tx: Reader, row: TermRow) => Promise<void>

/** Makes a term; answers its id. Throws 400 `term_exists` with the id of the existing one (`wire-others.md` 3.1). */
export async function createTerm(
  context: Context,
  kind: TermKind,
  sent: SentTerm & { name: string },
): Promise<number> {
  return context.db.write(async (tx) => {
    const name = filledName(sent.name)
    const parent = sent.parent ?? 0
    await assertParent(tx, kind, parent)
    const given = slugify(sent.slug ?? '')
    const namesake = await findNamesake(tx, kind, name, parent)
    if (namesake && (given === '' || (await isTaken(tx, kind, given)))) throw termExists(namesake)
    const slug =
      given === '' ? await slugOfName(tx, kind, { name, parent }) : await uniqueSlug(tx, kind, given)
    const { description, color = null } = sent
    return insertTerm(tx, kind, { name, slug, description: description ?? '', parent, color })
  })
}

/** Changes what was sent and leaves the rest (D7). A slug that another term has is refused, a name is not. */
export async function updateTerm(
  context: Context,
  kind: TermKind,
  change: { id: number; sent: SentTerm; guard: Guard; home?: string | undefined },
): Promise<void> {
  await context.db.write(async (tx) => {
    const row = await termToChange(tx, kind, change.id)
    await change.guard(tx, row)
    await updateTermIn(tx, kind, row, change)
  })
}

/** As {@link updateTerm}, within a transaction. */
export async function updateTermIn(
  tx: Writer,
  kind: TermKind,
  row: TermRow,
  { sent, home }: { readonly sent: SentTerm; readonly home?: string | undefined },
): Promise<void> {
  const name = changedName(sent, row)
  const parent = sent.parent === undefined ? row.parent : await withoutLoop(tx, kind, row.id, sent.parent)
  const slug = await changedSlug(tx, kind, row, { sent, name, parent })
  const color = await changedColor(tx, row, sent)
  if (slug !== row.slug)
    await rememberAddresses(tx, [{ address: `/${kind.pages}/${row.slug}`, kind: kind.name, id: row.id }])
  await tx
    .updateTable('terms')
    .set({ ...nameColumns(name, slug), description: changedDescription(sent, row, home), parent, color })
    .where('id', '=', row.id)
    .execute()
}

/**
 * Removes a term for good and answers it as it was, with the categories above it. Its children move up to its parent,
 * and events lose it (`wire-others.md` 3.1).
 */
export async function deleteTerm(
  context: Context,
  kind: TermKind,
  removal: { id: number; guard: Guard },
): Promise<{ row: TermRow; ancestors: Ancestors }> {
  return context.db.write(async (tx) => {
    const row = await termToChange(tx, kind, removal.id)
    await removal.guard(tx, row)
    const ancestors = await findAncestors(tx, [row])
    await deleteTermIn(tx, row)
    return { row, ancestors }
  })
}

/** As {@link deleteTerm}, within a transaction. */
export async function deleteTermIn(tx: Writer, { id, parent }: TermRow): Promise<void> {
  await tx.updateTable('terms').set({ parent }).where('parent', '=', id).execute()
  await tx.deleteFrom('terms').where('id', '=', id).execute()
}

/**
 * The ids of the terms that a write names by id, slug or name, each once; terms with unknown names are created if the caller
 * may (D15). Throws 400 for the parameter of the kind when an id is unknown, or a term may not be created.
 */
export async function resolveOrCreateTerms(
  tx: Writer,
  wanted: readonly { readonly kind: TermKind; readonly named: readonly TermName[] }[],
  mayCreate: boolean,
): Promise<{ kind: TermKind; ids: readonly number[] }[]> {
  const resolved = await Promise.all(
    wanted.map(async ({ kind, named }) => ({
      kind,
      ...(await resolveTerms(tx, kind.taxonomy, named, 'id')),
    })),
  )
  const all: { kind: TermKind; ids: readonly number[] }[] = []
  for (const { kind, ids, unknown } of resolved)
    all.push({ kind, ids: [...ids, ...(await createTermsIn(tx, kind, unknown, mayCreate))] })
  return all
}

async function createTermsIn(
  tx: Writer,
  kind: TermKind,
  unknown: readonly TermName[],
  mayCreate: boolean,
): Promise<number[]> {
  const faults = unknown.flatMap((member) => creationFault(kind, member, mayCreate) ?? [])
  if (faults.length > 0) throw invalidParams({ [kind.key]: abridged(faults, '; ') })
  const spellings = Map.groupBy(unknown.map(String), nameKey)
  const { withSlugs, bare } = await newTerms(
    tx,
    kind,
    [...spellings.values()].map(([name = '']) => name),
  )
  const ids = await insertTerms(tx, kind, withSlugs)
  for (const name of bare)
    ids.push(await insertTerm(tx, kind, { name, slug: '', description: '', parent: 0 }))
  return ids
}

/**
 * The terms to make at the top for these names, with slugs that are free, and the names that make no slug. All slugs are looked
 * up by one query: one by one, five hundred new tags held up everybody else who writes for a third of a second.
 */
async function newTerms(
  tx: Writer,
  kind: TermKind,
  names: readonly string[],
): Promise<{ withSlugs: { name: string; slug: string }[]; bare: string[] }> {
  const wanted = await inTimeSlices(names, (sent) => {
    const name = filledName(sent)
    return { sent, name, wish: slugify(name) }
  })
  const stored = await takenAmong(tx, kind, [...new Set(wanted.map(({ wish }) => wish))])
  const made = new Map<string, { name: string; slug: string }>()
  const bare: string[] = []
  const slices = new TimeSlices()
  for (const { sent, name, wish } of wanted) {
    const rest = slices.next()
    if (rest) await rest
    // One that is made for an earlier name may have this text as its slug.
    if (made.has(normalSlug(sent))) continue
    const isFree = async (slug: string) =>
      !made.has(slug) && !(slug === wish ? stored.has(slug) : await isTaken(tx, kind, slug))
    const slug = await freeSlug(wish, isFree)
    if (slug === '') bare.push(name)
    else made.set(slug, { name, slug })
  }
  return { withSlugs: [...made.values()], bare }
}

/**
 * Updates the counts, which lists of terms read: a page takes 0.1 ms so, and to count anew among 100,000 events takes 0.7 s. `removed`
 * has a term once for every published event that loses it or is no longer published, `added` once for every one that gains it. One
 * statement for each direction, unless terms are repeated.
 */
export async function adjustTermCounts(
  tx: Writer,
  { removed, added }: { removed: readonly number[]; added: readonly number[] },
): Promise<void> {
  const differences = new Map<number, number>()
  for (const id of added) differences.set(id, (differences.get(id) ?? 0) + 1)
  for (const id of removed) differences.set(id, (differences.get(id) ?? 0) - 1)
  for (const [difference, terms] of Map.groupBy(differences, ([, difference]) => difference)) {
    if (difference === 0) continue
    const count = sql<number>`count + ${difference}`
    for (const ids of inParts(terms.map(([id]) => id)))
      await tx.updateTable('terms').set({ count }).where('id', 'in', ids).execute()
  }
}

function creationFault(kind: TermKind, member: TermName, mayCreate: boolean): string | undefined {
  if (typeof member === 'number' || /^[+-]?\d+$/.test(member))
    return `names the ID ${quote(member)}, which no ${kind.name} has`
  if (!mayCreate)
    return `names ${quote(member)}, which is no ${kind.name}; making one takes the right to publish`
  if (termText(member) === '') return `names ${quote(member)}, which holds nothing but blanks and tags`
  return nameFault(member) && `names a new ${kind.name}, whose name ${nameFault(member)}`
}

function filledName(text: string): string {
  const name = termText(text)
  if (name === '') throw new ApiError('empty_term_name')
  return name
}

/** The term that is to be changed; throws 400 when it is gone. */
export async function termToChange(tx: Writer, kind: TermKind, id: number): Promise<TermRow> {
  const row = await findTerm(tx, kind, id)
  // It existed when the request was checked, a moment ago.
  if (!row) throw invalidParams({ id: `names a ${kind.name} that is gone` })
  return row
}

async function assertParent(tx: Writer, kind: TermKind, parent: number): Promise<void> {
  if (parent === 0 || (await findTerm(tx, kind, parent))) return
  throw invalidParams({ parent: `names a ${kind.name} that is gone` })
}

/** Wire: a term that is moved below itself, or below one of its descendants, goes to the top (`wire-others.md` 3.1). */
async function withoutLoop(tx: Writer, kind: TermKind, id: number, parent: number): Promise<number> {
  await assertParent(tx, kind, parent)
  const above = await findAncestors(tx, [{ parent }])
  return above.has(id) ? 0 : parent
}

function changedName(sent: SentTerm, row: TermRow): string {
  if (sent.name === undefined || sameRendered(sent.name, row.name, { render: renderTermName }))
    return row.name
  return filledName(sent.name)
}

function changedDescription({ description }: SentTerm, row: TermRow, home: string | undefined): string {
  if (description === undefined) return row.description
  const render = renderTermDescription
  if (description === null || !sameRendered(description, row.description, { render, home }))
    return description ?? ''
  return row.description
}

/** The colour as it was read is none of its own when it is sent back (D49). */
async function changedColor(tx: Writer, row: TermRow, { color }: SentTerm): Promise<string | null> {
  if (color === undefined) return row.color
  const isShown = color !== null && color === colorOf(row, await findAncestors(tx, [row]))
  return isShown ? row.color : color
}

async function changedSlug(
  tx: Writer,
  kind: TermKind,
  row: TermRow,
  change: { sent: SentTerm; name: string; parent: number },
): Promise<string> {
  if (change.sent.slug === undefined) return row.slug
  const slug = slugify(change.sent.slug)
  // A slug was sent, but nothing of it can be in a slug.
  if (slug === '') return (await slugOfName(tx, kind, change, row.id)) || row.slug
  const other = await findBySlug(tx, kind, slug, row.id)
  if (other) throw new ApiError('duplicate_term_slug', { slug, id: other.id })
  return slug
}

/** Inserts terms at the top that have been checked, with slugs that are free; answers their ids in no order. */
async function insertTerms(
  tx: Writer,
  { taxonomy }: TermKind,
  terms: readonly { readonly name: string; readonly slug: string }[],
): Promise<number[]> {
  const ids: number[] = []
  const slices = new TimeSlices()
  for (const part of inParts(terms)) {
    const rest = slices.next()
    if (rest) await rest
    const added = { taxonomy, description: '', parent: 0 }
    const rows = part.map(({ name, slug }) => Object.assign(nameColumns(name, slug), added))
    const inserted = await tx.insertInto('terms').values(rows).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids
}

/** Inserts a term that has been checked, with a slug that is free or empty; answers its id, which may be given. */
export async function insertTerm(
  tx: Writer,
  kind: TermKind,
  term: Pick<TermRow, 'name' | 'slug' | 'description' | 'parent'> & Partial<Pick<TermRow, 'id' | 'color'>>,
): Promise<number> {
  const { id } = await tx
    .insertInto('terms')
    .values({ ...term, ...nameColumns(term.name, term.slug), taxonomy: kind.taxonomy })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (term.slug !== '') return id
  // A name of symbols alone makes no slug; the id does, which no other term has.
  const slug = await uniqueSlug(tx, kind, String(id), id)
  await tx.updateTable('terms').set(nameColumns(term.name, slug)).where('id', '=', id).execute()
  return id
}

function termExists({ id, name }: TermRow): ApiError {
  return new ApiError(
    'term_exists',
    { name, id },
    { data: { term_id: id }, beside: { additional_data: [id, id] } },
  )
}
