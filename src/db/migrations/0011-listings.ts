import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** What lists choose events by, where it is found quickest. The previous version goes on without it. */
export async function listings(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.createListings(db)
}
