import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader } from '../dialect.ts'
import { DecodedIds } from '../idBytes.ts'
import { RowSet } from '../rowSet.ts'
import { namesOf } from './sqlite.words.ts'

/** The stored set of events that had a word. */
export interface PostingsTable {
  /** The id of the word. */
  readonly id: number
  /** The number of the last change of events that is in it (`changes.ts`). */
  readonly up_to: number
  /** The ids of these events (`idBytes.ts`). */
  readonly ids: Uint8Array
}

/** How many words are read in one piece, in a few milliseconds; requests have their turn in between. */
const readAtOnce = 500

/** The statement that makes the table. Its row for a word is removed with the word. */
export const postingsTable = `
  create table events_search_postings (
    id integer primary key references ${namesOf('events').words} on delete cascade,
    up_to integer not null,
    ids blob not null)`

/** The stored sets of some words. */
export interface Posted {
  readonly rows: RowSet
  /** The number of the change as of which, or of a later one, the rows are. */
  readonly upTo: number
  /** The words without a stored set. */
  readonly others: readonly string[]
}

/** The events with any of the words, from sets that were stored at the change with this number or later. */
export async function findPosted(db: Reader, words: readonly string[], since: number): Promise<Posted> {
  const found = new Set<string>()
  const ids = new DecodedIds()
  let upTo = Infinity
  for (let first = 0; first < words.length; first += readAtOnce) {
    const postings = await read(db, words.slice(first, first + readAtOnce), since)
    for (const posting of postings) {
      found.add(posting.word)
      upTo = Math.min(upTo, posting.up_to)
      ids.add(posting.ids)
    }
    await setImmediate()
  }
  return { rows: RowSet.decoded(ids), upTo, others: words.filter((word) => !found.has(word)) }
}

async function read(db: Reader, words: readonly string[], since: number) {
  const { rows } = await sql<PostingsTable & { word: string }>`
    select known.word, postings.up_to, postings.ids
    from json_each(${JSON.stringify(words)}) as words
    cross join ${sql.table(namesOf('events').words)} as known on known.word = words.value
    cross join events_search_postings as postings on postings.id = known.id
    where postings.up_to >= ${since}`.execute(db)
  return rows
}
