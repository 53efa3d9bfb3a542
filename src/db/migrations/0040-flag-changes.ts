import type { Kysely } from 'kysely'
import { flagsChanged } from '../changes.ts'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Which events have got other flags, as it is noted of their spans. What the previous version writes is noted as well. */
export async function flagChanges(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.createTrigger(db, flagsChanged)
}
