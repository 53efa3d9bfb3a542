import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { lastChange } from '../changes.ts'
import type { Database, Reader, Writer } from '../dialect.ts'
import { encodeIds } from '../idBytes.ts'
import { Pace } from '../pace.ts'
import { isWhollyIndexed, namesOf } from './sqlite.words.ts'

/** What decides how much is done. */
interface Amounts {
  /** What so few events have is looked up quickly enough. */
  readonly few: number
  /** So many ids are looked up at a time, which takes some milliseconds. */
  readonly idsAtOnce: number
}

const usually: Amounts = { few: 20_000, idsAtOnce: 50_000 }

/** A word is written down anew when so many events have changed since; it is of use until about twice as many have (`changes.ts`). */
const oldAfter = 2048

/** So many words are gone through, and written down by one transaction, at a time: others wait a few milliseconds for it. */
const wordsAtOnce = 200

/** What takes more than so much to write down is not gathered with others. */
const gathered_bytes = 2 ** 20

/** What writes down which events have a word, and how it does that. */
interface Writing {
  readonly db: Pick<Database, 'read' | 'write'>
  /** Says when it is to end early: the next time it goes on with what is left. */
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
 * Writes down which events have a word, of each word of which that is not written down yet, or was long ago. It takes its
 * time, and does nothing where there are no more than a few events.
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
  // Before anything is looked up: what changes meanwhile is told anew by whoever reads.
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

/** The ids of the events that have the word, part by part, as they are written down. */
async function* idsWith(db: Reader, word: string, { idsAtOnce }: Amounts): AsyncGenerator<Uint8Array> {
  let last = 0
  for (let isMore = true; isMore;) {
    const ids = await findIds(db, word, { after: last, limit: idsAtOnce })
    yield encodeIds(ids, last)
    last = ids.at(-1) ?? last
    isMore = ids.length === idsAtOnce
  }
}

/** The ids of the next events that have the word, upwards. */
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

/** The next words, each with whether it is to be written down. */
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
    // The word may be gone meanwhile, and its id another one's.
    await sql`insert or replace into events_search_postings (id, up_to, ids)
      select id, ${upTo}, ${ids} from ${sql.table(namesOf('events').words)}
      where id = ${id} and word = ${word}`.execute(tx)
}

async function hasMoreEvents(db: Reader, few: number): Promise<boolean> {
  const found = await db.selectFrom('events').select('id').offset(few).limit(1).executeTakeFirst()
  return found !== undefined
}
