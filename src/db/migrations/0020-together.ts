import type { Kysely } from 'kysely'
import { eventsInserted } from '../changes.ts'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** On PostgreSQL events that come together are noted together; on SQLite nothing changes. The previous version goes on beside it. */
export async function together(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.doTogether(db, eventsInserted)
}
