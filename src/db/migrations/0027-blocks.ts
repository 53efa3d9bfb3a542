import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/**
 * Where a server of databases keeps which events have a word, too. Nothing is written there yet, and the previous version
 * goes on beside it, looking words up.
 */
export async function blocks(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.createBlocks(db)
}
