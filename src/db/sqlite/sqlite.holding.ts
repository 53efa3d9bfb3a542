import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader, WordTable } from '../dialect.ts'
import type { Remembered } from '../found.ts'
import { RowSet } from '../rowSet.ts'
import { findPosted } from './sqlite.postings.ts'
import { isWhollyIndexed, namesOf } from './sqlite.words.ts'

/** A trigram index answers only for three characters and more. */
const trigram = 3

/** Of the words that a part is in, as many are looked up at most: texts that have none of them are looked into. */
export const mostWords = 20_000

/** With fewer words than this to look up that are not written down, no text is looked into instead. */
const fewWords = 1000

/** So much is looked up at once, which takes a few milliseconds: others are served in between. */
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
  // The index takes some letters for the same that are not.
  const { rows } = await sql<{ word: string }>`select word from ${sql.table(words)}
    where ${isIndexed} instr(word, ${part}) > 0 limit ${limit}`.execute(db)
  return rows.map(({ word }) => word)
}

/** The rows whose texts have any of the words. */
export async function findHolding(db: Reader, table: WordTable, words: readonly string[]): Promise<RowSet> {
  const texts = sql.table(namesOf(table).texts)
  // One word after the other: FTS5 itself would compare all of them for every row. And one text, not a row for each.
  const { rows } = await sql<{ ids: string }>`
    select json_group_array(texts.rowid) as ids
    from json_each(${JSON.stringify(words)}) as words cross join ${texts} as texts
    where texts.${texts} match '"' || words.value || '"'`.execute(db)
  return RowSet.of(JSON.parse(rows[0]?.ids ?? '[]') as number[])
}

/** All events whose texts hold the part, which is in these words, and in more where these are more than {@link mostWords}. */
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
  // Words that were left, or not even asked for, may be in any text.
  const rest = all && (isAnyEvent || left) ? all : await findHolding(db, 'events', doubtful)
  return remembered.caughtUp(part, await withTexts(db, part, { found: rows, all: rest }), upTo)
}

/** Those that were found, and those with the words; as soon as fewer of all events are left than words, these are left too. */
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
  // All texts hold the empty one.
  return remembered.findOr('', async () => {
    const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from events`.execute(db)
    return RowSet.of(JSON.parse(rows[0]?.ids ?? '[]') as number[])
  })
}

/** Those that were found, and of all others those whose texts hold the part. */
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
