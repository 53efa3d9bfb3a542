import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, type WordTable, wordTables } from '../dialect.ts'
import { namesOf } from './sqlite.words.ts'

/** How many words are looked for in one transaction: others wait some milliseconds for it. */
const atOnce = 200

/** Forgets the words that no text has any more, in small steps; ends early when it is aborted. */
export async function forgetWords(db: Pick<Database, 'read' | 'write'>, signal: AbortSignal): Promise<void> {
  for (const table of wordTables)
    for (let isMore = true; isMore && !signal.aborted;) {
      isMore = await forgetSome(db, table)
      await setImmediate()
    }
}

/** Whether there are more. */
async function forgetSome(
  { read, write }: Pick<Database, 'read' | 'write'>,
  table: WordTable,
): Promise<boolean> {
  const { words, texts, dropped } = namesOf(table)
  const found = await sql<{ word: string }>`select word from ${sql.table(dropped)} limit ${atOnce}`.execute(
    read,
  )
  if (found.rows.length === 0) return false
  const list = JSON.stringify(found.rows.map(({ word }) => word))
  const isListed = sql`word in (select value from json_each(${list}))`
  await write(async (tx) => {
    // Texts of now, as another one may have got the word since.
    await sql`delete from ${sql.table(words)} where ${isListed}
      and not exists (select 1 from ${sql.table(texts)} where ${sql.table(texts)} match '"' || word || '"')`.execute(
      tx,
    )
    await sql`delete from ${sql.table(dropped)} where ${isListed}`.execute(tx)
  }, 'aside')
  return found.rows.length === atOnce
}
