import { setImmediate } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
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

/** How many ids are gone through in one piece, before other requests have their turn: a thousand rows of events take two milliseconds. */
const stepSize = 1000

/**
 * The parts that are not empty, by number. They are looked up one by one, as going through a million events takes half a second, in
 * which other requests have their turn.
 */
export async function listSitemapParts(db: Reader, kind: PostKind): Promise<SitemapPart[]> {
  const parts: SitemapPart[] = []
  for (let next = await findFirst(db, kind, 0); next !== undefined;) {
    const number = Math.floor(next / partSize)
    const end = (number + 1) * partSize
    const { modified_at } = await findable(db, kind, { from: next, end })
      .select((eb) => eb.fn.max<number>('modified_at').as('modified_at'))
      .executeTakeFirstOrThrow()
    parts.push({ number, modified_at })
    await setImmediate()
    next = await findFirst(db, kind, end)
  }
  return parts
}

/** The posts of a part by id, some at a time. */
export async function* readSitemapPart(
  db: Reader,
  kind: PostKind,
  number: number,
): AsyncGenerator<Pick<PostColumns, 'id' | 'slug' | 'status' | 'modified_at'>[]> {
  for (let from = number * partSize; from < (number + 1) * partSize; from += stepSize) {
    const ids = findable(db, kind, { from, end: from + stepSize }).select('id')
    yield db
      .selectFrom(shared(kind.table))
      .select(['id', 'slug', 'status', 'modified_at'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    await setImmediate()
  }
}

async function findFirst(db: Reader, kind: PostKind, from: number): Promise<number | undefined> {
  const first = await findable(db, kind, { from }).select('id').orderBy('id').limit(1).executeTakeFirst()
  return first?.id
}

/**
 * Public posts with these ids, without events that are hidden from lists or protected. Of events it reads the listings: a page of the
 * database has a hundred of them, and of events with their texts two.
 */
function findable(db: Reader, { table }: PostKind, { from, end }: { from: number; end?: number }) {
  const within = sql<SqlBool>`id >= ${from} and ${end === undefined ? sql`1 = 1` : sql`id < ${end}`}`
  const isPublic = sql<SqlBool>`status = ${sql.lit('publish')} and ${within}`
  if (table !== 'events') return db.selectFrom(shared(table)).where(isPublic)
  const isProtected = sql`id in (select id from events where password_digest is not null and ${within})`
  // Listings have the columns that are asked for here, which the compiler cannot see in one type with those of posts.
  return db
    .selectFrom('listings' as 'venues')
    .where(sql<SqlBool>`${isPublic} and hide_from_listings = ${sql.lit(0)} and not ${isProtected}`)
}
