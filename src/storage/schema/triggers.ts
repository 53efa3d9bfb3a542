import { type Kysely, sql } from 'kysely'
import { changeLogTriggers } from './changeLog.ts'
import { historyTriggers } from './history.ts'
import { noteTriggers } from './notes.ts'
import { seriesTriggers } from './series.ts'
import type { Tables } from './tables.ts'
import type { SchemaWords, Trigger } from './words.ts'

/** All triggers there are, as this program has them. */
export const triggersOfAll = ({ listInOrder }: Pick<SchemaWords, 'listInOrder'>): readonly Trigger[] => [
  ...noteTriggers,
  ...changeLogTriggers,
  ...seriesTriggers,
  ...historyTriggers(listInOrder),
]

/**
 * Makes all triggers anew, in the transaction of the migrations and after all of them: they are those of this program, and may read a column
 * that only the last step brings. Those that only an earlier program had are taken away as well.
 */
export async function makeTriggersAnew(db: Kysely<Tables>, schema: SchemaWords): Promise<void> {
  await schema.dropTriggers(db)
  for (const trigger of triggersOfAll(schema))
    for (const statement of schema.triggers(trigger)) await sql.raw(statement).execute(db)
}
