import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** What facets of costs are summed up from. The previous version goes on beside it. */
export async function toldCosts(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.countToldCosts(db)
}
