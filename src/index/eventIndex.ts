import type { Database } from '../db/dialect.ts'
import type { Columns } from './columns.ts'
import type { Filters } from './filters.ts'
import { findHits, type Hits } from './hits.ts'
import { type Changes, changesSince } from './log.ts'
import { idsOf, type Order } from './order.ts'
import { readTitles, type Source } from './reading.ts'
import { slotsPerTurn } from './slots.ts'
import {
  isLong,
  load,
  maxTail,
  mergedColumns,
  onColumns,
  readRest,
  type Snapshot,
  withChanges,
} from './snapshot.ts'
import { readSnapshot, writeSnapshot } from './snapshotFile.ts'
import { Words } from './words.ts'

/** Sizes at which the index does things differently; tests make them small. */
export interface IndexLimits {
  readonly tail: number
  readonly slotsPerTurn: number
}

/** Where the index keeps files, which it can make anew at any time, and whom it tells that it could not. */
export interface IndexParts {
  readonly db: Database
  /** Undefined: no files are kept. */
  readonly folder?: string | undefined
  readonly warn?: (error: unknown, message: string) => void
  readonly limits?: IndexLimits
}

/** A merge that is being made beside: the snapshot it began with, and what has changed since. */
interface Merging {
  readonly columns: Promise<Columns>
  readonly between: Changes[]
}

/**
 * Which events a list has, how many they are, and in which order: numbers of all events in memory, and their words in a file, derived
 * from the rows. SQL is never asked that. It follows the log of changes, so that it never answers with less than what was committed
 * before it was asked, by whichever process. For calendars beyond some two million events another engine could stand here.
 */
export class EventIndex {
  readonly words: Words
  readonly #parts: IndexParts
  readonly #limits: IndexLimits
  #snapshot: Snapshot | undefined
  #revision: number | undefined
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<Snapshot> | undefined
  #merging: Merging | undefined
  #isWritten = true

  constructor(parts: IndexParts) {
    this.#parts = parts
    this.#limits = parts.limits ?? { tail: maxTail, slotsPerTurn }
    this.words = new Words(parts)
  }

  /** The index as of now: everything that was committed before the call is in it. */
  async current(): Promise<Snapshot> {
    const revision = await this.#parts.db.revision()
    if (this.#snapshot && this.#revision === revision) return this.#snapshot
    // What began before the call may not have seen what was committed before it; what has yet to begin will.
    this.#next ??= this.#afterOthers(() => this.#follow())
    return this.#next
  }

  /**
   * Does work with the index as of now. Where that takes asking a server, the work is begun with what is known, and what it reads is
   * waited for together with the answer: only if something has changed it is done again.
   */
  async ask<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const [snapshot, known] = [this.#snapshot, this.#revision]
    const revision = this.#parts.db.revision()
    if (snapshot && typeof revision !== 'number') {
      const done = work(snapshot)
      const [first] = await Promise.allSettled([done, revision])
      if ((await revision) === known && first.status === 'fulfilled') return first.value
    }
    return work(await this.current())
  }

  /** Finds the events with all of the filters. */
  async find(snapshot: Snapshot, filters: Filters): Promise<Hits> {
    return findHits(snapshot, filters, this.#limits.slotsPerTurn)
  }

  /** The ids of a part of the events that were found, in order. */
  async idsOf(
    hits: Hits,
    order: Order,
    part: { readonly offset: number; readonly limit: number },
  ): Promise<number[]> {
    const { read, dialect } = this.#parts.db
    return idsOf(hits, order, part, (ids) => readTitles({ read, dialect }, ids))
  }

  /** Keeps the columns in a file, so that the next start need not read all rows. */
  async close(): Promise<void> {
    await this.#merging?.columns.catch(() => {})
    await this.#afterOthers(() => this.#write())
    await this.words.close()
  }

  #follow(): Promise<Snapshot> {
    this.#next = undefined
    const { db } = this.#parts
    return db.atOneMoment(async (read) => {
      const source = { read, dialect: db.dialect }
      const { number } = await read.selectFrom('revision').select('number').executeTakeFirstOrThrow()
      const known = this.#snapshot ?? (await this.#readFile(source))
      this.#snapshot = known ? await this.#followFrom(known, source) : await this.#load(source)
      this.#revision = number
      return this.#snapshot
    })
  }

  /** Changes to the snapshot are made one after the other. */
  #afterOthers<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#running.then(work)
    this.#running = done.catch(() => {})
    return done
  }

  async #load(source: Source): Promise<Snapshot> {
    this.#merging = undefined
    this.#isWritten = false
    return load(source)
  }

  async #followFrom(known: Snapshot, source: Source): Promise<Snapshot> {
    const changes = await changesSince(source, known.position)
    if (!changes) return this.#load(source)
    if (changes.until.number === known.position.number) return known
    this.#isWritten = false
    this.#merging?.between.push(changes)
    const snapshot = await withChanges(known, source, changes)
    if (isLong(snapshot, this.#limits.tail)) this.#merge(snapshot)
    return snapshot
  }

  /** Merges beside, in pieces, while answers go on with the longer tail. */
  #merge(snapshot: Snapshot): void {
    if (this.#merging) return
    const merging: Merging = { columns: mergedColumns(snapshot), between: [] }
    this.#merging = merging
    const swap = async () => {
      const columns = await merging.columns
      await this.#afterOthers(async () => {
        // It was loaded anew meanwhile.
        if (this.#merging !== merging || !this.#snapshot) return
        this.#snapshot = await onColumns(this.#snapshot, columns, merging.between)
        this.#merging = undefined
      })
    }
    swap().catch((error: unknown) => {
      this.#merging = undefined
      this.#parts.warn?.(error, 'the index could not be merged')
    })
  }

  async #readFile(source: Source): Promise<Snapshot | undefined> {
    const { folder } = this.#parts
    const kept = folder === undefined ? undefined : await readSnapshot(folder)
    return kept && { ...kept, ...(await readRest(source)) }
  }

  async #write(): Promise<void> {
    const { folder, warn } = this.#parts
    if (folder === undefined || this.#isWritten || !this.#snapshot) return
    try {
      const snapshot = this.#snapshot
      await writeSnapshot(folder, { ...snapshot, main: await mergedColumns(snapshot) })
      this.#isWritten = true
    } catch (error) {
      warn?.(error, 'the columns of the index could not be kept in a file')
    }
  }
}
