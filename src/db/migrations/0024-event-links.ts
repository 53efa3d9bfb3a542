import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** All links of an event, of whatever kind, in one place. The previous version goes on beside it. */
export async function eventLinks(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.createEventLinks(db)
}
