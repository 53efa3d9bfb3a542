import { type Kysely, sql } from 'kysely'
import { createChangeLog } from '../changeLog.ts'
import type { Tables } from '../tables.ts'
import { postgresWords } from './postgres.schema.ts'
import { createTrigger } from './postgres.trigger.ts'

/** The largest row that PostgreSQL stores in a page of its usual size, in bytes. */
const pageful = 8160

/** See `Dialect.createDerived`. */
export async function createDerived(db: Kysely<Tables>): Promise<void> {
  const statements = [
    // Compressing rows of more than 2 kB, as PostgreSQL does by itself, takes half of what it does while rows are imported, for
    // a seventh of the disk space; rows that stay in one piece are read as quickly.
    `alter table events set (toast_tuple_target = ${pageful})`,
    // Index entries cannot have long texts, so that equal ones are found by another index.
    ...['venues', 'organizers'].map(
      (table) => `create index ${table}_by_title_folded on ${table} using hash (title_folded)`,
    ),
    'create index terms_by_name_folded on terms using hash (name_folded)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await createChangeLog(db, postgresWords, createTrigger)
}
