import { type Kysely, sql } from 'kysely'
import { authorsChanged } from '../changes.ts'
import type { Dialect } from '../dialect.ts'
import { unpublishedIndexes } from '../listings/listings.indexes.ts'
import type { Tables } from '../tables.ts'

/**
 * What lists of events that are not published go by: indexes of these, and a log that tells whose they have become. The previous
 * version goes on beside it.
 */
export async function unpublished(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const [name, of] of Object.entries(unpublishedIndexes(dialect.indexedFlags)))
    await sql.raw(`create index ${name} on ${of}`).execute(db)
  await dialect.createTrigger(db, authorsChanged)
}
