import type { DatabaseSync } from 'node:sqlite'

/** Watches the revision. */
export interface RevisionWatch {
  /** The revision; takes some microseconds as long as nothing has been written. */
  revision(): number
  /** A number that is another one after anything was committed, in any process; takes some microseconds. */
  committed(): number
  close(): void
}

/**
 * Watches the revision on a connection of its own, which never has a transaction open that would hide what others write. The
 * number is read only after something has been committed, in any process, which SQLite tells in some 3 µs
 * (https://sqlite.org/pragma.html#pragma_data_version).
 */
export function watchRevision(connection: DatabaseSync): RevisionWatch {
  const version = connection.prepare('PRAGMA data_version')
  const number = connection.prepare('select number from revision')
  const committed = () => Number(version.get()?.['data_version'])
  let [seen, known]: [number | undefined, number | undefined] = [undefined, undefined]
  return {
    revision: () => {
      // Read after looking: a write in between is included, and only makes the next look find a change again.
      const before = seen
      seen = committed()
      if (seen !== before || known === undefined) known = Number(number.get()?.['number'])
      return known
    },
    committed,
    close: () => connection.close(),
  }
}
