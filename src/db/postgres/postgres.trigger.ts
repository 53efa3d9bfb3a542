import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Trigger } from '../trigger.ts'

/** Makes the trigger in PostgreSQL, with a function of its name. If it can, it runs once for all rows of a statement. */
export async function createTrigger(db: Kysely<Tables>, trigger: Trigger): Promise<void> {
  const { name, after, when, together } = trigger
  const condition = when === undefined ? '' : `when (${when})`
  const rows = together ? 'referencing new table as inserted for each statement' : `for each row ${condition}`
  await sql.raw(`create ${functionOf(trigger)}`).execute(db)
  await sql.raw(`create trigger ${name} after ${after} ${rows} execute function ${name}()`).execute(db)
}

function functionOf({ name, statements, together }: Trigger): string {
  const body = (together ?? statements).map((statement) => `${statement};`).join('\n')
  // `new` means a row of the table here, not that of the trigger function.
  return `function ${name}() returns trigger language plpgsql as $$
         #variable_conflict use_column
         begin ${body} return null; end $$`
}
