import type { Insertable } from 'kysely'
import type { NewRow, Writer } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Rows to a statement, which takes 32 766 parameters; an event has some forty columns. */
const rowsAStatement = 500

/** Some hundred rows at a time: see {@link Dialect.insertAll}. */
export async function insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAStatement) {
    // Kysely types rows by the table, which is any.
    const some = rows.slice(from, from + rowsAStatement) as Insertable<Tables['event_terms']>[]
    await tx
      .insertInto(table as 'event_terms')
      .values(some)
      .execute()
  }
}
