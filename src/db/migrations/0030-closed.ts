import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Which events have a password is told by an index alone. The previous version goes on beside it. */
export async function closed(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.indexClosed(db)
}
