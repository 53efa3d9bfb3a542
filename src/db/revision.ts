import { sql } from 'kysely'
import type { Writer } from './dialect.ts'

/** Tells everybody that what they are shown may have changed, once the transaction is committed. */
export async function raiseRevision(tx: Writer): Promise<void> {
  await tx
    .updateTable('revision')
    .set({ number: sql`number + 1` })
    .execute()
}
