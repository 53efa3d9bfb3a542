import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** What facets of terms, venues and organizers are summed up from. The previous version goes on beside it. */
export async function linkedDays(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.createLinkedDays(db)
}
