import type { Kysely } from 'kysely'
import { createEventChanges } from '../changes.ts'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Which events have changed, for who remembers what was found. What the previous version writes is noted as well. */
export async function changes(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await createEventChanges(db, dialect)
}
