import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** What is linked to many events is removed for good sooner. The previous version goes on beside it. */
export async function removals(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.removeListingsTogether(db)
}
