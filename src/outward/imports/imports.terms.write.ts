import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { categoryKind, tagKind, type TermKind } from '../../records/terms/terms.kind.ts'
import { findBySlug, findTerm } from '../../records/terms/terms.query.ts'
import type { TermRow } from '../../records/terms/terms.row.ts'
import { slugOfName, uniqueSlug } from '../../records/terms/terms.slug.ts'
import { insertTerm, type SentTerm, updateTermIn } from '../../records/terms/terms.write.ts'
import { fold } from '../../pure/text/fold.ts'
import { termText } from '../../pure/text/render.ts'
import { slugify } from '../../pure/text/slug.ts'
import type { Planned } from './imports.planned.ts'
import type { ImportedTerm } from './imports.record.ts'

/** The kind of term, by its name in imports. */
export function termKind(kind: ImportedTerm['kind']): TermKind {
  return kind === 'category' ? categoryKind : tagKind
}

/** A term that was written: its id, and whether it is an existing one with the same slug and name. */
export interface WrittenTerm {
  readonly id: number
  readonly isAdopted: boolean
}

/** An existing category or tag with the slug and name of one that was not imported before. */
export async function findAdopted(db: Reader, planned: Planned<ImportedTerm>): Promise<TermRow | undefined> {
  const { name = '', slug } = planned.values as SentTerm
  const wanted = slugify(slug ?? name)
  const namesake = wanted === '' ? undefined : await findBySlug(db, termKind(planned.record.kind), wanted)
  return namesake && fold(namesake.name) === fold(termText(name)) ? namesake : undefined
}

/** Writes a category or tag; `parent` is the id above it, 0 at the top, undefined to leave it; `ownId` the id that it keeps. */
export async function writeTerm(
  tx: Writer,
  planned: Planned<ImportedTerm>,
  { parent, ownId }: { parent: number | undefined; ownId: number | undefined },
): Promise<WrittenTerm> {
  const kind = termKind(planned.record.kind)
  // Read by the parameters of terms, which decode to this.
  const { name = '', slug, description, color } = planned.values as SentTerm
  const row = planned.id === undefined ? undefined : await findTerm(tx, kind, planned.id)
  if (row) {
    const other = slug === undefined ? undefined : await findBySlug(tx, kind, slugify(slug), row.id)
    const sent = { ...(name === '' ? {} : { name }), ...(description === undefined ? {} : { description }) }
    const above = parent === undefined ? {} : { parent }
    const coloured = color === undefined ? {} : { color }
    await updateTermIn(tx, kind, row, {
      sent: { ...sent, ...above, ...coloured, ...(slug === undefined || other ? {} : { slug }) },
    })
    return { id: row.id, isAdopted: false }
  }
  const adopted = await findAdopted(tx, planned)
  if (adopted) return { id: adopted.id, isAdopted: true }
  const term = {
    name: termText(name),
    description: description ?? '',
    parent: parent ?? 0,
    ...(color ? { color } : {}),
  }
  const free =
    slug === undefined ? await slugOfName(tx, kind, term) : await uniqueSlug(tx, kind, slugify(slug))
  const own = ownId === undefined ? {} : { id: ownId }
  return { id: await insertTerm(tx, kind, { ...term, ...own, slug: free }), isAdopted: false }
}
