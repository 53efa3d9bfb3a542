import type { DatabaseSync } from 'node:sqlite'

/** What tells the number of the last write that counts. */
export interface RevisionWatch {
  /** In a few microseconds, as long as nothing has been written. */
  revision(): number
  close(): void
}

/**
 * Watches the revision on a connection of its own, which never has a transaction open that would hide what others write.
 * SQLite itself tells whether anybody else, in this process or another, has committed anything since the last look
 * (https://sqlite.org/pragma.html#pragma_data_version); only then is the number read.
 */
export function watchRevision(connection: DatabaseSync): RevisionWatch {
  const version = connection.prepare('PRAGMA data_version')
  const number = connection.prepare('select number from revision')
  let known: { readonly version: unknown; readonly revision: number } | undefined
  return {
    revision: () => {
      const seen = version.get()?.['data_version']
      // Read after the version: what is written in between is read now and looked for once more the next time.
      if (known === undefined || known.version !== seen)
        known = { version: seen, revision: Number(number.get()?.['number']) }
      return known.revision
    },
    close: () => connection.close(),
  }
}
