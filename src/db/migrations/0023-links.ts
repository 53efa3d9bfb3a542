import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** How links of events are kept, so that lists find them together. The previous version goes on beside it. */
export async function links(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.arrangeLinks(db)
}
