import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/**
 * Words that texts have lost are forgotten later, and changed texts that are committed together are indexed together. The previous
 * version goes on beside it, and indexes its own one by one.
 */
export async function droppedWords(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.restateWordIndexes(db)
}
