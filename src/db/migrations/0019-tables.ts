import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/**
 * Listings are tables in both databases, with flags, ranges and numbers by day: of SQLite nothing changes. Whoever writes,
 * or asks for a list, waits while they are filled; then the previous version goes on.
 */
export async function listingTables(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.tabulateListings(db)
}
