import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Texts of events are stored as they are where a row fits a page. The previous version goes on beside it. */
export async function wholeRows(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.keepRowsWhole(db)
}
