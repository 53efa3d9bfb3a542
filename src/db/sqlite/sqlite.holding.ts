import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader, WordTable } from '../dialect.ts'
import type { Remembered } from '../found.ts'
import { RowSet } from '../rowSet.ts'
import { findPosted } from './sqlite.postings.ts'
import { isWhollyIndexed, namesOf } from './sqlite.words.ts'

/** A trigram index answers only for three characters and more. */
const trigram = 3

/** How many of the words with a part are looked up at most: texts that have none of these are read. */
export const mostWords = 20_000

/** If fewer words than this remain that are not stored, these are looked up rather than texts read. */
const fewWords = 1000

/** How much is looked up in one piece, in a few milliseconds; requests have their turn in between. */
const atOnce = { words: 20, texts: 500 } as const

/** Words that hold the part, up to the limit. */
export async function findWords(
  db: Reader,
  table: WordTable,
  { part, limit }: { part: string; limit: number },
): Promise<readonly string[]> {
  const { words, parts } = namesOf(table)
  const index = sql.table(parts)
  const phrase = `"${part.replaceAll('"', '""')}"`
  const isIndexed =
    [...part].length < trigram
      ? sql``
      : sql`id in (select rowid from ${index} where ${index} match ${phrase}) and`
  // The index treats some different letters as the same.
  const { rows } = await sql<{ word: string }>`select word from ${sql.table(words)}
    where ${isIndexed} instr(word, ${part}) > 0 limit ${limit}`.execute(db)
  return rows.map(({ word }) => word)
}

/** The rows whose texts have any of the words. */
export async function findHolding(db: Reader, table: WordTable, words: readonly string[]): Promise<RowSet> {
  const texts = sql.table(namesOf(table).texts)
  // Word by word, as FTS5 itself would compare all of them for every row; and as one text rather than a row for each.
  const { rows } = await sql<{ ids: string }>`
    select json_group_array(texts.rowid) as ids
    from json_each(${JSON.stringify(words)}) as words cross join ${texts} as texts
    where texts.${texts} match '"' || words.value || '"'`.execute(db)
  return RowSet.of(JSON.parse(rows[0]?.ids ?? '[]') as number[])
}

/** All events whose texts have the part, given words with it; with more than {@link mostWords} these are not all. */
export async function findEventsHolding(
  db: Reader,
  remembered: Remembered,
  { part, words }: { part: string; words: readonly string[] },
): Promise<RowSet> {
  const certain = words.slice(0, mostWords).filter(isWhollyIndexed)
  const { rows: found, upTo, others } = await findPosted(db, certain, remembered.since)
  const doubtful = words.filter((word) => !isWhollyIndexed(word))
  const isAnyEvent = words.length > mostWords
  const all = isAnyEvent || others.length > fewWords ? await everyEvent(db, remembered) : undefined
  const { rows, left } = await lookUp(db, others, { found, all })
  // Words that were not looked up may be in any text.
  const rest = all && (isAnyEvent || left) ? all : await findHolding(db, 'events', doubtful)
  return remembered.caughtUp(part, await withTexts(db, part, { found: rows, all: rest }), upTo)
}

/** Adds the events with the words to those found; ends when fewer events are left to be found than words to look up. */
async function lookUp(
  db: Reader,
  words: readonly string[],
  { found, all }: { found: RowSet; all: RowSet | undefined },
): Promise<{ rows: RowSet; left: boolean }> {
  let rows = found
  for (let first = 0; first < words.length; first += atOnce.words) {
    if (all && all.size - rows.size < words.length - first) return { rows, left: true }
    rows = rows.or(await findHolding(db, 'events', words.slice(first, first + atOnce.words)))
    await setImmediate()
  }
  return { rows, left: false }
}

async function everyEvent(db: Reader, remembered: Remembered): Promise<RowSet> {
  // All texts contain the empty one.
  return remembered.findOr('', async () => {
    const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from events`.execute(db)
    return RowSet.of(JSON.parse(rows[0]?.ids ?? '[]') as number[])
  })
}

/** Adds the events whose texts have the part, by reading the texts of all others. */
async function withTexts(
  db: Reader,
  part: string,
  { found, all }: { found: RowSet; all: RowSet },
): Promise<RowSet> {
  const others = all.without(found).ids()
  const holding: number[] = []
  for (let first = 0; first < others.length; first += atOnce.texts) {
    const ids = JSON.stringify(others.slice(first, first + atOnce.texts))
    const { rows } = await sql<{ id: number }>`
      select events.id from json_each(${ids}) as others cross join events on events.id = others.value
      where instr(events.folded, ${part}) > 0`.execute(db)
    for (const { id } of rows) holding.push(id)
    await setImmediate()
  }
  return found.or(RowSet.of(holding))
}
