import { sql } from 'kysely'
import { lastChange } from '../changes.ts'
import type { Reader, Writer } from '../dialect.ts'
import { apart } from '../idBytes.ts'
import { Inversion, type Postings } from '../inversion.ts'
import { Pace } from '../pace.ts'
import { type Block, type IdRange, readBlocks } from './postgres.postings.ts'
import { indexedWords } from './postgres.words.ts'

/** How much is done at a time. */
interface Amounts {
  /** With no more events than this, nothing is stored, as searches are quick enough. */
  readonly few: number
  /** How many events a new block has at most. Making one takes some 15 MB. */
  readonly events: number
}

const usually: Amounts = { few: 20_000, events: 2 ** 13 }

/** How many texts are read at a time, in a few milliseconds. */
const textsAtOnce = 200

/** How many words are written at a time. */
const wordsAtOnce = 1000

/** A block is written anew when so many events have changed since; it is of use until about twice as many have (`changes.ts`). */
const oldAfter = 2048

/** How many blocks are merged into one: for each word, a search reads a row of every block. */
const mergedAtOnce = 4

/** The advisory lock for writing blocks; the number only has to be the same in every version. */
const writingLock = 5_253_625_369

/** What writes blocks: one transaction each, on a connection of its own, as nobody waits for it or is shown what it writes. */
interface Writing {
  readonly transact: <Result>(work: (tx: Writer) => Promise<Result>) => Promise<Result>
  /** Ends the work early; the next call continues it. */
  readonly signal: AbortSignal
}

/** Whether there are more than a few events, so that it is worth the while to {@link writePostings}. */
export async function hasMoreEvents(db: Reader, few = usually.few): Promise<boolean> {
  const found = await db.selectFrom('events').select('id').offset(few).limit(1).executeTakeFirst()
  return found !== undefined
}

/**
 * Stores which events have each word, for blocks that are missing or long outdated. It works slowly, and ends if another process
 * is doing the same.
 */
export async function writePostings({ transact, signal }: Writing, amounts = usually): Promise<void> {
  const alone = (work: (tx: Writer) => Promise<boolean>) =>
    transact(async (tx) => (await isOurs(tx)) && (await work(tx)))
  try {
    let written = 0
    while (await alone((tx) => writeNext(tx, signal, amounts))) written += 1
    if (written > 0) await alone(removeUnused)
  } catch (error) {
    // The unfinished block is rolled back.
    if (!signal.aborted) throw error
  }
}

async function isOurs(tx: Writer): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(writingLock)}) as is`.execute(tx)
  return rows[0]?.is ?? false
}

/** Writes the first block that waits; answers whether there was one. */
async function writeNext(tx: Writer, signal: AbortSignal, { events }: Amounts): Promise<boolean> {
  // Readers test again what changes from now on.
  const upTo = await lastChange(tx)
  await bringUnchangedUpTo(tx, upTo)
  const blocks = await readBlocks(tx)
  const waiting = blocks.find((block) => isWaiting(block, upTo))
  if (!waiting) return false
  const found = await invert(tx, waiting, { signal, events })
  await writeBlock(tx, waiting, { ...found, upTo })
  await merge(tx, upTo)
  return true
}

function isWaiting({ up_to }: Block, last: number): boolean {
  return up_to === null || up_to < last - oldAfter
}

/** Marks blocks without changed events as current. */
async function bringUnchangedUpTo(tx: Writer, last: number): Promise<void> {
  await sql`
    update events_search_blocks as blocks set up_to = ${last}
    where up_to < ${last - oldAfter} and up_to >= (select min(number) from event_changes) and not exists (
      select 1 from event_changes
      where number > blocks.up_to and event_id >= blocks.told_from
        and event_id < coalesce(blocks.until_id, ${Number.MAX_SAFE_INTEGER}))`.execute(tx)
}

/** The words that were found in the texts of a block. */
interface Found {
  readonly texts: Inversion
  /** The id after the last one of the block: that of the next event, if the block is full. */
  readonly until: number | null
}

/** Reads the texts of a block, up to the number of events that it may have. */
async function invert(
  tx: Reader,
  { from_id, until_id }: IdRange,
  { signal, events }: { signal: AbortSignal; events: number },
): Promise<Found> {
  const texts = new Inversion()
  const pace = new Pace()
  for (let from = from_id; ; await pace.mayRest()) {
    signal.throwIfAborted()
    const limit = Math.min(events - texts.size, textsAtOnce)
    const some = await readTexts(tx, { from_id: from, until_id }, limit)
    for (const { id, folded } of some) texts.add(id, indexedWords(folded))
    const last = some.at(-1)
    if (!last || some.length < limit) return { texts, until: until_id }
    from = last.id + 1
    if (texts.size === events) return { texts, until: from }
  }
}

async function readTexts(
  tx: Reader,
  { from_id, until_id }: IdRange,
  limit: number,
): Promise<readonly { readonly id: number; readonly folded: string }[]> {
  const from = tx.selectFrom('events').select(['id', 'folded']).where('id', '>=', from_id)
  const within = until_id === null ? from : from.where('id', '<', until_id)
  return within.orderBy('id').limit(limit).execute()
}

/**
 * Writes a block. The block that was there before keeps the rest of its range, if there is one, and covers all of it until that
 * is stored: readers test again what has changed since.
 */
async function writeBlock(
  tx: Writer,
  { number: old, from_id, until_id }: Block,
  { texts, until, upTo }: Found & { upTo: number },
): Promise<void> {
  const number = await createBlock(tx, {
    from_id,
    until_id: until,
    told_from: from_id,
    up_to: upTo,
    merged: 0,
  })
  const pace = new Pace()
  for await (const postings of texts.postings(pace, wordsAtOnce)) {
    await put(tx, number, postings)
    await pace.mayRest()
  }
  if (until === until_id) await remove(tx, [old])
  else await sql`update events_search_blocks set from_id = ${until} where number = ${old}`.execute(tx)
}

async function createBlock(tx: Writer, block: Omit<Block, 'number'>): Promise<number> {
  const columns = sql.join(Object.keys(block).map((name) => sql.ref(name)))
  const { rows } = await sql<Pick<Block, 'number'>>`
    insert into events_search_blocks (${columns}) values (${sql.join(Object.values(block))})
    returning number`.execute(tx)
  return rows[0]?.number ?? 0
}

async function remove(tx: Writer, blocks: readonly number[]): Promise<void> {
  await sql`delete from events_search_postings where block = any(${blocks}::integer[])`.execute(tx)
  await sql`delete from events_search_blocks where number = any(${blocks}::integer[])`.execute(tx)
}

/** Merges adjacent blocks that were merged equally often, as long as there are any. */
async function merge(tx: Writer, last: number): Promise<void> {
  for (;;) {
    const run = mergeable(await readBlocks(tx), last)
    const [first] = run
    if (!first) return
    const numbers = run.map(({ number }) => number)
    const number = await createBlock(tx, {
      from_id: first.from_id,
      until_id: run.at(-1)?.until_id ?? null,
      told_from: Math.min(...run.map(({ told_from }) => told_from)),
      up_to: Math.min(...run.map(({ up_to }) => up_to ?? 0)),
      merged: first.merged + 1,
    })
    await sql`
      insert into events_search_postings (block, word_id, ids)
      select ${number}::integer, word_id, string_agg(ids, ${Buffer.of(apart)}) from events_search_postings
      where block = any(${numbers}::integer[]) group by word_id`.execute(tx)
    await remove(tx, numbers)
  }
}

/** The first blocks that can be merged; empty if none can. */
function mergeable(blocks: readonly Block[], last: number): readonly Block[] {
  for (let index = 0; index + mergedAtOnce <= blocks.length; index += 1) {
    const run = blocks.slice(index, index + mergedAtOnce)
    if (run.every((block) => block.merged === run[0]?.merged && !isWaiting(block, last))) return run
  }
  return []
}

async function put(tx: Writer, block: number, { words, lengths, ids }: Postings): Promise<void> {
  // Existing words get no new number, as numbers are limited.
  await sql`
    insert into events_search_words (word)
    select word from unnest(${words}::text[]) as given(word)
    where not exists (select 1 from events_search_words as known where known.word = given.word)`.execute(tx)
  await sql`
    insert into events_search_postings (block, word_id, ids)
    select ${block}, words.id, substring(${ids}::bytea from given.first::integer for given.length)
    from (
      select word, length, 1 + sum(length) over (order by position) - length as first
      from unnest(${words}::text[], ${lengths}::integer[]) with ordinality as each(word, length, position)
    ) as given
    join events_search_words as words on words.word = given.word`.execute(tx)
}

/** Words that no text has any more. */
async function removeUnused(tx: Writer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from events_search_words
    where not exists (select 1 from events_search_postings where word_id = events_search_words.id)`.execute(
    tx,
  )
  return numAffectedRows > 0n
}
