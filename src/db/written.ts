import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from './dialect.ts'

const attempts = new AsyncLocalStorage<{ hasWritten: boolean }>()

/** Does something in which it is remembered whether anything has been written: see {@link hasWritten}. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  return attempts.run({ hasWritten: false }, work)
}

/** Whether what is being attempted has changed anything already, so that nobody may be told that it has not. */
export function hasWritten(): boolean {
  return attempts.getStore()?.hasWritten ?? false
}

/** The same database, of which {@link hasWritten} knows. */
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
