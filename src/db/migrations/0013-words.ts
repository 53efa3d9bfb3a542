import type { Kysely } from 'kysely'
import { type Dialect, wordTables } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/**
 * What is searched by its words, where these are indexed whole. The previous version goes on, but for its searches on
 * SQLite, whose index is gone.
 */
export async function words(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const table of wordTables) await dialect.createWordIndex(db, table)
  await indexParents(db)
}

/** An event that goes is looked for among the parents of all others. SQLite had lost the index for it to the listings. */
async function indexParents(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('events_by_parent')
    .ifNotExists()
    .on('events')
    .column('post_parent')
    .where('post_parent', 'is not', null)
    .execute()
}
