import { setTimeout } from 'node:timers/promises'
import { DatabaseBusy } from '../unavailability.ts'
import { openSqlite } from './sqlite.driver.ts'

/** How often it is tried to empty the log, and how long between two tries, in milliseconds: readers that keep it are soon done. */
const tries = { most: 250, every_ms: 20 }

/**
 * Copies the log into the file and empties it: rows that are removed are overwritten there (`secure_delete`), and the log would keep
 * their pages as they were. Throws {@link DatabaseBusy} when somebody reads all the time.
 */
export async function scrubSqlite(path: string): Promise<void> {
  const connection = openSqlite(path, 'write')
  try {
    for (let attempt = 0; attempt < tries.most; attempt += 1) {
      const row = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
      if (row?.['busy'] === 0) return
      await setTimeout(tries.every_ms)
    }
  } finally {
    connection.close()
  }
  throw new DatabaseBusy()
}
