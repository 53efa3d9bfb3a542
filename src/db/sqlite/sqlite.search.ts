import { type RawBuilder, sql } from 'kysely'
import type { Reader, WordTable } from '../dialect.ts'
import type { Condition, FindClue, Part, Remembered } from '../found.ts'
import type { RowSet } from '../rowSet.ts'
import { findEventsHolding, findHolding, findWords, mostWords } from './sqlite.holding.ts'
import { wordsIn } from '../words.ts'
import { isWhollyIndexed } from './sqlite.words.ts'

/** What is in more different words than this is looked for in one text after the other: most texts have it. */
const maxWords = 2000

/** So few rows are listed; of more, the mark of each row that is met is looked at. */
const fewIds = 2000

/** Tells of each text what the index does: which rows have the words that its parts are in. */
export function cluesOf(db: Reader, table: WordTable): FindClue {
  return clueFrom(async (part) => {
    const words = await findWords(db, table, { part, limit: maxWords + 1 })
    if (words.length > maxWords) return undefined
    const isCertain = words.every(isWhollyIndexed)
    return { weight: words.length, isCertain, rows: () => findHolding(db, table, words) }
  })
}

/** The same of events: what is remembered of a part is not looked up, and what was looked up is. */
export function eventCluesOf(db: Reader, remembered: Remembered): FindClue {
  return clueFrom(async (part) => {
    const known = await remembered.find(part)
    if (known) return { weight: 0, isCertain: true, rows: async () => known }
    const words = await findWords(db, 'events', { part, limit: mostWords + 1 })
    const rows = () => remembered.findOr(part, () => findEventsHolding(db, remembered, { part, words }))
    return { weight: words.length, isCertain: true, rows }
  })
}

/** Of what the parts of a text tell; there is nothing to look up of a part that is undefined. */
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

/** Whether the row is among these. */
export function isAmong(table: WordTable, rows: RowSet): Condition {
  const id = sql.ref(`${table}.id`)
  if (rows.size === 0) return sql`(1 = 0)`
  // Lists of events go through their listings, a hundred to a page of the file; other rows are better found one by one.
  return table === 'events' && rows.size > fewIds ? isOneOf(id, rows) : isListed(id, rows)
}

/** Whether the id has a mark: to look it up takes three times as long. */
export function isOneOf(id: RawBuilder<unknown>, rows: RowSet): Condition {
  return rows.isDense ? sql`(substr(${rows.marks}, ${id} + 1, 1) = x'01')` : isListed(id, rows)
}

function isListed(id: RawBuilder<unknown>, rows: RowSet): Condition {
  return sql`(${id} in (select value from json_each(${JSON.stringify(rows.ids())})))`
}
