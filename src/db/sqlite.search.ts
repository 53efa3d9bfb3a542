import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { SearchWords } from '../text/search.ts'
import type { Reader, WordTable } from './dialect.ts'
import { RowSet } from './rowSet.ts'
import { isWhollyIndexed, namesOf, wordsIn } from './sqlite.words.ts'

/** A trigram index answers only for three characters and more. */
const trigram = 3

/** What is in more different words than this is looked for in one text after the other: most texts have it. */
const maxWords = 2000

/**
 * Rows are few where they are fewer than one in so many ids. These are listed, and their texts looked into rather than that
 * another word is looked up; of more, the mark of each row that is met is looked at.
 */
const sparse = 64

/** A part of what a search asks of a row. */
export type Condition = RawBuilder<SqlBool>

/**
 * What `Database.matching` promises, by the word index: the rows are found by it and told by their ids. What it does not
 * tell is looked for in the texts of these.
 */
export async function findMatching(
  db: Reader,
  table: WordTable,
  { all, none }: SearchWords,
): Promise<readonly Condition[]> {
  const search = new Search(db, table)
  const clues = await Promise.all(all.map((word) => findClue(db, table, word)))
  for (const clue of clues.toSorted((one, other) => one.weight - other.weight)) await search.require(clue)
  for (const word of none) await search.exclude(await findClue(db, table, word))
  return search.conditions()
}

/** Whether the row's folded text contains the (folded) text, told by the text itself. */
function holdsText(table: WordTable, text: string): Condition {
  // Lists of events are chosen from `listings`, which has no texts.
  return sql`exists (select 1 from ${sql.table(table)} as texts
    where texts.id = ${sql.ref(`${table}.id`)} and instr(texts.folded, ${text}) > 0)`
}

/** What the index tells of a text that is searched. */
interface Clue {
  readonly text: string
  /** Of each part of it without separators that few enough words hold, these words. */
  readonly parts: readonly (readonly string[])[]
  /** Whether rows with the parts have the text. */
  readonly isEnough: boolean
  /** How many words are to be looked up at least; infinite where nothing can be. */
  readonly weight: number
}

async function findClue(db: Reader, table: WordTable, text: string): Promise<Clue> {
  const words = wordsIn(text)
  const found = await Promise.all(words.map((word) => findWords(db, table, word)))
  const parts = found.filter((those) => those.length <= maxWords)
  return {
    text,
    parts,
    isEnough: words[0] === text && parts.every((those) => those.every(isWhollyIndexed)),
    weight: Math.min(Infinity, ...parts.map((those) => those.length)),
  }
}

/** A search on its way: rows found so far, and what is left to the texts. */
class Search {
  readonly #db: Reader
  readonly #table: WordTable
  readonly #left: Condition[] = []
  #found: RowSet | undefined

  constructor(db: Reader, table: WordTable) {
    this.#db = db
    this.#table = table
  }

  async require({ text, parts, isEnough }: Clue): Promise<void> {
    const isLookedUp = parts.length > 0 && !this.#hasFew
    if (!isLookedUp || !isEnough) this.#left.push(holdsText(this.#table, text))
    if (!isLookedUp) return
    for (const words of parts) {
      const rows = await findRows(this.#db, this.#table, words)
      this.#found = this.#found?.and(rows) ?? rows
    }
  }

  async exclude({ text, parts, isEnough }: Clue): Promise<void> {
    const [words] = parts
    if (!isEnough || words === undefined || this.#hasFew) {
      this.#left.push(sql`not ${holdsText(this.#table, text)}`)
      return
    }
    const rows = await findRows(this.#db, this.#table, words)
    if (this.#found) this.#found = this.#found.without(rows)
    else this.#left.push(sql`not ${isAmong(this.#table, rows)}`)
  }

  conditions(): readonly Condition[] {
    return this.#found ? [isAmong(this.#table, this.#found), ...this.#left] : this.#left
  }

  get #hasFew(): boolean {
    return this.#found !== undefined && isSparse(this.#found)
  }
}

/** The words that hold the part, one more than {@link maxWords} at most. */
async function findWords(db: Reader, table: WordTable, part: string): Promise<readonly string[]> {
  const { words, parts } = namesOf(table)
  const index = sql.table(parts)
  const phrase = `"${part.replaceAll('"', '""')}"`
  const isIndexed =
    [...part].length < trigram
      ? sql``
      : sql`id in (select rowid from ${index} where ${index} match ${phrase}) and`
  // The index takes some letters for the same that are not.
  const { rows } = await sql<{ word: string }>`select word from ${sql.table(words)}
    where ${isIndexed} instr(word, ${part}) > 0 limit ${maxWords + 1}`.execute(db)
  return rows.map(({ word }) => word)
}

/** The rows whose texts have any of the words. */
async function findRows(db: Reader, table: WordTable, words: readonly string[]): Promise<RowSet> {
  const texts = sql.table(namesOf(table).texts)
  // One word after the other: FTS5 itself would compare all of them for every row. And one text, not a row for each.
  const { rows } = await sql<{ ids: string }>`
    select json_group_array(texts.rowid) as ids
    from json_each(${JSON.stringify(words)}) as words cross join ${texts} as texts
    where texts.${texts} match '"' || words.value || '"'`.execute(db)
  return RowSet.of(rows.flatMap(({ ids }) => JSON.parse(ids) as number[]))
}

function isSparse({ size, marks }: RowSet): boolean {
  return size * sparse < marks.length
}

/** Whether the row is among these. */
function isAmong(table: WordTable, rows: RowSet): Condition {
  const id = sql.ref(`${table}.id`)
  if (rows.size === 0) return sql`(1 = 0)`
  // Lists of events go through their listings, a hundred to a page of the file; other rows are better found one by one.
  if (table === 'events' && !isSparse(rows)) return sql`(substr(${rows.marks}, ${id} + 1, 1) = x'01')`
  return sql`(${id} in (select value from json_each(${JSON.stringify([...rows.ids()])})))`
}
