import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Texts of events that are committed together are indexed together. The previous version goes on beside it, and indexes its own as before. */
export async function gathered(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.gatherTexts(db)
}
