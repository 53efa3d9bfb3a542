import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { unpublishedIndexes } from '../listings/listings.indexes.ts'
import type { Tables } from '../tables.ts'

/** The indexes of what is not published have what is in the trash as well. The previous version goes on beside it. */
export async function trashed(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const [name, of] of Object.entries(unpublishedIndexes(dialect.indexedFlags))) {
    await sql.raw(`drop index if exists ${name}`).execute(db)
    await sql.raw(`create index ${name} on ${of}`).execute(db)
  }
}
