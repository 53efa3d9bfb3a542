import { type Kysely, sql } from 'kysely'
import { changeLogTriggers } from './changeLog.ts'
import { historyTriggers } from './history.ts'
import { noteTriggers } from './notes.ts'
import { seriesTriggers } from './series.ts'
import type { Tables } from './tables.all.ts'
import type { SchemaWords } from './words.ts'
import type { Trigger } from './trigger.ts'

/** All triggers there are, as this program has them. */
export const triggersOfAll = ({ listInOrder }: Pick<SchemaWords, 'listInOrder'>): readonly Trigger[] => [
  ...noteTriggers,
  ...changeLogTriggers,
  ...seriesTriggers,
  ...historyTriggers(listInOrder),
]

/**
 * Makes all triggers anew, in the transaction of the migrations and after all of them: they are those of this program, and may read a column
 * that only the last step brings. Those that only an earlier program had are taken away as well. `unnamed` are columns that a backfill still
 * writes (`series.sequence`): no trigger is fired by them until it is done, so that nobody is told of what it writes.
 */
export async function makeTriggersAnew(
  db: Kysely<Tables>,
  schema: SchemaWords,
  unnamed: readonly string[] = [],
): Promise<void> {
  await schema.dropTriggers(db)
  for (const trigger of triggersOfAll(schema).map((each) => without(each, unnamed)))
    for (const statement of schema.triggers(trigger)) await sql.raw(statement).execute(db)
}

/** The same trigger, not fired by some columns; who writes one of them otherwise writes `modified_at` with it, which fires it. */
function without(trigger: Trigger, unnamed: readonly string[]): Trigger {
  const [, columns, table] = /^update of (.+) on (\w+)$/.exec(trigger.after) ?? []
  if (columns === undefined || table === undefined) return trigger
  const named = columns.split(', ').filter((column) => !unnamed.includes(`${table}.${column}`))
  return { ...trigger, after: `update of ${named.join(', ')} on ${table}` }
}
