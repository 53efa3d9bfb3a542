import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { lastChange } from '../changes.ts'
import type { Database, Reader, Writer } from '../dialect.ts'
import { encodeIds } from '../idBytes.ts'
import { Pace } from '../pace.ts'
import { isWhollyIndexed, namesOf } from './sqlite.words.ts'

/** How much is done at a time. */
interface Amounts {
  /** Words of no more events than this are looked up quickly enough, and not stored. */
  readonly few: number
  /** How many ids are looked up at a time, in some milliseconds. */
  readonly idsAtOnce: number
}

const usually: Amounts = { few: 20_000, idsAtOnce: 50_000 }

/** A set is stored anew when so many events have changed since; it can be used until about twice as many have (`changes.ts`). */
const oldAfter = 2048

/** How many words are handled by one transaction: others wait a few milliseconds for it. */
const wordsAtOnce = 200

/** Sets larger than this are written by a transaction of their own. */
const gathered_bytes = 2 ** 20

/** What storing the sets of words needs. */
interface Writing {
  readonly db: Pick<Database, 'read' | 'write'>
  /** Ends the work early; the next call continues it. */
  readonly signal: AbortSignal
}

interface Word {
  readonly id: number
  readonly word: string
  readonly isWaiting: 0 | 1
}

interface Posting extends Word {
  readonly ids: Uint8Array
}

/**
 * Stores which events have each word, as far as that is missing or long outdated. It works slowly, and does nothing in a
 * calendar with few events.
 */
export async function writePostings(writing: Writing, amounts = usually): Promise<void> {
  const { db, signal } = writing
  if (!(await hasMoreEvents(db.read, amounts.few))) return
  const since = (await lastChange(db.read)) - oldAfter
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted;) {
    const words = await readWords(db.read, { after, since })
    after = words.at(-1)?.id
    const waiting = words.filter(({ isWaiting }) => isWaiting === 1)
    await writeDown(writing, waiting, amounts)
    await setImmediate()
  }
}

async function writeDown({ db, signal }: Writing, words: readonly Word[], amounts: Amounts): Promise<void> {
  // Read before anything is looked up: readers test again what changes meanwhile.
  const upTo = await lastChange(db.read)
  const pace = new Pace()
  let found: Posting[] = []
  const write = async () => {
    const postings = found
    found = []
    if (postings.length > 0) await db.write((tx) => put(tx, upTo, postings), 'aside')
  }
  for (const word of words.filter(({ word }) => isWhollyIndexed(word))) {
    const parts: Uint8Array[] = []
    for await (const part of idsWith(db.read, word.word, amounts)) {
      parts.push(part)
      await pace.mayRest()
      if (signal.aborted) return
    }
    found.push({ ...word, ids: Buffer.concat(parts) })
    if (found.reduce((sum, { ids }) => sum + ids.length, 0) >= gathered_bytes) await write()
  }
  await write()
}

/** The encoded ids of the events with the word, in parts. */
async function* idsWith(db: Reader, word: string, { idsAtOnce }: Amounts): AsyncGenerator<Uint8Array> {
  let last = 0
  for (let isMore = true; isMore;) {
    const ids = await findIds(db, word, { after: last, limit: idsAtOnce })
    yield encodeIds(ids, last)
    last = ids.at(-1) ?? last
    isMore = ids.length === idsAtOnce
  }
}

/** The ids of the next events with the word, ascending. */
async function findIds(
  db: Reader,
  word: string,
  { after, limit }: { after: number; limit: number },
): Promise<readonly number[]> {
  const texts = sql.table(namesOf('events').texts)
  const { rows } = await sql<{ ids: string }>`
    select json_group_array(id) as ids from (
      select rowid as id from ${texts} where ${texts} match '"' || ${word} || '"' and rowid > ${after}
      order by rowid limit ${limit})`.execute(db)
  return JSON.parse(rows[0]?.ids ?? '[]') as number[]
}

/** The next words, each with whether its set is to be stored. */
async function readWords(
  db: Reader,
  { after, since }: { after: number; since: number },
): Promise<readonly Word[]> {
  const { rows } = await sql<Word>`
    select words.id, words.word, postings.id is null as "isWaiting"
    from ${sql.table(namesOf('events').words)} as words
    left join events_search_postings as postings on postings.id = words.id and postings.up_to >= ${since}
    where words.id > ${after} order by words.id limit ${wordsAtOnce}`.execute(db)
  return rows
}

async function put(tx: Writer, upTo: number, postings: readonly Posting[]): Promise<void> {
  for (const { id, word, ids } of postings)
    // The word may be gone by now, and another one may have its id.
    await sql`insert or replace into events_search_postings (id, up_to, ids)
      select id, ${upTo}, ${ids} from ${sql.table(namesOf('events').words)}
      where id = ${id} and word = ${word}`.execute(tx)
}

async function hasMoreEvents(db: Reader, few: number): Promise<boolean> {
  const found = await db.selectFrom('events').select('id').offset(few).limit(1).executeTakeFirst()
  return found !== undefined
}
