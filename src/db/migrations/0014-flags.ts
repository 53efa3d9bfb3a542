import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** How many events of a day have a flag, so that totals by flags are sums as well. The previous version goes on beside it. */
export async function flags(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.countFlags(db)
}
