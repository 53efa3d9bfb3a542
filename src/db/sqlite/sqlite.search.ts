import { type RawBuilder, sql } from 'kysely'
import type { Reader, WordTable } from '../dialect.ts'
import type { Condition, FindClue, Part, Remembered } from '../found.ts'
import { fewRows, type RowSet } from '../rowSet.ts'
import { findEventsHolding, findHolding, findWords, mostWords } from './sqlite.holding.ts'
import { wordsIn } from '../words.ts'
import { isWhollyIndexed } from './sqlite.words.ts'

/** A part that is in more words than this is searched for in the texts, as most texts have it. */
const maxWords = 2000

/** Clues from the index: which rows have the words that contain the parts of a text. */
export function cluesOf(db: Reader, table: WordTable): FindClue {
  return clueFrom(async (part) => {
    const words = await findWords(db, table, { part, limit: maxWords + 1 })
    if (words.length > maxWords) return undefined
    const isCertain = words.every(isWhollyIndexed)
    return { weight: words.length, isCertain, rows: () => findHolding(db, table, words) }
  })
}

/** The same for events, whose sets are remembered once they were looked up. */
export function eventCluesOf(db: Reader, remembered: Remembered): FindClue {
  return clueFrom(async (part) => {
    const known = await remembered.find(part)
    if (known) return { weight: 0, isCertain: true, rows: async () => known }
    const words = await findWords(db, 'events', { part, limit: mostWords + 1 })
    const rows = () => remembered.findOr(part, () => findEventsHolding(db, remembered, { part, words }))
    return { weight: words.length, isCertain: true, rows }
  })
}

/** Combines the clues of the parts of a text; undefined parts cannot be looked up. */
function clueFrom(findPart: (part: string) => Promise<Part | undefined>): FindClue {
  return async (text) => {
    const texts = wordsIn(text)
    const found = await Promise.all(texts.map(findPart))
    const parts = found.filter((part) => part !== undefined)
    return {
      text,
      parts,
      isEnough: texts[0] === text && parts.every(({ isCertain }) => isCertain),
      weight: Math.min(Infinity, ...parts.map(({ weight }) => weight)),
    }
  }
}

/** The condition that the row is in the set. */
export function isAmong(table: WordTable, rows: RowSet): Condition {
  const id = sql.ref(`${table}.id`)
  if (rows.size === 0) return sql`(1 = 0)`
  // Lists of events read listings, a hundred to a page of the file; other rows are better found one by one.
  return table === 'events' && rows.size > fewRows ? isOneOf(id, rows) : isListed(id, rows)
}

/** The condition that the id has a mark: looking it up in a list takes three times as long. */
export function isOneOf(id: RawBuilder<unknown>, rows: RowSet): Condition {
  return rows.isDense ? sql`(substr(${rows.marks}, ${id} + 1, 1) = x'01')` : isListed(id, rows)
}

function isListed(id: RawBuilder<unknown>, rows: RowSet): Condition {
  return sql`(${id} in (select value from json_each(${JSON.stringify(rows.ids())})))`
}
