import { openSync, readSync } from 'node:fs'
import process from 'node:process'
import type { DatabaseSync } from 'node:sqlite'

/** Watches the revision. */
export interface RevisionWatch {
  /** The revision; takes a microsecond as long as nothing has been written. */
  revision(): number
  close(): void
}

/** Answers whether anything was committed since the last call, in any process. */
type Look = () => boolean

/**
 * Watches the revision on a connection of its own, which never has a transaction open that would hide what others write. The
 * number is read only after something has been committed.
 */
export function watchRevision(connection: DatabaseSync): RevisionWatch {
  const number = connection.prepare('select number from revision')
  // On Windows, reading a file that is also mapped into memory may not show the same.
  const hasChanged = process.platform === 'win32' ? lookAtVersion(connection) : lookAtLog(connection)
  let known: number | undefined
  return {
    revision: () => {
      // Read after looking: a write in between is included, and only makes the next look find a change again.
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

/** Asks SQLite (https://sqlite.org/pragma.html#pragma_data_version), which takes and releases a lock: some 3 µs. */
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
 * Reads the index of SQLite’s log, in a quarter of that time. The file stays open as long as the process runs: by closing it the
 * process would lose SQLite’s locks on it (https://sqlite.org/howtocorrupt.html, 2.2).
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
