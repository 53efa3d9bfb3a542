import { sql } from 'kysely'
import type { Reader, WordTable } from './dialect.ts'
import { type Condition, type FindClue, nothingRemembered, type Part, type Remembered } from './found.ts'
import { RowSet } from './rowSet.ts'
import { isWhollyIndexed, namesOf, wordsIn } from './sqlite.words.ts'

/** A trigram index answers only for three characters and more. */
const trigram = 3

/** What is in more different words than this is looked for in one text after the other: most texts have it. */
const maxWords = 2000

/** So few rows are listed; of more, the mark of each row that is met is looked at. */
const fewIds = 2000

/**
 * Tells of each word what the index does: which rows have the words that it is in. What is remembered of it is not looked
 * up.
 */
export function cluesOf(db: Reader, table: WordTable, remembered = nothingRemembered): FindClue {
  return async (text) => {
    const texts = wordsIn(text)
    const found = await Promise.all(texts.map((part) => findPart({ db, table, remembered }, part)))
    const parts = found.filter((part) => part !== undefined)
    return {
      text,
      parts,
      isEnough: texts[0] === text && parts.every(({ isCertain }) => isCertain),
      weight: Math.min(Infinity, ...parts.map(({ weight }) => weight)),
    }
  }
}

/** Whether the row is among these. */
export function isAmong(table: WordTable, rows: RowSet): Condition {
  const id = sql.ref(`${table}.id`)
  if (rows.size === 0) return sql`(1 = 0)`
  // Lists of events go through their listings, a hundred to a page of the file; other rows are better found one by one.
  if (table === 'events' && rows.size > fewIds) return sql`(substr(${rows.marks}, ${id} + 1, 1) = x'01')`
  return sql`(${id} in (select value from json_each(${JSON.stringify(rows.ids())})))`
}

interface Index {
  readonly db: Reader
  readonly table: WordTable
  readonly remembered: Remembered
}

/** Undefined for a part that is in too many words. */
async function findPart({ db, table, remembered }: Index, part: string): Promise<Part | undefined> {
  const known = await remembered.find(part)
  if (known) return { weight: 0, isCertain: true, rows: async () => known }
  const words = await findWords(db, table, part)
  if (words.length > maxWords) return undefined
  const isCertain = words.every(isWhollyIndexed)
  const rows = async () => {
    const found = await findHolding(db, table, words)
    if (isCertain) remembered.keep(part, found)
    return found
  }
  return { weight: words.length, isCertain, rows }
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
async function findHolding(db: Reader, table: WordTable, words: readonly string[]): Promise<RowSet> {
  const texts = sql.table(namesOf(table).texts)
  // One word after the other: FTS5 itself would compare all of them for every row. And one text, not a row for each.
  const { rows } = await sql<{ ids: string }>`
    select json_group_array(texts.rowid) as ids
    from json_each(${JSON.stringify(words)}) as words cross join ${texts} as texts
    where texts.${texts} match '"' || words.value || '"'`.execute(db)
  return RowSet.of(rows.flatMap(({ ids }) => JSON.parse(ids) as number[]))
}
