import type { Kysely } from 'kysely'
import { createChangeLog } from '../changeLog.ts'
import type { Tables } from '../tables.ts'
import { sqliteWords } from './sqlite.schema.ts'
import { createTrigger } from './sqlite.trigger.ts'

/** See `Dialect.createDerived`. */
export async function createDerived(db: Kysely<Tables>): Promise<void> {
  await createChangeLog(db, sqliteWords, createTrigger)
}
