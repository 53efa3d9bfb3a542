import { sql } from 'kysely'
import type { Writer } from './dialect.ts'

/** Makes the transaction, once it is committed, a new revision: everything that is shown may have changed. */
export async function raiseRevision(tx: Writer): Promise<void> {
  await tx
    .updateTable('revision')
    .set({ number: sql`number + 1` })
    .execute()
}
