import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { type Caller, can } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { Tables } from '../../storage/schema/tables.all.ts'
import { statuses } from '../../pure/params/words.ts'
import { kinds, type PostTable } from '../posts/posts.kind.ts'
import { shared, visibleIn } from '../posts/posts.query.ts'

const eb = expressionBuilder<Tables>()
const tables = Object.values(kinds).map(({ table }) => table)

/** Something that features an image. */
export interface Use {
  readonly table: PostTable
  readonly id: number
  readonly title: string
  readonly slug: string
}

/** How many of each kind are told. */
const usesTold = 50

/** What the reader sees of those that feature images, the trash included: what is restored from there features them again. */
function seen(table: PostTable, caller: Caller): Expression<SqlBool> {
  const visible = visibleIn(table, caller, statuses)
  if (table !== 'events' || can(caller, 'edit_others')) return visible
  // A picture is a part of what a password protects (D62).
  return eb.and([
    visible,
    sql<SqlBool>`(events.password_digest is null or (events.author_id = ${caller.id} and ${caller.id} <> 0))`,
  ])
}

/** Whether something features the image that the reader sees. */
export function isUsed(caller: Caller): Expression<SqlBool> {
  const each = tables.map(
    (table) =>
      sql<SqlBool>`media.id in (select image_id from ${sql.table(table)} where image_id is not null and ${seen(table, caller)})`,
  )
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

/** Whether something features the image that is public, will be, or is kept from everybody but editors. */
export async function isDecided(db: Reader, id: number): Promise<boolean> {
  for (const table of tables) {
    const found = await db
      .selectFrom(shared(table))
      .select('id')
      .where('image_id', '=', id)
      .where('status', 'in', ['publish', 'future', 'private'])
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}

/** How many records feature each of the images, as far as the reader sees them. */
export async function countUses(
  db: Reader,
  caller: Caller,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  if (ids.length === 0) return counts
  for (const table of tables) {
    const rows = await db
      .selectFrom(shared(table))
      .select((at) => ['image_id', at.fn.countAll<number>().as('uses')])
      .where('image_id', 'in', ids)
      .where(seen(table, caller))
      .groupBy('image_id')
      .execute()
    for (const { image_id, uses } of rows) counts.set(image_id ?? 0, (counts.get(image_id ?? 0) ?? 0) + uses)
  }
  return counts
}

/** What features the image, as far as the reader sees it: the newest of each kind. */
export async function usesOf(db: Reader, caller: Caller, id: number): Promise<Use[]> {
  const found: Use[] = []
  for (const table of tables) {
    const rows = await db
      .selectFrom(shared(table))
      .select(['id', 'title', 'slug'])
      .where('image_id', '=', id)
      .where(seen(table, caller))
      .orderBy('id', 'desc')
      .limit(usesTold)
      .execute()
    found.push(...rows.map(({ id: of, title, slug }) => ({ table, id: of, title, slug })))
  }
  return found
}
