import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Trigger } from '../trigger.ts'

/** Makes the trigger in SQLite. */
export async function createTrigger(
  db: Kysely<Tables>,
  { name, after, when, statements }: Trigger,
): Promise<void> {
  const condition = when === undefined ? '' : `when ${when}`
  const body = statements.map((statement) => `${statement};`).join('\n')
  await sql.raw(`create trigger ${name} after ${after} ${condition} begin ${body} end`).execute(db)
}
