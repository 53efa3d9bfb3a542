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

/** A row that is remembered, and among which others. */
interface Entry<Row extends Identified = Identified> {
  readonly row: Row
  readonly among: Map<number, Entry>
  readonly size: number
  /** Since it came, or was last about to go. */
  wasUsed: boolean
}

/**
 * Rows of one revision, each read once: when they are more than `limit` bytes together, the oldest goes that was not asked for
 * since it was last about to go. A record that is made of a row and kept beside it is counted with it.
 */
export class KnownRows implements Rows {
  readonly db: Reader
  readonly #limit: number
  /** By id, by what has read them, which alone says of which type they are. */
  readonly #known = new Map<unknown, Map<number, Entry>>()
  /** All of them, the oldest first. */
  readonly #entries = new Set<Entry>()
  #size = 0

  constructor(db: Reader, limit: number) {
    this.db = db
    this.#limit = limit
  }

  async find<Row extends Identified>(
    read: ReadByIds<Row>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Row>> {
    const known = this.#knownBy(read)
    const found = new Map<number, Row>()
    const missing = new Set<number>()
    for (const id of ids) {
      const entry = known.get(id)
      if (entry) found.set(id, used(entry))
      else missing.add(id)
    }
    if (missing.size === 0) return found
    // Somebody else may have read the same meanwhile: their rows stay.
    for (const row of await read(this.db, [...missing])) found.set(row.id, this.#keep(known, row))
    this.#makeRoom()
    return found
  }

  #knownBy<Row extends Identified>(read: ReadByIds<Row>): Map<number, Entry<Row>> {
    const known = this.#known.get(read) ?? new Map<number, Entry>()
    this.#known.set(read, known)
    return known as Map<number, Entry<Row>>
  }

  #keep<Row extends Identified>(among: Map<number, Entry<Row>>, row: Row): Row {
    const known = among.get(row.id)
    if (known) return used(known)
    const entry: Entry<Row> = { row, among, size: sizeOf(row), wasUsed: false }
    among.set(row.id, entry)
    this.#entries.add(entry)
    this.#size += entry.size
    return row
  }

  #makeRoom(): void {
    // What is added again meanwhile comes once more, at the end.
    for (const entry of this.#entries) {
      if (this.#size <= this.#limit) return
      this.#entries.delete(entry)
      if (entry.wasUsed) this.#entries.add(entry)
      else this.#forget(entry)
      entry.wasUsed = false
    }
  }

  #forget({ row, among, size }: Entry): void {
    among.delete(row.id)
    this.#size -= size
  }
}

function used<Row extends Identified>(entry: Entry<Row>): Row {
  entry.wasUsed = true
  return entry.row
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
