import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createUser } from '../../src/auth/users.ts'
import type { Database, Writer } from '../../src/db/dialect.ts'
import { encodeIds } from '../../src/db/idBytes.ts'
import { writePostings } from '../../src/db/postgres/postgres.postings.write.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { SearchWords } from '../../src/text/search.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'
import { foundAnew, putText } from '../support/searched.ts'

let url: string
let db: Database
let author: number
beforeAll(async () => {
  url = await createPostgresDatabase(inject('postgres'))
  db = await openDatabase(url)
  author = (await createUser(db, { login: 'a', email: 'a@example.org', role: 'administrator' }, 0)).id
})
afterAll(async () => {
  await db.close()
  await dropPostgresDatabase(inject('postgres'), url)
})
beforeEach(clear)

/** As if nothing had ever been there. */
async function clear(): Promise<void> {
  await db.write(async (tx) => {
    await tx.deleteFrom('items').execute()
    await sql`delete from events_search_blocks`.execute(tx)
    await sql`delete from events_search_postings`.execute(tx)
    await sql`delete from events_search_words`.execute(tx)
    await sql`insert into events_search_blocks (from_id, told_from, merged) values (0, 0, 0)`.execute(tx)
  })
}

const put = (id: number, folded: string | undefined) => putText(db, { id, author, folded })

/** So many events to a block; it ends after some transactions. */
async function writeDown({ events = 2, steps = Infinity } = {}): Promise<void> {
  const ending = new AbortController()
  let left = steps
  const transact = <Result>(work: (tx: Writer) => Promise<Result>) => {
    left -= 1
    if (left < 0) ending.abort()
    return db.write(work, 'aside')
  }
  await writePostings({ transact, signal: ending.signal }, { few: 0, events })
}

const find = (search: SearchWords) => foundAnew(url, search)

/** Has so many changes be noted of an event. */
async function note(id: number, times: number): Promise<void> {
  await db.write((tx) =>
    sql`insert into event_changes (event_id) select ${id} from generate_series(1, ${times}::integer)`.execute(
      tx,
    ),
  )
}

/** Says of a word that other events of a block have it than do. */
async function pretend(word: string, block: number, ids: readonly number[]): Promise<void> {
  await db.write((tx) =>
    sql`update events_search_postings set ids = ${Buffer.from(encodeIds(ids))}
      where word_id = (select id from events_search_words where word = ${word})
        and block = (select number from events_search_blocks order by from_id offset ${block} limit 1)`.execute(
      tx,
    ),
  )
}

async function writtenWords(): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from events_search_words order by word`.execute(
    db.read,
  )
  return rows.map(({ word }) => word)
}

async function readBlocks() {
  const { rows } = await sql<{ from_id: number; until_id: number | null; is_written: boolean }>`
    select from_id, until_id, up_to is not null as is_written from events_search_blocks order by from_id`.execute(
    db.read,
  )
  return rows
}

const word = fc.constantFrom('wein', 'weinfest', 'fest', 'rot', 'rotwein', '日本', '#', '50%_', `a\\b`)
const texts = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
const change = fc.tuple(fc.integer({ min: 100, max: 106 }), fc.oneof(texts, fc.constant(undefined)))
const step = fc.record({
  changes: fc.array(change, { maxLength: 4 }),
  isOld: fc.boolean(),
  /** How much is written down. */
  steps: fc.constantFrom(0, 1, 2, Infinity),
  search: fc.record({
    all: fc.subarray(['wein', 'rot', 'fest', 'w', '日', 'fest rot', '#', '0%_', '\\b', 'fehlt'], {
      minLength: 1,
      maxLength: 2,
    }),
    none: fc.subarray(['weinfest', 'ot', 'n', 'rot wein'], { maxLength: 1 }),
  }),
})

test('whatever has changed since, a search finds what holds its words now', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      await clear()
      const events = new Map<number, string>()
      for (const { changes, isOld, steps: some, search } of steps) {
        for (const [id, folded] of changes) {
          await put(id, folded)
          if (folded === undefined) events.delete(id)
          else events.set(id, folded)
        }
        // Of an event that is there, and of one that is not.
        if (isOld) await note(changes[0]?.[0] ?? 99, 2100)
        await writeDown({ steps: some })
        const { all, none } = search
        const holding = [...events]
          .filter(([, folded]) => all.every((one) => folded.includes(one)))
          .filter(([, folded]) => !none.some((one) => folded.includes(one)))
        expect(await find(search)).toEqual(holding.map(([id]) => id).toSorted((one, other) => one - other))
      }
    }),
    { numRuns: 100 },
  )
})

test('it is believed and not looked up, but for events that have changed and blocks that too much has changed of', async () => {
  const search = { all: ['rot'], none: [] }
  for (const id of [100, 101, 102, 103]) await put(id, 'rot rotwein')
  await writeDown()
  expect(await readBlocks()).toEqual([
    { from_id: 0, until_id: 102, is_written: true },
    { from_id: 102, until_id: 104, is_written: true },
    { from_id: 104, until_id: null, is_written: true },
  ])
  await pretend('rot', 0, [])
  await pretend('rotwein', 0, [101])
  expect(await find(search)).toEqual([101, 102, 103])
  await put(100, 'rotwein')
  await put(102, 'wein')
  expect(await find(search)).toEqual([100, 101, 103])

  await note(100, 2100)
  await writeDown()
  for (const block of [0, 1]) for (const word of ['rot', 'rotwein']) await pretend(word, block, [])
  expect(await find(search)).toEqual([])
  await note(101, 2100)
  // Of the first block alone there are others than before.
  await writeDown()
  expect(await find(search)).toEqual([100, 101])
  await note(101, 5000)
  expect(await find(search)).toEqual([100, 101, 103])
})

test('a phrase is looked for in the texts that have all of its words', async () => {
  await put(100, 'rot wein')
  await put(101, 'rot wein')
  await put(102, 'wein rot')
  await writeDown()
  await pretend('wein', 0, [101])
  expect(await find({ all: ['rot wein'], none: [] })).toEqual([101])
  expect(await find({ all: ['t w'], none: [] })).toEqual([101])
  expect(await find({ all: ['wein'], none: ['rot wein'] })).toEqual([102])
})

test('new events are blocks of their own once there are enough, and words that none has any more go', async () => {
  await put(100, 'rot')
  await writeDown()
  for (const id of [101, 102, 2 ** 52]) await put(id, `selten${id}`)
  await note(100, 2100)
  await writeDown()
  expect(await readBlocks()).toEqual([
    { from_id: 0, until_id: 102, is_written: true },
    { from_id: 102, until_id: 2 ** 52 + 1, is_written: true },
    { from_id: 2 ** 52 + 1, until_id: null, is_written: true },
  ])
  expect(await find({ all: ['selten'], none: [] })).toEqual([101, 102, 2 ** 52])
  await put(102, undefined)
  await note(102, 2100)
  await writeDown()
  expect(await writtenWords()).toEqual(['rot', 'selten101', `selten${2 ** 52}`])
  expect(await find({ all: ['selten'], none: [] })).toEqual([101, 2 ** 52])
})

test('words longer than an index knows are found by any part', async () => {
  const long = Array.from({ length: 400 }, (_, index) => `日${index}`).join('')
  await put(100, `rot ${long}`)
  await put(101, 'rot')
  await writeDown()
  await pretend('rot', 0, [])
  for (const part of ['日3日4', '日398日399', long.slice(500, 700)])
    expect(await find({ all: [part], none: [] })).toEqual([100])
  expect(await find({ all: [long], none: [] })).toEqual([100])
  expect(await find({ all: ['日399日0'], none: [] })).toEqual([])
})

test('one process at a time writes, nothing that is shown has changed by it, and who is told to end leaves things as they were', async () => {
  await put(100, 'rot')
  await writeDown({ steps: 0 })
  expect(await writtenWords()).toEqual([])
  const other = await openDatabase(url)
  await sql`select pg_advisory_lock(5253625369)`.execute(other.read)
  await writeDown()
  expect(await writtenWords()).toEqual([])
  await other.close()
  const revision = await db.revision()
  await writeDown()
  expect(await writtenWords()).toEqual(['rot'])
  expect(await db.revision()).toBe(revision)
  expect(await find({ all: ['rot'], none: [] })).toEqual([100])
})

test('nothing is written of few events', async () => {
  await put(100, 'rot')
  await db.prepareSearches(new AbortController().signal)
  expect(await writtenWords()).toEqual([])
})
