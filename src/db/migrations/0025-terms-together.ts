import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { termsInserted } from '../terms.ancestors.ts'

/** On PostgreSQL terms that come together learn together what is above them; on SQLite nothing changes. The previous version goes on beside it. */
export async function termsTogether(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.doTogether(db, termsInserted)
}
