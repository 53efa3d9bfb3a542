import type { Kysely } from 'kysely'
import type { Reader } from './dialect.ts'
import type { Tables } from '../schema/tables.all.ts'
import { DatabaseAway } from './unavailability.ts'

/** Runs work that reads the database at one moment, one after the other: see `Database.atOneMoment`. */
export class SnapshotReader {
  readonly #open: () => Kysely<Tables>
  #db: Kysely<Tables> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  /** `open` makes a connection of its own for reading. */
  constructor(open: () => Kysely<Tables>) {
    this.#open = open
  }

  async run<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    // A connection made now would keep the process alive for as long as it may be idle.
    if (this.#isClosed) throw new Error('The database has been closed.')
    const done = this.#last.then(() => this.#twice(work))
    this.#last = done.catch(() => {})
    return done
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#last
    await this.#db?.destroy()
  }

  /** A server that was restarted is there again. */
  async #twice<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    try {
      return await this.#once(work)
    } catch (error) {
      if (error instanceof DatabaseAway) return this.#once(work)
      throw error
    }
  }

  /** The whole transaction is one snapshot; SQLite’s always are. */
  async #once<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    this.#db ??= this.#open()
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(work)
  }
}
