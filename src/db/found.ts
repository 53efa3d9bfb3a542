import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { SearchWords } from '../text/search.ts'
import type { Dialect, WordTable } from './dialect.ts'
import type { RowSet } from './rowSet.ts'

/** What a search asks of a row, or a part of it. */
export type Condition = RawBuilder<SqlBool>

/** What is known of the rows that are searched: all of the set for which holds what is `left` to be asked of each. */
export interface Found {
  /** Undefined for any. */
  readonly rows: RowSet | undefined
  readonly left: readonly Condition[]
}

/** What is known of a text that is searched, before its rows are looked up. */
export interface Clue {
  readonly text: string
  /** What of it can be looked up. */
  readonly parts: readonly Part[]
  /** Whether rows with the parts have the text. */
  readonly isEnough: boolean
  /** What looking it up takes, roughly: nothing where the rows are remembered; infinite where nothing can be. */
  readonly weight: number
}

/** A part of a text. */
export interface Part {
  readonly weight: number
  /** Whether all rows that are told have it. */
  readonly isCertain: boolean
  rows(): Promise<RowSet>
}

export type FindClue = (text: string) => Promise<Clue>

/** Sets of rows that hold a text, as far as somebody remembers them. */
export interface Remembered {
  find(text: string): Promise<RowSet | undefined>
  /** Those that are remembered or, if none are, found now, once for all who ask meanwhile. */
  findOr(text: string, find: () => Promise<RowSet>): Promise<RowSet>
  /** The number of the change since which it is known what has changed. */
  readonly since: number
  /** Those that hold the text now, told anew of all that have changed since the change with this number. */
  caughtUp(text: string, rows: RowSet, upTo: number): Promise<RowSet>
}

/** The texts of so few rows are looked into rather than that another word is looked up. */
const fewTexts = 1000

/** Leaves out rows that are not wanted whatever they hold. */
export type Narrow = (rows: RowSet) => RowSet

/** The rows with the words, as far as clues tell; what they do not is left to the texts. */
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

/** What holds for the rows that were found, and no others. */
export function conditionsOf({ dialect, table }: Searched, { rows, left }: Found): readonly Condition[] {
  return rows ? [dialect.isAmong(table, rows), ...left] : left
}

/** A table that is searched, and in which database. */
export interface Searched {
  readonly dialect: Dialect
  readonly table: WordTable
}

/** A search on its way: rows found so far, and what is left to the texts. */
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

  /** Whether looking it up takes less than looking into the texts that are left. */
  #isWorth({ weight }: Clue): boolean {
    return weight === 0 || this.#rows === undefined || this.#rows.size > fewTexts
  }

  /** Whether the row's folded text contains the (folded) text, told by the text itself. */
  #holds(text: string): Condition {
    // Lists of events are chosen from `listings`, which has no texts.
    return sql`exists (select 1 from ${sql.table(this.#table)} as texts
      where texts.id = ${sql.ref(`${this.#table}.id`)} and ${this.#dialect.holds(sql.ref('texts.folded'), text)})`
  }
}
