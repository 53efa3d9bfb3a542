import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Database, Writer } from './dialect.ts'

const attempts = new AsyncLocalStorage<{ hasWritten: boolean }>()

/** Runs the work, and keeps track of whether it has written anything: see {@link hasWritten}. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  return attempts.run({ hasWritten: false }, work)
}

/** Whether the current {@link attempt} has changed anything already, so that no answer may say otherwise. */
export function hasWritten(): boolean {
  return attempts.getStore()?.hasWritten ?? false
}

/** The same database, with writes that {@link hasWritten} knows of. */
export function remembering(db: Database): Database {
  return {
    ...db,
    write: async (work, scope) => {
      const result = await db.write(work, scope)
      const attempt = attempts.getStore()
      if (attempt && scope !== 'aside') attempt.hasWritten = true
      return result
    },
  }
}

/** The database as an open transaction sees it: whatever is written is part of that, and there with all of it or not at all. */
export function within(tx: Writer, db: Database): Database {
  return { ...db, read: tx, write: (work) => work(tx) }
}

/** Makes the transaction, once it is committed, a new revision: everything that is shown may have changed. */
export async function raiseRevision(tx: Writer): Promise<void> {
  await tx
    .updateTable('revision')
    .set({ number: sql`number + 1` })
    .execute()
}
