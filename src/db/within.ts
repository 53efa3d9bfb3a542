import type { Database, Writer } from './dialect.ts'

/** The database as an open transaction sees it: whatever is written is part of that, and there with all of it or not at all. */
export function within(tx: Writer, db: Database): Database {
  return { ...db, read: tx, write: (work) => work(tx) }
}
