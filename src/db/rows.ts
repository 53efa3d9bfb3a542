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

/**
 * Rows of one revision, each read once. When all of them together take more than `limit` bytes, they are forgotten. A record
 * that is made of a row and kept beside it is counted with it.
 */
export class KnownRows implements Rows {
  readonly db: Reader
  readonly #limit: number
  readonly #known = new Map<unknown, Map<number, Identified>>()
  #size = 0

  constructor(db: Reader, limit: number) {
    this.db = db
    this.#limit = limit
  }

  async find<Row extends Identified>(
    read: ReadByIds<Row>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Row>> {
    const known = this.#readBy(read)
    const missing = [...new Set(ids)].filter((id) => !known.has(id))
    if (missing.length === 0) return known
    const rows = await read(this.db, missing)
    this.#size += rows.reduce((sum, row) => sum + sizeOf(row), 0)
    if (this.#size > this.#limit) return this.#beginAnew(read, ids)
    for (const row of rows) known.set(row.id, row)
    return known
  }

  async #beginAnew<Row extends Identified>(
    read: ReadByIds<Row>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Row>> {
    this.#known.clear()
    this.#size = 0
    return byId(await read(this.db, [...new Set(ids)]))
  }

  /** What has been read in this way, which alone says of which type the rows are. */
  #readBy<Row extends Identified>(read: ReadByIds<Row>): Map<number, Row> {
    const known = this.#known.get(read) ?? new Map<number, Identified>()
    this.#known.set(read, known)
    return known as Map<number, Row>
  }
}

/** What a column takes in a row and in a record, in bytes, and each letter of it. */
const columnSize = 80
const letterSize = 3

function sizeOf(row: object): number {
  return Object.values(row).reduce(
    (sum: number, value: unknown) =>
      sum + columnSize + (typeof value === 'string' ? letterSize * value.length : 0),
    0,
  )
}

function byId<Row extends Identified>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
