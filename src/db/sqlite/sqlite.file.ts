import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseGone } from '../unavailable.ts'

/**
 * Makes a check that throws {@link DatabaseGone} when the file that the connection has opened is no longer at its path: it was
 * removed, or another one was put there. SQLite goes on writing to what was opened, which nobody finds again. It takes some
 * microseconds.
 */
export function fileCheck(connection: DatabaseSync): () => void {
  const path = connection.location()
  // A database in memory.
  if (path === null) return () => {}
  const opened = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.ino !== opened.ino || found.dev !== opened.dev) throw new DatabaseGone(path)
  }
}
