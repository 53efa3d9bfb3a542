import { Lately } from '../../pure/calendar/cache.ts'
import type { ReadByIds } from './statements.ts'
import type { Reader } from './dialect.ts'

/** A source of rows that many answers show. */
export interface Rows {
  readonly db: Reader
  /**
   * The rows with these ids, by id. `read` reads those that are not remembered yet; it also identifies the kind of rows, so it
   * must be the same function each time. A remembered row is the same object for all callers, and must not be changed.
   */
  find<Row extends Identified>(
    read: ReadByIds<Row>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Row>>
  /** Forgets the rows with these ids, or made of these, of whatever kind, where any are remembered: they have changed. */
  forget(ids: readonly number[]): void
}

/** How many of what is made are remembered to have been so, by their ids: four times as many as there is room for. */
const mostMade = 4096

interface Identified {
  readonly id: number
  /**
   * What else it is made of: it is forgotten with any of these. What is made is large, and is kept from the second time on: most of what lists
   * show of a large calendar is not shown again, and to keep all of it took a tenth of each list that nobody has asked for before.
   */
  readonly madeOf?: readonly number[]
  /** Of what is made: set once it is kept. */
  isKept?: boolean
  /** What it takes in bytes, with what is made of it, where its columns do not say that. */
  readonly bytes?: number
}

/** Rows read from the database each time, such as within a transaction, or for reading most of them. */
export function rowsIn(db: Reader): Rows {
  return { db, find: async (read, ids) => byId(await read(db, [...new Set(ids)])), forget: () => {} }
}

/** A remembered row. */
interface Entry<Row extends Identified = Identified> {
  readonly row: Row
  readonly among: Map<number, Entry>
  readonly size: number
  /** Since it was added, or was last the oldest. */
  wasUsed: boolean
}

/**
 * Remembers the rows of one revision, and of those after it that touched none but what is then forgotten: with them a core second makes 1.2 times as many lists of which none is asked for twice. When they
 * take more than `limit` bytes together, the oldest is dropped that was not used since it was last the oldest. The size of a row
 * includes that of a record that is made of it and kept beside it.
 */
export class KnownRows implements Rows {
  readonly db: Reader
  readonly #limit: number
  /** By the function that read them, which alone determines their type, and by id. */
  readonly #known = new Map<unknown, Map<number, Entry>>()
  /** All of them, the oldest first. */
  readonly #entries = new Set<Entry>()
  #size = 0
  /** How often anything was forgotten because it has changed. */
  #forgotten = 0
  readonly #madeLately = new Lately<number>(mostMade)

  constructor(db: Reader, limit: number) {
    this.db = db
    this.#limit = limit
  }

  async find<Row extends Identified>(
    readMissing: ReadByIds<Row>,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Row>> {
    const known = this.#knownBy(readMissing)
    const found = new Map<number, Row>()
    const missing = new Set<number>()
    for (const id of ids) {
      const entry = known.get(id)
      if (entry) found.set(id, used(entry))
      else missing.add(id)
    }
    if (missing.size === 0) return found
    const time = this.#forgotten
    const read = await readMissing(this.db, [...missing])
    // What was forgotten meanwhile may have been read before it changed. Another caller may have read the same rows: theirs stay.
    for (const row of read) found.set(row.id, time === this.#forgotten ? this.#keep(known, row) : row)
    this.#makeRoom()
    return found
  }

  forget(ids: readonly number[]): void {
    if (ids.length > 0) this.#forgotten += 1
    const gone = new Set(ids)
    for (const known of this.#known.values())
      for (const entry of isMade(known) ? known.values() : ids.flatMap((id) => known.get(id) ?? []))
        if (gone.has(entry.row.id) || entry.row.madeOf?.some((id) => gone.has(id))) {
          this.#entries.delete(entry)
          this.#forget(entry)
        }
  }

  #knownBy<Row extends Identified>(read: ReadByIds<Row>): Map<number, Entry<Row>> {
    const known = this.#known.get(read) ?? new Map<number, Entry>()
    this.#known.set(read, known)
    return known as Map<number, Entry<Row>>
  }

  #keep<Row extends Identified>(among: Map<number, Entry<Row>>, row: Row): Row {
    const known = among.get(row.id)
    if (known) return used(known)
    if (row.madeOf) {
      if (!this.#madeLately.note(row.id)) return row
      row.isKept = true
    }
    const entry: Entry<Row> = { row, among, size: row.bytes ?? sizeOf(row), wasUsed: false }
    among.set(row.id, entry)
    this.#entries.add(entry)
    this.#size += entry.size
    return row
  }

  #makeRoom(): void {
    // An entry that is added again while iterating comes up once more, at the end.
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

/** Whether rows of a kind are made of others: all are alike. */
function isMade(known: ReadonlyMap<number, Entry>): boolean {
  const [first] = known.values()
  return first?.row.madeOf !== undefined
}

function used<Row extends Identified>(entry: Entry<Row>): Row {
  entry.wasUsed = true
  return entry.row
}

/** What a record takes in bytes, a column in it and in the row, and each letter of its text. */
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
