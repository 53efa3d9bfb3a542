import { openSync, readSync } from 'node:fs'
import process from 'node:process'
import type { DatabaseSync } from 'node:sqlite'

/** What tells the number of the last write that counts. */
export interface RevisionWatch {
  /** In a microsecond, as long as nothing has been written. */
  revision(): number
  close(): void
}

/** Tells whether anybody has committed anything since it was last asked, in this process or another. */
type Look = () => boolean

/**
 * Watches the revision on a connection of its own, which never has a transaction open that would hide what others write. The
 * number is read only after something has been committed.
 */
export function watchRevision(connection: DatabaseSync): RevisionWatch {
  const number = connection.prepare('select number from revision')
  // Where a file is mapped into memory and read as well, Windows may show the one what the other does not.
  const hasChanged = process.platform === 'win32' ? lookAtVersion(connection) : lookAtLog(connection)
  let known: number | undefined
  return {
    revision: () => {
      // Read after the look: what is written in between is read now and looked for once more the next time.
      if (hasChanged()) known = undefined
      known ??= Number(number.get()?.['number'])
      return known
    },
    close: () => {
      known = undefined
      connection.close()
    },
  }
}

/** SQLite itself tells (https://sqlite.org/pragma.html#pragma_data_version); it takes a lock and gives it back, some 3 µs. */
export function lookAtVersion(connection: DatabaseSync): Look {
  const version = connection.prepare('PRAGMA data_version')
  let seen: unknown
  return () => {
    const before = seen
    seen = version.get()?.['data_version']
    return seen !== before
  }
}

/** The part of the index of SQLite’s log that every commit writes (https://sqlite.org/walformat.html#the_wal_index_header), in bytes. */
const headerLength = 48

/**
 * The index of SQLite’s log tells in a quarter of that time. The file stays open for as long as the process is there: by closing it
 * the process would lose the locks that SQLite has on it (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function lookAtLog(connection: DatabaseSync): Look {
  const index = openSync(`${connection.location()}-shm`, 'r')
  let [seen, header] = [Buffer.alloc(headerLength), Buffer.alloc(headerLength)]
  return () => {
    readSync(index, header, 0, headerLength, 0)
    if (header.equals(seen)) return false
    ;[seen, header] = [header, seen]
    return true
  }
}
