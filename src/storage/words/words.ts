import { sql } from 'kysely'
import { join } from 'node:path'
import { readLists } from '../db/statements.ts'
import type { IndexParts } from '../index/eventIndex.ts'
import type { IdSet } from '../index/filters.ts'
import { changesSince, endOfLog, type Position } from '../index/log.ts'
import type { Snapshot } from '../index/snapshot.ts'
import { inParts, type Source } from '../index/source.ts'
import { lowerBound, union, without } from '../../pure/sorted/numbers.ts'
import { turn } from '../../pure/sorted/pieces.ts'
import { evenMarks } from '../../pure/text/evenMarks.ts'
import type { SearchWords } from '../../pure/text/search.ts'
import { readTexts, type TextColumn, type Texts, textsPerPart, textsPerWrite, wordsIn } from './vocabulary.ts'
import { troubleOf, WordFile } from './wordFile.ts'

/** The events that have a part in a text, by ids, ascending. */
interface Holders {
  readonly column: TextColumn
  readonly part: string
  readonly ids: Float64Array
}

/** Of recent parts so many ids are kept, 16 MB; those asked for longest ago are forgotten first. */
const maxIdsKept = 2_000_000

/** How long it waits before it tries again to use a file that its disk keeps from it, in milliseconds. */
const pauseAfterFailure_ms = 60_000

/**
 * Finds events by parts of their texts. A part without separators is in a text exactly if it is in one of its words, and the file
 * (`wordFile.ts`) tells which events have these. What else is searched for is looked for in the texts of the events that have its
 * words; and everything is, until the file is filled, which is done beside, and while it cannot be read. What is found is kept, and
 * tested again for each event that changes. Whoever searches, and whatever is followed, comes one after the other, so that nothing
 * changes while somebody looks.
 */
export class Words {
  readonly #parts: IndexParts
  readonly #kept = new Map<string, Holders>()
  #position: Position | undefined
  #file: WordFile | undefined
  #isFilled = false
  #isDamaged = false
  #last: Promise<unknown> = Promise.resolve()
  #filling: Promise<void> | undefined
  #triesAgainAt_ms = -Infinity
  #isClosed = false

  constructor(parts: IndexParts) {
    this.#parts = parts
  }

  /** Sets for all of the words, of no moment before that of the snapshot. */
  async find(snapshot: Snapshot, { all, none }: SearchWords): Promise<readonly IdSet[]> {
    const sets = await this.#findAll(snapshot, 'folded', [...all, ...none])
    return sets.map((ids, at) => ({ ids, isIn: at < all.length }))
  }

  /** For each word the events whose titles have it. */
  async findTitled(snapshot: Snapshot, words: readonly string[]): Promise<readonly Float64Array[]> {
    return this.#findAll(snapshot, 'title_folded', words)
  }

  /** Words of any events that are like this one, which no list need show: whoever tells of them finds out first. None until the file is filled. */
  like(word: string): readonly string[] {
    return this.#isFilled ? (this.#file?.like(word) ?? []) : []
  }

  /** Fills the file if that is to be done; resolves when it is filled, or cannot be. */
  async fill(): Promise<void> {
    await this.#inTurn(() => this.#follow())
    await this.#filling
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#filling
    await this.#last
    this.#file?.close()
  }

  get #source(): Source {
    return this.#parts.db
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  #findAll(
    { position: { number, token } }: Snapshot,
    column: TextColumn,
    parts: readonly string[],
  ): Promise<readonly Float64Array[]> {
    return this.#inTurn(async () => {
      const isThere = this.#position?.number === number && this.#position.token === token
      if (!isThere || !this.#isFilled) await this.#follow()
      const sets: Float64Array[] = []
      for (const part of parts) sets.push(await this.#holding(column, part))
      return sets
    })
  }

  /** Takes in what has changed, and begins to fill the file if that is to be done. */
  async #follow(): Promise<void> {
    const { db } = this.#parts
    if (!this.#isFilled && !this.#filling) this.#open()
    await db.atOneMoment(async (read) => {
      const source = { read, dialect: db.dialect }
      const since = this.#position
      const changes = since && (await changesSince(source, since))
      if (!changes) {
        // What is known is of another history, or too far behind.
        this.#kept.clear()
        this.#isFilled = false
        this.#position = await endOfLog(source)
        return
      }
      const { until, ids } = changes
      const texts = (await Array.fromAsync(readTexts(source, ids.event))).flat()
      this.#position = until
      this.#retest(ids.event, texts)
      if (!this.#file || !this.#isFilled || until.number === since.number) return
      try {
        this.#isFilled = this.#file.follow({ since, until, ids: ids.event, texts })
      } catch (error) {
        this.#goOnWithout(error)
      }
    })
  }

  #retest(ids: readonly number[], texts: readonly Texts[]): void {
    const changed = Float64Array.from(ids)
    for (const [key, { column, part, ids: kept }] of this.#kept) {
      const having = Float64Array.from(
        texts.filter((text) => evenMarks(text[column]).includes(part)).map(({ id }) => id),
      ).toSorted()
      const had = changed.filter((id) => kept[lowerBound(kept, id)] === id)
      // Slots of a list are kept as long as it is the same one.
      if (had.join() !== having.join())
        this.#kept.set(key, { column, part, ids: union([without(kept, changed), having], noIds) })
    }
  }

  async #holding(column: TextColumn, part: string): Promise<Float64Array> {
    const key = `${column} ${part}`
    const ids = this.#kept.get(key)?.ids ?? (await this.#look(column, part))
    this.#kept.delete(key)
    this.#kept.set(key, { column, part, ids })
    let size = this.#kept.values().reduce((sum, holders) => sum + holders.ids.length, 0)
    for (const [oldest, holders] of this.#kept) {
      if (size <= maxIdsKept) break
      this.#kept.delete(oldest)
      size -= holders.ids.length
    }
    return ids
  }

  async #look(column: TextColumn, part: string): Promise<Float64Array> {
    const words = wordsIn(part)
    if (!this.#file || !this.#isFilled || words.length === 0) return this.#amongTexts(column, part)
    if (words.length === 1 && words[0] === part) {
      try {
        return await this.#file.having(column, part)
      } catch (error) {
        this.#goOnWithout(error)
        return this.#amongTexts(column, part)
      }
    }
    let ids: Float64Array | undefined
    for (const word of words) {
      const having = await this.#holding(column, word)
      ids = ids?.filter((id) => having[lowerBound(having, id)] === id) ?? having
    }
    return this.#amongTexts(column, part, ids)
  }

  /** Which of the events, or of all, have the part in their texts. */
  async #amongTexts(column: TextColumn, part: string, ids?: Float64Array): Promise<Float64Array> {
    const found: number[] = []
    const holds = this.#source.dialect.holds(sql.ref(column), part)
    for await (const among of inParts(this.#source, textsPerPart, ids && [...ids])) {
      const from = sql`events where ${among('id')} and ${holds}`
      const { id } = await readLists<{ id: number }>(this.#source, { id: 'id' }, from)
      found.push(...id)
    }
    return Float64Array.from(found).toSorted()
  }

  /** Goes on with the texts. The next search tries the file again, which may be written by then, or makes a damaged one anew. */
  #goOnWithout(error: unknown): void {
    this.#isFilled = false
    const trouble = troubleOf(error)
    if (trouble === 'damage') this.#isDamaged = true
    if (trouble === 'disk') this.#giveUp(error)
  }

  #giveUp(error: unknown): void {
    this.#file?.close()
    this.#file = undefined
    this.#triesAgainAt_ms = performance.now() + pauseAfterFailure_ms
    this.#parts.warn?.(error, 'words are looked for in the texts, as their file cannot be used')
  }

  /** Opens the file, and fills it beside if that is to be done. */
  #open(): void {
    const { folder } = this.#parts
    if (folder === undefined || this.#isClosed || performance.now() < this.#triesAgainAt_ms) return
    this.#filling = this.#fill(join(folder, 'index.db'))
      .catch((error: unknown) => {
        if (!this.#isClosed && troubleOf(error) !== 'busy') this.#giveUp(error)
      })
      .finally(() => {
        this.#filling = undefined
      })
  }

  async #fill(path: string): Promise<void> {
    await turn()
    try {
      if (this.#isDamaged) this.#remove()
      await this.#read(path)
    } catch (error) {
      if (troubleOf(error) !== 'damage') throw error
      this.#remove()
      await this.#read(path)
    }
  }

  #remove(): void {
    this.#file?.remove()
    this.#file = undefined
    this.#isDamaged = false
  }

  async #read(path: string): Promise<void> {
    const file = (this.#file ??= WordFile.open(path))
    let from = file.position()
    if (!from || !(await changesSince(this.#source, from))) {
      from = await endOfLog(this.#source)
      await file.fill(from, readTexts(this.#source, undefined, textsPerWrite), () => this.#isClosed)
    }
    await file.readVocabulary()
    await this.#inTurn(async () => {
      // What is kept is tested again for everything since, which changes nothing.
      this.#position = from
      this.#isFilled = true
      await this.#follow()
    })
  }
}

const noIds = new Float64Array()
