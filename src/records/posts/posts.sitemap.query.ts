import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { anonymous } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds, PostColumns } from '../../storage/schema/tables.ts'
import type { Context } from '../../http/context.ts'
import type { PostKind } from './posts.kind.ts'
import { shared } from './posts.query.ts'
import { sightOf } from './posts.visibility.ts'

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

/** How many posts are read in one piece, before other requests have their turn. */
const stepSize = 1000

type SitemapPost = Pick<PostColumns, 'id' | 'slug' | 'status' | 'modified_at'>

/** The parts that are not empty, by number. */
export async function listSitemapParts(context: Context, kind: PostKind): Promise<SitemapPart[]> {
  const latest = new Map<number, EpochSeconds>()
  for (const { id, modified_at } of await findPublic(context, kind)) {
    const number = Math.floor(id / partSize)
    latest.set(number, Math.max(latest.get(number) ?? -Infinity, modified_at))
  }
  return [...latest]
    .map(([number, modified_at]) => ({ number, modified_at }))
    .toSorted((a, b) => a.number - b.number)
}

/** The posts of a part by id, some at a time. */
export async function* readSitemapPart(
  context: Context,
  kind: PostKind,
  number: number,
): AsyncGenerator<SitemapPost[]> {
  const found = await findPublic(context, kind)
  const ids = found
    .flatMap(({ id }) => (Math.floor(id / partSize) === number ? [id] : []))
    .toSorted((a, b) => a - b)
  for (let from = 0; from < ids.length; from += stepSize) {
    const some = context.db.dialect.tableOfIds(ids.slice(from, from + stepSize))
    // A cross join, or SQLite would look for the ids among all posts of the status.
    const { rows } = await sql<SitemapPost>`
      select posts.id, slug, status, modified_at
      from ${some} as found cross join ${sql.table(kind.table)} as posts
      where posts.id = found.id and status = 'publish' order by posts.id`.execute(context.db.read)
    yield rows
    await setImmediate()
  }
}

/** Public posts, without events that are hidden from lists or protected. */
async function findPublic(
  context: Context,
  { table }: PostKind,
): Promise<Pick<SitemapPost, 'id' | 'modified_at'>[]> {
  if (table !== 'events') return publicRecords(context.db.read, table)
  return context.index.ask(async (snapshot) => {
    const hits = await context.index.find(snapshot, {
      sight: sightOf(anonymous),
      hidden: false,
      open: {},
    })
    return Array.from(hits.slots, (slot) => ({
      id: hits.valueOf('id', slot),
      modified_at: hits.valueOf('modified', slot),
    }))
  })
}

function publicRecords(db: Reader, table: 'venues' | 'organizers') {
  return db.selectFrom(shared(table)).select(['id', 'modified_at']).where('status', '=', 'publish').execute()
}
