import { type Expression, sql, type SqlBool } from 'kysely'
import type { Reader } from '../db/dialect.ts'
import type { EpochSeconds, PostColumns } from '../db/tables.ts'
import type { PostKind } from './posts.kind.ts'
import { shared } from './posts.query.ts'

/** A part of the posts in the sitemap: those with ids from one multiple of {@link partSize} up to the next. */
export interface SitemapPart {
  readonly number: number
  /** When the last of them was changed. */
  readonly modified_at: EpochSeconds
}

/**
 * How many ids a part spans, and so how many addresses it has at most: with the longest slugs less than 10 MB, and fewer
 * than the 50,000 that the protocol allows (sitemaps.org).
 */
const partSize = 10_000

/** The parts that are not empty, by number. */
export async function listSitemapParts(db: Reader, kind: PostKind): Promise<SitemapPart[]> {
  const number = sql<number>`id / ${sql.lit(partSize)}`
  return db
    .selectFrom(shared(kind.table))
    .select([number.as('number'), (eb) => eb.fn.max('modified_at').as('modified_at')])
    .where(findable(kind))
    .groupBy(number)
    .orderBy('number')
    .execute()
}

/** The posts of a part, by id. */
export async function listSitemapPart(
  db: Reader,
  kind: PostKind,
  number: number,
): Promise<Pick<PostColumns, 'id' | 'slug' | 'status' | 'modified_at'>[]> {
  return db
    .selectFrom(shared(kind.table))
    .select(['id', 'slug', 'status', 'modified_at'])
    .where('id', '>=', number * partSize)
    .where('id', '<', (number + 1) * partSize)
    .where(findable(kind))
    .orderBy('id')
    .execute()
}

/** Public posts, without events that are hidden from lists or protected. */
function findable({ table }: PostKind): Expression<SqlBool> {
  const isPublic = sql<SqlBool>`status = ${sql.lit('publish')}`
  if (table !== 'events') return isPublic
  return sql<SqlBool>`${isPublic} and hide_from_listings = ${sql.lit(0)} and password_digest is null`
}
