import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { freeSlug } from '../posts/posts.slug.ts'
import { fold } from '../../pure/text/fold.ts'
import { slugify } from '../../pure/text/slug.ts'
import type { TermKind } from './terms.kind.ts'
import { findBySlug, findTerm } from './terms.query.ts'

/** The wanted slug, with the lowest suffix from `-2` that makes it unique in its taxonomy if it is taken (`wire-others.md` 3.1). */
export async function uniqueSlug(
  tx: Writer,
  kind: TermKind,
  wanted: string,
  exceptId?: number,
): Promise<string> {
  return freeSlug(wanted, async (slug) => !(await isTaken(tx, kind, slug, exceptId)))
}

/**
 * The slug of a term that was sent without one: made from its name; if that is taken, a child appends the slug of its
 * parent, and only then a number (`wire-others.md` 3.1). Empty for a name without letters, digits or emoji.
 */
export async function slugOfName(
  tx: Writer,
  kind: TermKind,
  term: { name: string; parent: number },
  exceptId?: number,
): Promise<string> {
  const slug = slugify(term.name)
  if (slug === '' || !(await isTaken(tx, kind, slug, exceptId))) return slug
  const parent = term.parent === 0 ? undefined : await findTerm(tx, kind, term.parent)
  return uniqueSlug(tx, kind, parent ? slugify(`${slug}-${parent.slug}`) : slug, exceptId)
}

/** Whether another term of this kind has the slug. */
export async function isTaken(db: Reader, kind: TermKind, slug: string, exceptId?: number): Promise<boolean> {
  return (await findBySlug(db, kind, slug, exceptId)) !== undefined
}

/** Those of the slugs that terms of this kind have. */
export async function takenAmong(
  db: Reader,
  kind: TermKind,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  for (const some of inParts(slugs)) {
    const rows = await db
      .selectFrom('terms')
      .select('slug')
      .where('taxonomy', '=', kind.taxonomy)
      .where('slug', 'in', some)
      .execute()
    for (const { slug } of rows) taken.add(slug)
  }
  return taken
}

/** The name and the slug of a term, and the columns that are made from them. */
export function nameColumns(name: string, slug: string) {
  return { name, slug, name_folded: fold(name), folded: `${fold(name)}\n${slug}` }
}
