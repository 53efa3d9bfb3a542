import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { SearchWords } from '../text/search.ts'
import type { Dialect, WordTable } from './dialect.ts'
import type { RowSet } from './rowSet.ts'

/** A condition of a search on a row. */
export type Condition = RawBuilder<SqlBool>

/** The result of a search: the rows of the set for which the conditions that are `left` hold. */
export interface Found {
  /** Undefined for all rows. */
  readonly rows: RowSet | undefined
  readonly left: readonly Condition[]
}

/** What is known about a text that is searched for, before its rows are looked up. */
export interface Clue {
  readonly text: string
  /** The parts of it that can be looked up. */
  readonly parts: readonly Part[]
  /** Whether every row with all parts has the text. */
  readonly isEnough: boolean
  /** What looking it up takes, roughly: 0 where the rows are remembered, infinite where nothing can be looked up. */
  readonly weight: number
}

/** A part of a text. */
export interface Part {
  readonly weight: number
  /** Whether every row that is answered for it really has it. */
  readonly isCertain: boolean
  rows(): Promise<RowSet>
}

export type FindClue = (text: string) => Promise<Clue>

/** The remembered sets of rows that have a text. */
export interface Remembered {
  find(text: string): Promise<RowSet | undefined>
  /** The remembered set or, if there is none, the one found now, once for all who ask meanwhile. */
  findOr(text: string, find: () => Promise<RowSet>): Promise<RowSet>
  /** The number of the change since which all changes are known. */
  readonly since: number
  /** The rows that have the text now: those that changed after the change with this number are tested again. */
  caughtUp(text: string, rows: RowSet, upTo: number): Promise<RowSet>
}

/** With no more rows than this left, their texts are read rather than another word looked up. */
const fewTexts = 1000

/** Removes rows from a set that the list would not show, whatever their texts. */
export type Narrow = (rows: RowSet) => RowSet

/** Finds the rows with the words as far as clues tell; for the rest it answers conditions on their texts. */
export async function findRows(
  table: Searched,
  { all, none }: SearchWords,
  { findClue, narrow }: { findClue: FindClue; narrow?: Narrow | undefined },
): Promise<Found> {
  const search = new Search(table, narrow)
  const clues = await Promise.all(all.map(findClue))
  for (const clue of clues.toSorted((one, other) => one.weight - other.weight)) await search.require(clue)
  for (const text of none) await search.exclude(await findClue(text))
  return search.found()
}

/** The conditions that hold for exactly the rows that were found. */
export function conditionsOf({ dialect, table }: Searched, { rows, left }: Found): readonly Condition[] {
  return rows ? [dialect.isAmong(table, rows), ...left] : left
}

/** A table that is searched, and in which database. */
export interface Searched {
  readonly dialect: Dialect
  readonly table: WordTable
}

/** A running search: the rows found so far, and the conditions that are left. */
class Search {
  readonly #dialect: Dialect
  readonly #table: WordTable
  readonly #narrow: Narrow | undefined
  readonly #left: Condition[] = []
  #rows: RowSet | undefined

  constructor({ dialect, table }: Searched, narrow: Narrow | undefined) {
    this.#dialect = dialect
    this.#table = table
    this.#narrow = narrow
  }

  async require(clue: Clue): Promise<void> {
    const isLookedUp = clue.parts.length > 0 && this.#isWorth(clue)
    if (!isLookedUp || !clue.isEnough) this.#left.push(this.#holds(clue.text))
    if (!isLookedUp) return
    for (const part of clue.parts) {
      const rows = await part.rows()
      this.#rows = this.#rows?.and(rows) ?? this.#narrow?.(rows) ?? rows
    }
  }

  async exclude(clue: Clue): Promise<void> {
    const [part] = clue.parts
    if (!part || !clue.isEnough || !this.#isWorth(clue)) {
      this.#left.push(sql`not ${this.#holds(clue.text)}`)
      return
    }
    const rows = await part.rows()
    if (this.#rows) this.#rows = this.#rows.without(rows)
    else this.#left.push(sql`not ${this.#dialect.isAmong(this.#table, rows)}`)
  }

  found(): Found {
    return { rows: this.#rows, left: this.#left }
  }

  /** Whether looking it up takes less than reading the texts that are left. */
  #isWorth({ weight }: Clue): boolean {
    return weight === 0 || this.#rows === undefined || this.#rows.size > fewTexts
  }

  /** The condition that the row’s folded text contains the (folded) text. */
  #holds(text: string): Condition {
    // Lists of events are queries of `listings`, which has no texts.
    return sql`exists (select 1 from ${sql.table(this.#table)} as texts
      where texts.id = ${sql.ref(`${this.#table}.id`)} and ${this.#dialect.holds(sql.ref('texts.folded'), text)})`
  }
}
