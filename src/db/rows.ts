import type { ReadByIds } from './byIds.ts'
import type { Reader } from './dialect.ts'

/** Where rows come from that many answers show. */
export interface Rows {
  readonly db: Reader
  /**
   * The rows with these ids, by id. `read` reads those that are not known yet, and says which rows are meant: as long as one is
   * remembered, it is the same object for all, and nobody changes it.
   */
  find<Row extends Identified>(
    read: ReadByIds<Row>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Row>>
}

interface Identified {
  readonly id: number
}

/** Rows as they are when they are asked for: what a transaction sees, or who asks for most of them. */
export function rowsIn(db: Reader): Rows {
  return { db, find: async (read, ids) => byId(await read(db, [...new Set(ids)])) }
}

/** Rows by id, by what has read them, which alone says of which type they are. */
type Read = Map<unknown, Map<number, Identified>>

/**
 * Rows of one revision, each read once while it is asked for now and then: when those asked for lately take more than half of `limit`
 * bytes, all others are forgotten. A record that is made of a row and kept beside it is counted with it.
 */
export class KnownRows implements Rows {
  readonly db: Reader
  readonly #limit: number
  #lately: Read = new Map()
  #before: Read = new Map()
  #size = 0

  constructor(db: Reader, limit: number) {
    this.db = db
    this.#limit = limit
  }

  async find<Row extends Identified>(
    read: ReadByIds<Row>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Row>> {
    const known = rowsBy(this.#lately, read)
    const before = rowsBy(this.#before, read)
    const missing = new Set<number>()
    for (const id of ids) {
      if (known.has(id)) continue
      const row = before.get(id)
      if (row) this.#keep(known, row)
      else missing.add(id)
    }
    if (missing.size === 0) return known
    for (const row of await read(this.db, [...missing])) this.#keep(known, row)
    if (this.#size > this.#limit / 2) this.#forget()
    return known
  }

  #keep<Row extends Identified>(known: Map<number, Row>, row: Row): void {
    known.set(row.id, row)
    this.#size += sizeOf(row)
  }

  #forget(): void {
    this.#before = this.#size > this.#limit ? new Map() : this.#lately
    this.#lately = new Map()
    this.#size = 0
  }
}

function rowsBy<Row extends Identified>(all: Read, read: ReadByIds<Row>): Map<number, Row> {
  const known = all.get(read) ?? new Map<number, Identified>()
  all.set(read, known)
  return known as Map<number, Row>
}

/** What a record takes, in bytes, a column in it and in the row, and each letter of that. */
const recordSize = 800
const columnSize = 20
const letterSize = 2

function sizeOf(row: object): number {
  return Object.values(row).reduce(
    (sum: number, value: unknown) =>
      sum + columnSize + (typeof value === 'string' ? letterSize * value.length : 0),
    recordSize,
  )
}

function byId<Row extends Identified>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
