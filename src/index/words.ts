import { join } from 'node:path'
import { sql } from 'kysely'
import { readLists } from '../db/statements.ts'
import type { SearchWords } from '../text/search.ts'
import type { IndexParts } from './eventIndex.ts'
import type { IdSet } from './filters.ts'
import { changesSince, endOfLog, type Position } from './log.ts'
import type { Source } from './reading.ts'
import { lowerBound, turn, union, without } from './slots.ts'
import type { Snapshot } from './snapshot.ts'
import { readTexts, readTextsAfter, type TextColumn, type Texts, textsPerBatch, wordsOf } from './texts.ts'
import { Vocabulary } from './vocabulary.ts'
import { type EventWords, titleMark, WordFile, wordsIn } from './wordFile.ts'

/** What is written to the file: the words of the events that have changed between two places of the log. */
interface WordChange {
  readonly ids: readonly number[]
  readonly events: readonly EventWords[]
  readonly since: Position | undefined
  readonly until: Position
}

/** Of recent parts so many ids are kept, 16 MB; those asked for longest ago are forgotten first. */
const maxIdsKept = 2_000_000

/** How many words are looked up before others get their turn: a millisecond. */
const wordsPerTurn = 50

/** How often a part is looked up again while others write, before it is done in one turn. */
const maxTries = 3

/** How long it waits before it tries again to make a file that could not be written, in milliseconds. */
const pauseAfterFailure_ms = 60_000

/**
 * Finds events by parts of their texts. A part without separators is in a text exactly if it is in one of its words: the vocabulary,
 * one string, tells in which words, and the file (`wordFile.ts`) which events have these. What else is searched for is looked for in the
 * texts of the events that have its words; and everything is, until the file is filled, which is done beside.
 */
export class Words {
  readonly #parts: IndexParts
  readonly #kept = new Map<string, Float64Array>()
  #position: Position | undefined
  /** Grows with each change to what is kept, so that a set that was found meanwhile is not. */
  #version = 0
  #file: WordFile | undefined
  #isFilled = false
  #vocabulary = new Vocabulary()
  #running: Promise<unknown> = Promise.resolve()
  #filling: Promise<void> | undefined
  #triesAgainAt_ms = -Infinity
  #isClosed = false

  constructor(parts: IndexParts) {
    this.#parts = parts
  }

  /** Sets for all of the words, of no moment before that of the snapshot. */
  async find(snapshot: Snapshot, { all, none }: SearchWords): Promise<readonly IdSet[]> {
    await this.#followUpTo(snapshot)
    const sets: IdSet[] = []
    for (const word of all) sets.push({ ids: await this.#holding(snapshot, 'folded', word), isIn: true })
    for (const word of none) sets.push({ ids: await this.#holding(snapshot, 'folded', word), isIn: false })
    return sets
  }

  /** For each word the events whose titles have it. */
  async findTitled(snapshot: Snapshot, words: readonly string[]): Promise<readonly Float64Array[]> {
    await this.#followUpTo(snapshot)
    const sets: Float64Array[] = []
    for (const word of words) sets.push(await this.#holding(snapshot, 'title_folded', word))
    return sets
  }

  /** Words of any events that are like this one, which no list need show: whoever tells of them finds out first. None until the file is filled. */
  async like(snapshot: Snapshot, word: string): Promise<readonly string[]> {
    await this.#followUpTo(snapshot)
    return this.#vocabulary.like(word)
  }

  /** Fills the file if that is to be done; resolves when it is filled, or cannot be. */
  async fill(): Promise<void> {
    await this.#follow()
    await this.#filling
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#filling
    await this.#running
    this.#file?.close()
  }

  /** Takes in what has changed, if anything has that the snapshot knows of, and opens the file if that is to be done. */
  async #followUpTo({ position: { number, token } }: Snapshot): Promise<void> {
    const isThere = this.#position?.number === number && this.#position.token === token
    if (!isThere || !this.#isFilled) await this.#follow()
  }

  async #follow(): Promise<void> {
    const following = this.#running.then(() => this.#atOneMoment((source) => this.#followTo(source)))
    this.#running = following.catch(() => {})
    await following
  }

  #atOneMoment<Result>(work: (source: Source) => Promise<Result>): Promise<Result> {
    const { db } = this.#parts
    return db.atOneMoment((read) => work({ read, dialect: db.dialect }))
  }

  async #followTo(source: Source): Promise<void> {
    if (!this.#isFilled && !this.#filling) this.#open()
    const changes = this.#position && (await changesSince(source, this.#position))
    if (!changes) {
      this.#forget()
      this.#position = await endOfLog(source)
      return
    }
    const ids = changes.ids.event
    if (ids.length > 0) {
      const texts = await readTexts(source, ids)
      this.#retest(ids, texts)
      if (this.#isFilled)
        this.#write({ ids, events: texts.map(wordsOf), since: this.#position, until: changes.until })
    }
    this.#position = changes.until
  }

  /** What is known is of another history, or too far behind. */
  #forget(): void {
    this.#kept.clear()
    this.#version += 1
    this.#isFilled = false
  }

  /** Tests the changed events again for everything that is kept. */
  #retest(ids: readonly number[], texts: readonly Texts[]): void {
    this.#version += 1
    const changed = Float64Array.from(ids)
    for (const [key, kept] of this.#kept) {
      const [column, part] = partOf(key)
      const having = Float64Array.from(
        texts.filter((text) => text[column].includes(part)).map(({ id }) => id),
      )
      const had = changed.filter((id) => kept[lowerBound(kept, id)] === id)
      // Slots of a list are kept as long as it is the same one.
      if (had.length === having.length && had.every((id, at) => having[at] === id)) continue
      this.#kept.set(key, union([without(kept, changed), having.toSorted()], noIds))
    }
  }

  async #holding(snapshot: Snapshot, column: TextColumn, part: string): Promise<Float64Array> {
    const key = keyOf(column, part)
    const known = this.#kept.get(key)
    if (known) return this.#keep(key, known)
    for (let tries = 1; ; tries += 1) {
      const version = this.#version
      const { ids, isWhole } = await this.#look(snapshot, column, part, tries < maxTries)
      if (version === this.#version) return isWhole ? this.#keep(key, ids) : ids
      // What was read in several turns may miss an event that has changed its words in between.
      if (!this.#isFilled || tries === maxTries) return ids
    }
  }

  /** `isWhole`: whether all events were looked at that had come by the time that is followed. */
  async #look(snapshot: Snapshot, column: TextColumn, part: string, takesTurns: boolean) {
    const words = wordsIn(part)
    if (!this.#isFilled || words.length === 0) {
      const isWhole = snapshot.position.number >= (this.#position?.number ?? Infinity)
      return { ids: await this.#amongTexts(idsIn(snapshot), column, part), isWhole }
    }
    const sets: Float64Array[] = []
    for (const word of words) sets.push(await this.#havingWord(column, word, takesTurns))
    const having = sets.reduce((left, set) => left.filter((id) => set[lowerBound(set, id)] === id))
    const isWord = words.length === 1 && words[0] === part
    return { ids: isWord ? having : await this.#amongTexts(having, column, part), isWhole: true }
  }

  async #havingWord(column: TextColumn, part: string, takesTurns: boolean): Promise<Float64Array> {
    const key = keyOf(column, part)
    const known = this.#kept.get(key)
    if (known) return known
    const lists: Float64Array[] = []
    const mark = column === 'title_folded' ? titleMark : ''
    for (const word of this.#vocabulary.having(column, part)) {
      lists.push(Float64Array.from(this.#file?.having(mark + word) ?? []))
      if (takesTurns && lists.length % wordsPerTurn === 0) await turn()
    }
    return lists.length === 1 ? (lists[0]?.toSorted() ?? noIds) : union([noIds, ...lists], noIds)
  }

  /** Which of the events have the part in their texts, read now. */
  async #amongTexts(ids: Float64Array, column: TextColumn, part: string): Promise<Float64Array> {
    const { dialect } = this.#parts.db
    const found: number[] = []
    for (let from = 0; from < ids.length; from += textsPerBatch) {
      if (from > 0) await turn()
      const some = dialect.tableOfIds([...ids.subarray(from, from + textsPerBatch)])
      const [having = []] = await this.#atOneMoment((source) =>
        readLists<number>(
          source,
          [sql.ref('id')],
          sql`events where id in (select id from ${some} as listed) and ${dialect.holds(sql.ref(column), part)}`,
        ),
      )
      found.push(...having)
    }
    return Float64Array.from(found).toSorted()
  }

  #keep(key: string, ids: Float64Array): Float64Array {
    this.#kept.delete(key)
    this.#kept.set(key, ids)
    let size = this.#kept.values().reduce((sum, { length }) => sum + length, 0)
    for (const [oldest, { length }] of this.#kept) {
      if (size <= maxIdsKept) break
      this.#kept.delete(oldest)
      size -= length
    }
    return ids
  }

  #write({ ids, events, since, until }: WordChange): void {
    this.#vocabulary.add(events.flatMap(({ words }) => words))
    const file = this.#file
    if (!file) return
    try {
      file.begin()
      const number = file.position()?.number ?? -1
      // Another process has made it anew, and it lacks what was followed here already: it is opened again.
      if (number < (since?.number ?? 0)) this.#isFilled = false
      // Or another process has come first.
      if (number < (since?.number ?? 0) || number >= until.number) return file.rollback()
      file.replace(ids, events)
      file.commit(until)
    } catch (error) {
      this.#giveUp(error)
    }
  }

  #giveUp(error: unknown): void {
    this.#isFilled = false
    this.#file?.close()
    this.#file = undefined
    this.#triesAgainAt_ms = performance.now() + pauseAfterFailure_ms
    this.#parts.warn?.(error, 'words are looked for in the texts, as their file cannot be written')
  }

  /** Opens the file, and fills it beside if that is to be done. */
  #open(): void {
    const { folder } = this.#parts
    if (folder === undefined || this.#isClosed || performance.now() < this.#triesAgainAt_ms) return
    this.#filling = this.#fill(join(folder, 'index.db'))
      .catch((error: unknown) => this.#giveUp(error))
      .finally(() => {
        this.#filling = undefined
      })
  }

  async #fill(path: string): Promise<void> {
    await turn()
    this.#file ??= WordFile.open(path)
    const file = this.#file
    let position = file.position()
    const isOfThisLog =
      position && (await this.#atOneMoment(async (source) => changesSince(source, position as Position)))
    if (!isOfThisLog) {
      file.begin()
      try {
        file.clear()
        position = await this.#atOneMoment(endOfLog)
        await this.#addAll(file)
        if (this.#isClosed) return file.rollback()
        file.commit(position)
      } catch (error) {
        file.rollback()
        throw error
      }
    }
    this.#vocabulary = await Vocabulary.of(file.vocabulary())
    const from = position
    const ready = this.#running.then(async () => {
      // What is kept is tested again for everything since, which changes nothing.
      this.#position = from
      this.#isFilled = true
      return this.#atOneMoment((source) => this.#followTo(source))
    })
    this.#running = ready.catch(() => {})
    await ready
  }

  async #addAll(file: WordFile): Promise<void> {
    for (let last = Number.MIN_SAFE_INTEGER; !this.#isClosed;) {
      const texts = await this.#atOneMoment((source) => readTextsAfter(source, last))
      const next = texts.at(-1)?.id
      if (next === undefined) return
      file.add(texts.map(wordsOf))
      last = next
      await turn()
    }
  }
}

const noIds = new Float64Array()

const keyOf = (column: TextColumn, part: string): string => `${column} ${part}`

function partOf(key: string): readonly [TextColumn, string] {
  const end = key.indexOf(' ')
  return [key.slice(0, end) as TextColumn, key.slice(end + 1)]
}

/** The ids of all events of a snapshot, ascending. */
function idsIn({ main, closed, tail }: Snapshot): Float64Array {
  const gone = Float64Array.from(closed, (slot) => main.id[slot] ?? 0).toSorted()
  return union([without(main.byId.ids, gone), tail.byId.ids], noIds)
}
