import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { type Caller, trashVisible, type Visible, visibleStatuses } from '../../http/auth/rights.ts'
import { byIds } from '../../storage/db/statements.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { ItemKind, PostColumns } from '../../storage/schema/tables.ts'
import type { Tables } from '../../storage/schema/tables.all.ts'
import { listLimit } from '../../pure/params/lists.ts'
import type { Status } from '../../pure/params/words.ts'
import { type PostKind, type PostTable, kinds } from './posts.kind.ts'

/** The columns that all kinds of posts have in common, without the folded text for searches. */
export const shownPostColumns = [
  'id',
  'author_id',
  'status',
  'status_before',
  'slug',
  'title',
  'description',
  'date_at',
  'date_floating',
  'date_given',
  'modified_at',
  'image_id',
] as const satisfies readonly (keyof PostColumns)[]

/** The columns of a post that are shown. */
export type ShownPost = Pick<PostColumns, (typeof shownPostColumns)[number]>

/** The columns that rights to a post depend on. */
export type OwnedPost = Pick<PostColumns, 'id' | 'author_id' | 'status' | 'status_before'>

/**
 * A post table under one type, for the columns that all three have in common: they are the same in each, which the compiler
 * cannot see through a union of table names.
 */
export function shared(table: PostTable): 'venues' {
  return table as 'venues'
}

/** Which kind of item has the id; undefined when none has. */
export async function findItemKind(db: Reader, id: number): Promise<ItemKind | undefined> {
  const item = await db.selectFrom('items').select('kind').where('id', '=', id).executeTakeFirst()
  return item?.kind
}

/** The post of this kind with the id: the columns that rights depend on. */
export async function findOwned(db: Reader, kind: PostKind, id: number): Promise<OwnedPost | undefined> {
  return db
    .selectFrom(shared(kind.table))
    .select(['id', 'author_id', 'status', 'status_before'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The post of any kind with the id: the columns that rights depend on. */
export async function findOwnedOfAnyKind(db: Reader, id: number): Promise<OwnedPost | undefined> {
  const [post] = await readOwned(db, [id])
  return post
}

const tables = Object.values(kinds).map(({ table }) => table)

/** One query for all kinds: finding out the kind first would take longer. */
const readOwned = byIds<OwnedPost>((db, ids) => {
  const owned = tables.map(
    (table) =>
      sql`select id, author_id, status, status_before from ${sql.table(table)} where id in (${sql.join(ids)})`,
  )
  return sql<OwnedPost>`${sql.join(owned, sql` union all `)}`.compile(db)
}, tables.length)

/** The id of the post with the slug, in any case and encoding; of several, one that is no draft, then the oldest. */
export async function findIdBySlug(db: Reader, kind: PostKind, slug: string): Promise<number | undefined> {
  const post = await db
    .selectFrom(shared(kind.table))
    .select('id')
    .where('slug', '=', normalSlug(slug))
    .where('slug', '<>', '')
    .orderBy(sql`case when status in ('draft', 'pending') then 1 else 0 end`)
    .orderBy('id')
    .executeTakeFirst()
  return post?.id
}

/** The slugs of public posts that begin like this, at most so many: what may have been meant by one that nothing has. */
export async function findSlugs(
  db: Reader,
  kind: PostKind,
  { beginning, limit }: { readonly beginning: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom(shared(kind.table))
    .select('slug')
    .where('status', '=', 'publish')
    .where('slug', '>=', beginning)
    // The last character of Unicode that is none: whatever begins so is before it.
    .where('slug', '<', `${beginning}\uffff`)
    .orderBy('slug')
    .limit(limit)
    .execute()
  return rows.map(({ slug }) => slug)
}

/**
 * The ids to which a list is narrowed by ID and by slug, the id 0, which nothing has, if by none; undefined if it is not narrowed. Of
 * posts with the same slug, as drafts may have, there are no more than a list of ids may have.
 */
export async function narrowedIds(
  db: Reader,
  kind: PostKind,
  { include, slug }: { readonly include?: readonly number[]; readonly slug?: readonly string[] },
): Promise<readonly number[] | undefined> {
  if (slug === undefined) return include
  const rows = await db
    .selectFrom(shared(kind.table))
    .select('id')
    .where('slug', 'in', slug.map(normalSlug))
    .orderBy('id')
    .limit(listLimit)
    .execute()
  const ids = rows.map(({ id }) => id).filter((id) => include?.includes(id) ?? true)
  return ids.length > 0 ? ids : [0]
}

/** A slug in the form in which slugs are stored: lower case, anything beyond ASCII percent-encoded in lower case. */
export function normalSlug(slug: string): string {
  return slug
    .toLowerCase()
    .toWellFormed()
    .replaceAll(/[^\0-\x7f]+/g, (letters) => encodeURIComponent(letters).toLowerCase())
}

const eb = expressionBuilder<Tables>()

/**
 * The posts that a list shows this reader: those of the statuses that were asked for, or of all except the trash, as far as
 * the reader may see them; of the trash, those that they may edit (D30).
 */
export function visibleIn(
  table: PostTable,
  caller: Caller,
  wanted: readonly Status[] | undefined,
): Expression<SqlBool> {
  const narrowed = (visible: Visible) =>
    statusesOf(visible, (status) => wanted === undefined || wanted.includes(status))
  const shown = [...ownershipIn(table, caller, 'status', narrowed(visibleStatuses(caller)))]
  if (wanted?.includes('trash')) {
    const trashed = ownershipIn(table, caller, 'status_before', trashVisible(caller))
    if (trashed.length > 0)
      shown.push(eb.and([sql<SqlBool>`${sql.ref(`${table}.status`)} = ${sql.lit('trash')}`, eb.or(trashed)]))
  }
  return shown.length > 0 ? eb.or(shown) : sql<SqlBool>`1 = 0`
}

function statusesOf(visible: Visible, keep: (status: Status) => boolean): Visible {
  return { everyone: visible.everyone.filter(keep), own: visible.own.filter(keep) }
}

/** Whether the status in the column is one that is shown of everyone’s posts, or of the caller’s own. */
function ownershipIn(
  table: PostTable,
  caller: Caller,
  column: 'status' | 'status_before',
  visible: Visible,
): Expression<SqlBool>[] {
  const status = sql.ref(`${table}.${column}`)
  const author = sql.ref(`${table}.author_id`)
  const everyone = visible.everyone.length === 0 ? [] : [oneOf(status, visible.everyone)]
  const own =
    visible.own.length === 0
      ? []
      : [sql<SqlBool>`(${author} = ${caller.id} and ${oneOf(status, visible.own)})`]
  return [...everyone, ...own]
}

/** Statuses are literals in the query: partial indexes are only found by literals. */
function oneOf(column: Expression<unknown>, among: readonly Status[]): Expression<SqlBool> {
  const [only, ...others] = among
  if (only !== undefined && others.length === 0) return sql<SqlBool>`${column} = ${sql.lit(only)}`
  return sql<SqlBool>`${column} in (${sql.join(among.map((status) => sql.lit(status)))})`
}
