import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** How few events last long is known to whatever plans queries. The previous version goes on beside it. */
export async function lasting(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.tellLasting(db)
}
