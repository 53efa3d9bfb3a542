import type { Insertable } from 'kysely'
import type { NewRow, Writer } from '../dialect.ts'
import { inParts } from '../parts.ts'
import type { Tables } from '../tables.ts'

/** Some hundred rows at a time: see {@link Dialect.insertAll}. */
export async function insertAll(tx: Writer, table: keyof Tables, rows: readonly NewRow[]): Promise<void> {
  for (const part of inParts(rows)) {
    // Kysely types rows by the table, which is any.
    const some = part as Insertable<Tables['event_terms']>[]
    await tx
      .insertInto(table as 'event_terms')
      .values(some)
      .execute()
  }
}
