import { sql } from 'kysely'
import type { Writer } from './dialect.ts'

/**
 * Does work within a transaction, and takes all of it back where it answers that nothing has changed by it: some of what is written on
 * the way says only that something was done. What it throws fails the transaction as ever.
 */
export async function unlessNothing(tx: Writer, work: () => Promise<boolean>): Promise<void> {
  await sql`savepoint unless_nothing`.execute(tx)
  if (!(await work())) await sql`rollback to savepoint unless_nothing`.execute(tx)
  await sql`release savepoint unless_nothing`.execute(tx)
}
