import type { Database } from '../db/dialect.ts'
import { keptChanges } from '../schema/changeLog.ts'
import type { Filters } from './filters.ts'
import { findHits, type Hits } from './hits.ts'
import type { Position } from './log.ts'
import { idsOf, type Order, type Slice } from './order.ts'
import { areSame, type HeldField } from './own.ts'
import { readOwn, readTitles, type Source } from './source.ts'
import { type Dependence, Steps } from './steps.ts'
import { slotsPerTurn } from '../../pure/sorted/pieces.ts'
import { beginning, followed, load, longestTail, maxTail, type Snapshot, withoutTail } from './snapshot.ts'
import { readBase, writeBase } from './snapshotFile.ts'

/** Sizes at which the index does things differently; tests make them small. */
export interface IndexLimits {
  /** At most, however many events there are. */
  readonly tail: number
  readonly slotsPerTurn: number
  /** From so many events on the file is written while the service runs as well: to read a million takes some ten seconds. */
  readonly worthKeeping: number
}

/** Where columns and words are kept in files, which can be made anew at any time, and who is told where they could not. */
export interface IndexParts {
  readonly db: Database
  /** Undefined: no files are kept. */
  readonly folder?: string | undefined
  readonly warn?: (error: unknown, message: string) => void
  readonly limits?: IndexLimits
  /** The fields of one’s own by which lists are narrowed, as they are declared now; by default none. */
  readonly fields?: () => readonly HeldField[]
}

/** A field of one’s own is asked for that the index has yet to read: who asks is told once it has. */
class NotReadYet extends Error {}

/** How often a question is asked again for fields that are declared meanwhile. */
const mostReadings = 5

/**
 * Which events a list has, how many they are, and in which order: numbers of all events in memory, derived from the rows. SQL is
 * never asked that; words are looked up beside (`words/`). It follows the log of changes, so that it never answers with less than what was committed
 * before it was asked, by whichever process. For calendars beyond some two million events another engine could stand here.
 */
export class EventIndex {
  readonly #parts: IndexParts
  readonly #limits: IndexLimits
  #snapshot: Snapshot | undefined
  #next: Promise<Snapshot> | undefined
  #merging: Promise<void> | undefined
  /** An earlier snapshot without its tail: what has come since is followed anew, so that nothing is put together from both. */
  #merged: Snapshot | undefined
  readonly #steps = new Steps()
  /** What the file holds, as long as nobody has asked for it. */
  #ahead: ReturnType<typeof readBase> | undefined
  /** Where in the log the file is, as far as is known. */
  #kept: Position | undefined

  constructor(parts: IndexParts) {
    this.#parts = parts
    this.#limits = parts.limits ?? { tail: maxTail, slotsPerTurn, worthKeeping: 50_000 }
  }

  /** Begins to read what was kept, for a service that has yet to start what asks for it. */
  readAhead(): void {
    const { folder } = this.#parts
    this.#ahead = folder === undefined ? undefined : readBase(folder)
  }

  /** The index as of now: everything that was committed before the call is in it. */
  async current(): Promise<Snapshot> {
    const revision = await this.#parts.db.revision()
    if (this.#snapshot && this.#steps.revision === revision) return this.#snapshot
    // What began before the call may not have seen what was committed before it; what has yet to begin will.
    this.#next ??= this.#follow()
    return this.#next
  }

  /**
   * Does work with the index as of now. Where that takes asking a server, the work is begun with what is known, and what it reads is
   * waited for together with the answer: only if something has changed it is done again.
   */
  async ask<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    for (let readings = 1; ; readings += 1)
      try {
        return await this.#askAsOfNow(work)
      } catch (error) {
        if (!(error instanceof NotReadYet) || readings > mostReadings) throw error
        const snapshot = await this.current()
        await (this.#merging ??= this.#merge(snapshot))
      }
  }

  async #askAsOfNow<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const [snapshot, known] = [this.#snapshot, this.#steps.revision]
    const revision = this.#parts.db.revision()
    if (snapshot && typeof revision !== 'number') {
      const [done] = await Promise.allSettled([work(snapshot), revision])
      if ((await revision) === known && done.status === 'fulfilled') return done.value
    }
    return work(await this.current())
  }

  /** Finds the events with all of the filters. */
  async find(snapshot: Snapshot, filters: Filters): Promise<Hits> {
    this.assertReads(
      snapshot,
      (filters.own ?? []).map(({ name }) => name),
    )
    return findHits(snapshot, filters, this.#limits.slotsPerTurn)
  }

  /** Throws what `ask` waits for, where fields of one’s own have yet to be read that are filters by now. */
  assertReads({ main }: Snapshot, names: readonly string[]): void {
    const isRead = (name: string) => main.own.fields.some((field) => field.name === name)
    const missing = names.filter((name) => !isRead(name))
    if (missing.length > 0 && this.#fields.some(({ name }) => missing.includes(name))) throw new NotReadYet()
  }

  get #fields(): readonly HeldField[] {
    return this.#parts.fields?.() ?? []
  }

  /**
   * The revision as of now, if an answer that depends on this and was made at a former one, or of what is newer, would be the same; else
   * undefined.
   */
  async heldUntil(since: number, depends: Dependence): Promise<number | undefined> {
    await this.current()
    const { revision } = this.#steps
    return (await this.#steps.hold(since, depends)) ? revision : undefined
  }

  /**
   * The revision as of now, and the ids of the events that were touched since a former one and of the terms that say another number of
   * them, if nothing else was touched; else undefined.
   */
  async touchedSince(since: number): Promise<{ revision: number; ids: readonly number[] } | undefined> {
    await this.current()
    const [{ revision }, ids] = [this.#steps, this.#steps.touchedSince(since)]
    return revision !== undefined && ids ? { revision, ids } : undefined
  }

  /** The ids of a part of the events that were found, in order. */
  async idsOf(hits: Hits, order: Order, slice: Slice): Promise<number[]> {
    const { read, dialect } = this.#parts.db
    return idsOf(hits, order, slice, (ids) => readTitles({ read, dialect }, ids))
  }

  /** Keeps the columns in a file, so that the next start need not read all rows. */
  async close(): Promise<void> {
    while (this.#merging) await this.#merging
    const snapshot = this.#parts.folder === undefined ? undefined : this.#snapshot
    if (snapshot && snapshot.position.token !== this.#kept?.token)
      await this.#keep(await withoutTail(snapshot))
  }

  async #follow(): Promise<Snapshot> {
    const { db } = this.#parts
    try {
      return await db.atOneMoment(async (read) => {
        this.#next = undefined
        const source = { read, dialect: db.dialect }
        const reached = await read
          .selectFrom('revision')
          .select(['number', 'narrow', 'wide'])
          .executeTakeFirstOrThrow()
        const [known, merged] = [this.#snapshot ?? (await this.#readFile(source)), this.#merged]
        const ofMerged = merged && (await followed(merged, source))
        const ofKnown = ofMerged || !known ? undefined : await followed(known, source)
        const { snapshot } = ofMerged ?? ofKnown ?? { snapshot: await load(source, this.#fields) }
        // What the merged columns have taken in anew is not what has changed since the last ones were left.
        this.#steps.add(reached, known?.main ?? snapshot.main, ofKnown?.changed)
        if (ofMerged) this.#steps.forget()
        if (this.#merged === merged) this.#merged = undefined
        this.#snapshot = snapshot
        const most = Math.min(this.#limits.tail, longestTail(snapshot.main.size))
        const isLong = snapshot.closed.length + snapshot.tail.size > most
        if (isLong || this.#isFarBehind(snapshot) || !areSame(snapshot.main.own.fields, this.#fields))
          this.#merging ??= this.#merge(snapshot)
        return snapshot
      })
    } finally {
      this.#next = undefined
    }
  }

  /** Merges beside, in pieces, while answers go on with the longer tail; where other fields are filters now, these are read anew. */
  async #merge(snapshot: Snapshot): Promise<void> {
    try {
      const merged = await this.#withFields(await withoutTail(snapshot))
      if (this.#isFarBehind(merged)) await this.#keep(merged)
      this.#merged = merged
      this.#merging = undefined
      await (this.#next ??= this.#follow())
    } catch (error) {
      this.#merging = undefined
      this.#parts.warn?.(error, 'the index could not be merged')
    }
  }

  /** Rows may be newer than the snapshot: what has changed since is followed anew. */
  async #withFields(snapshot: Snapshot): Promise<Snapshot> {
    const fields = this.#fields
    if (areSame(snapshot.main.own.fields, fields)) return snapshot
    this.#kept = undefined
    const { read, dialect } = this.#parts.db
    const own = await readOwn({ read, dialect }, snapshot.main, fields)
    return { ...snapshot, main: { ...snapshot.main, own } }
  }

  async #readFile(source: Source): Promise<Snapshot | undefined> {
    if (!this.#ahead) this.readAhead()
    const base = await this.#ahead
    this.#ahead = undefined
    this.#kept = base?.position
    return base && beginning(base, source)
  }

  /** Whether the file is worth being written while the service runs: after a crash as well the next start is to be quick. */
  #isFarBehind({ main, position }: Snapshot): boolean {
    if (this.#parts.folder === undefined || main.size < this.#limits.worthKeeping) return false
    // A file of another history may be ahead as well.
    return Math.abs(position.number - (this.#kept?.number ?? Infinity)) > keptChanges / 2
  }

  async #keep(snapshot: Snapshot): Promise<void> {
    const { folder, warn } = this.#parts
    // Also where it cannot be written, which is tried again after as many changes.
    this.#kept = snapshot.position
    try {
      if (folder !== undefined) await writeBase(folder, snapshot)
    } catch (error) {
      warn?.(error, 'the columns of the index could not be kept in a file')
    }
  }
}
