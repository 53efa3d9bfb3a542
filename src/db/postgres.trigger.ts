import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'
import type { Trigger } from './trigger.ts'

/** Makes the trigger in PostgreSQL, with a function of its name. */
export async function createTrigger(
  db: Kysely<Tables>,
  { name, after, when, statements }: Trigger,
): Promise<void> {
  const condition = when === undefined ? '' : `when (${when})`
  const body = statements.map((statement) => `${statement};`).join('\n')
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`)
    .execute(db)
  await sql
    .raw(`create trigger ${name} after ${after} for each row ${condition} execute function ${name}()`)
    .execute(db)
}
