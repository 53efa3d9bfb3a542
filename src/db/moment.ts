import { type Kysely, sql } from 'kysely'
import type { Reader } from './dialect.ts'
import type { Tables } from './tables.ts'
import { DatabaseAway } from './unavailable.ts'

/** A connection of its own for reading, and the statement that begins a transaction on one snapshot, which keeps nobody from writing. */
export interface MomentParts {
  readonly open: () => Kysely<Tables>
  readonly begin: string
  /** The time at which the transaction began, in SQL, where the connection may be lost and another one take its place unnoticed. */
  readonly mark?: string
}

/** Runs work that reads the database at one moment, one after the other: see `Database.atOneMoment`. */
export class Moments {
  readonly #parts: MomentParts
  #reader: Kysely<Tables> | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: MomentParts) {
    this.#parts = parts
  }

  async run<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    const done = this.#last.then(() => this.#twice(work))
    this.#last = done.catch(() => {})
    return done
  }

  async close(): Promise<void> {
    await this.#last
    await this.#reader?.destroy()
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

  async #once<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    this.#reader ??= this.#parts.open()
    const reader = this.#reader
    await sql.raw(this.#parts.begin).execute(reader)
    try {
      const began = await this.#mark(reader)
      const result = await work(reader)
      if ((await this.#mark(reader)) !== began) throw new DatabaseAway()
      return result
    } finally {
      await sql`rollback`.execute(reader).catch(() => {})
    }
  }

  async #mark(reader: Reader): Promise<unknown> {
    const { mark } = this.#parts
    if (mark === undefined) return undefined
    const { rows } = await sql<{ mark: unknown }>`select ${sql.raw(mark)} as mark`.execute(reader)
    return rows[0]?.mark
  }
}
