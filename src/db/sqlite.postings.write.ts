import { setImmediate, setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { lastChange } from './changes.ts'
import type { Database, Reader, Writer } from './dialect.ts'
import { encodeIds } from './idBytes.ts'
import { findIds } from './sqlite.holding.ts'
import { isWhollyIndexed, namesOf } from './sqlite.words.ts'

/** What so few events have is looked up quickly enough. */
const fewEvents = 20_000

/** A word is written down anew when so many events have changed since; it is of use until about twice as many have (`changes.ts`). */
const oldAfter = 2048

/** So many words are gone through, and written down by one transaction, at a time: others wait a few milliseconds for it. */
const wordsAtOnce = 200

/** For others to be served, it rests so many times as long as it has worked, whenever that was so long. */
const rest = { times: 3, after_ms: 5 } as const

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
 * time, and does nothing where there are hardly more events than `few`.
 */
export async function writePostings(writing: Writing, few = fewEvents): Promise<void> {
  const { db, signal } = writing
  if (!(await hasMoreEvents(db.read, few))) return
  const since = (await lastChange(db.read)) - oldAfter
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted;) {
    const words = await readWords(db.read, { after, since })
    after = words.at(-1)?.id
    await writeDown(
      writing,
      words.filter(({ isWaiting }) => isWaiting === 1),
    )
  }
}

async function writeDown({ db, signal }: Writing, words: readonly Word[]): Promise<void> {
  // Before anything is looked up: what changes meanwhile is told anew by whoever reads.
  const upTo = await lastChange(db.read)
  const found: Posting[] = []
  await setImmediate()
  let began = performance.now()
  for (const word of words) {
    if (isWhollyIndexed(word.word))
      found.push({ ...word, ids: encodeIds(await findIds(db.read, 'events', [word.word])) })
    const worked_ms = performance.now() - began
    if (worked_ms < rest.after_ms) continue
    await setTimeout(worked_ms * rest.times)
    if (signal.aborted) return
    began = performance.now()
  }
  if (found.length > 0) await db.write((tx) => put(tx, upTo, found), 'aside')
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
