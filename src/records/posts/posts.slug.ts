import type { Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { withSuffix } from '../../pure/text/slug.ts'
import { type PostKind } from './posts.kind.ts'
import { shared } from './posts.query.ts'

/** The end of a slug while its post is in the trash, so that another post may have the slug. */
const trashedSuffix = '__trashed'

/** How many suffixes are tried one by one before the steps grow. */
const smallSteps = 10

/** The wanted slug, with the lowest suffix from `-2` that makes it unique in its kind if it is taken (`wire-others.md` 1.6). */
export async function uniqueSlug(
  tx: Writer,
  kind: PostKind,
  wanted: string,
  exceptId?: number,
): Promise<string> {
  const isFree = async (slug: string) => !(await isTaken(tx, kind, slug, exceptId))
  return freeSlug(wanted, isFree)
}

/** As {@link uniqueSlug} for many posts at a time, none of which is stored yet; empty ones stay empty. */
export async function uniqueSlugs(tx: Writer, kind: PostKind, wanted: readonly string[]): Promise<string[]> {
  const given = new Set(await takenAmong(tx, kind, [...new Set(wanted)]))
  const slugs: string[] = []
  for (const wish of wanted) {
    const isFree = async (slug: string) =>
      !given.has(slug) && (slug === wish || !(await isTaken(tx, kind, slug)))
    const slug = await freeSlug(wish, isFree)
    given.add(slug)
    slugs.push(slug)
  }
  return slugs
}

/**
 * The slug itself if it is free, else with a suffix that is. A few are tried one by one; where thousands share a title,
 * steps double until one is free and the gap is then halved, so that some thirty tries are always enough.
 */
export async function freeSlug(wanted: string, isFree: (slug: string) => Promise<boolean>): Promise<string> {
  if (wanted === '' || (await isFree(wanted))) return wanted
  let taken = 1
  let free = 2
  while (!(await isFree(withSuffix(wanted, free)))) {
    taken = free
    free = free < smallSteps ? free + 1 : free * 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isFree(withSuffix(wanted, middle))) free = middle
    else taken = middle
  }
  return withSuffix(wanted, free)
}

/** The slug of a post that goes to the trash. */
export async function trashedSlug(tx: Writer, kind: PostKind, slug: string, id: number): Promise<string> {
  return slug === '' ? '' : uniqueSlug(tx, kind, `${slug}${trashedSuffix}`, id)
}

/** The slug of a post that leaves the trash: its old one, with a suffix if that has been taken. */
export async function restoredSlug(tx: Writer, kind: PostKind, slug: string, id: number): Promise<string> {
  return uniqueSlug(tx, kind, slugBeforeTrash(slug), id)
}

/** The slugs that a trashed post may have that had this one: from the first to before the last. */
export function trashedSlugs(slug: string): { readonly from: string; readonly to: string } {
  return { from: `${slug}${trashedSuffix}`, to: `${slug}${trashedSuffix.replace(/d$/, 'e')}` }
}

/** The slug that a trashed post had. */
export function slugBeforeTrash(slug: string): string {
  return slug.replace(/__trashed(-\d+)?$/, '')
}

async function isTaken(tx: Writer, kind: PostKind, slug: string, exceptId = 0): Promise<boolean> {
  const other = await tx
    .selectFrom(shared(kind.table))
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return other !== undefined
}

async function takenAmong(tx: Writer, kind: PostKind, slugs: readonly string[]): Promise<string[]> {
  const taken: string[] = []
  for (const some of inParts(slugs)) {
    const rows = await tx.selectFrom(shared(kind.table)).select('slug').where('slug', 'in', some).execute()
    taken.push(...rows.map(({ slug }) => slug))
  }
  return taken
}
