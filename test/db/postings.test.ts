import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../src/auth/users.ts'
import type { Database } from '../../src/db/dialect.ts'
import { DecodedIds, encodeIds } from '../../src/db/idBytes.ts'
import { openDatabase } from '../../src/db/open.ts'
import { RowSet } from '../../src/db/rowSet.ts'
import { writePostings } from '../../src/db/sqlite/sqlite.postings.write.ts'
import { forgetWords } from '../../src/db/sqlite/sqlite.words.write.ts'
import type { SearchWords } from '../../src/text/search.ts'
import { usesSqlite } from '../support/database.ts'
import { foundAnew, putText } from '../support/searched.ts'

const unended = new AbortController().signal

// PostgreSQL writes down block by block: test/postgres/postings.test.ts.
describe.runIf(usesSqlite())('what is written down of words', () => {
  let path: string
  let db: Database
  let author: number
  beforeAll(async () => {
    path = join(mkdtempSync(join(tmpdir(), 'kalends-postings-')), 'kalends.db')
    db = await openDatabase(path)
    author = (await createUser(db, { login: 'a', email: 'a@example.org', role: 'administrator' }, 0)).id
  })
  afterAll(async () => {
    await db.close()
    rmSync(join(path, '..'), { recursive: true })
  })
  beforeEach(async () => {
    await clear()
    await forgetWords(db, unended)
  })

  async function clear(): Promise<void> {
    await db.write((tx) => tx.deleteFrom('items').execute())
  }

  const put = (id: number, folded: string | undefined) => putText(db, { id, author, folded })

  async function writeDown(few = 0): Promise<void> {
    await writePostings({ db, signal: unended }, { few, idsAtOnce: 2 })
  }

  const find = (search: SearchWords) => foundAnew(path, search)

  /** Says of a word that other events have it than do. */
  async function pretend(word: string, ids: readonly number[]): Promise<void> {
    await db.write((tx) =>
      sql`update events_search_postings set ids = ${encodeIds(ids)}
        where id = (select id from events_search_words where word = ${word})`.execute(tx),
    )
  }

  async function writtenWords(): Promise<string[]> {
    const { rows } = await sql<{ word: string }>`
      select word from events_search_postings
      left join events_search_words using (id) order by word`.execute(db.read)
    return rows.map(({ word }) => word)
  }

  const word = fc.constantFrom('wein', 'weinfest', 'fest', 'rot', 'rotwein', '日本', '#')
  const texts = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
  const change = fc.tuple(fc.integer({ min: 100, max: 106 }), fc.oneof(texts, fc.constant(undefined)))
  const step = fc.record({
    changes: fc.array(change, { maxLength: 4 }),
    isWrittenDown: fc.boolean(),
    search: fc.record({
      all: fc.subarray(['wein', 'rot', 'fest', 'w', '日', 'fest rot', 'fehlt'], {
        minLength: 1,
        maxLength: 2,
      }),
      none: fc.subarray(['weinfest', 'ot', 'n'], { maxLength: 1 }),
    }),
  })

  test('whatever has changed since, a search finds what holds its words now', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        await clear()
        const events = new Map<number, string>()
        for (const { changes, isWrittenDown, search } of steps) {
          for (const [id, folded] of changes) {
            await put(id, folded)
            if (folded === undefined) events.delete(id)
            else events.set(id, folded)
          }
          if (isWrittenDown) await writeDown()
          const { all, none } = search
          const holding = [...events]
            .filter(([, folded]) => all.every((one) => folded.includes(one)))
            .filter(([, folded]) => !none.some((one) => folded.includes(one)))
          expect(await find(search)).toEqual(holding.map(([id]) => id).toSorted((one, other) => one - other))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('it is believed and not looked up, but for events that have changed, as long as all of these are known', async () => {
    const search = { all: ['rot'], none: [] }
    for (const id of [100, 101, 102]) await put(id, 'rot rotwein')
    await writeDown()
    expect(await writtenWords()).toEqual(['rot', 'rotwein'])
    await pretend('rot', [])
    await pretend('rotwein', [101, 102])
    expect(await find(search)).toEqual([101, 102])
    await put(100, 'rotwein')
    await put(102, 'wein')
    expect(await find(search)).toEqual([100, 101])

    await pretend('rotwein', [])
    await db.write(async (tx) => {
      for (let time = 0; time < 5000; time += 1)
        await tx.insertInto('event_changes').values({ event_id: 101 }).execute()
    })
    expect(await find(search)).toEqual([100, 101])
  })

  test('all events that have a word are written down, however many', async () => {
    const ids = Array.from({ length: 9 }, (_, index) => 100 + index * 7)
    for (const id of ids) await put(id, id === 121 ? 'rot' : 'rot wein')
    await writeDown()
    const { rows } = await sql<{ word: string; ids: Uint8Array }>`
      select word, ids from events_search_postings join events_search_words using (id) order by word`.execute(
      db.read,
    )
    expect(rows.map(({ word, ids }) => [word, RowSet.decoded(new DecodedIds().add(ids)).ids()])).toEqual([
      ['rot', ids],
      ['wein', ids.filter((id) => id !== 121)],
    ])
  })

  test('a word is written down once, and anew when much has changed since', async () => {
    await put(100, 'rot wein')
    await put(101, 'rot')
    await writeDown()
    await pretend('rot', [100])
    await put(102, 'rot fest')
    await writeDown()
    expect(await writtenWords()).toEqual(['fest', 'rot', 'wein'])
    expect(await find({ all: ['rot'], none: [] })).toEqual([100, 102])
    await db.write(async (tx) => {
      for (let time = 0; time < 2100; time += 1)
        await tx.insertInto('event_changes').values({ event_id: 102 }).execute()
    })
    await writeDown()
    expect(await find({ all: ['rot'], none: [] })).toEqual([100, 101, 102])
  })

  test('it goes with the word, and there is nothing of few events', async () => {
    await put(100, 'rot wein')
    await put(101, 'rot')
    await writeDown(2)
    await db.prepareSearches(unended)
    expect(await writtenWords()).toEqual([])
    await writeDown(1)
    expect(await writtenWords()).toEqual(['rot', 'wein'])
    await put(100, 'fest')
    await forgetWords(db, unended)
    expect(await writtenWords()).toEqual(['rot'])
  })

  test('it is not begun by who is to end, and nothing that is shown has changed by it', async () => {
    await put(100, 'rot')
    const ended = new AbortController()
    ended.abort()
    await writePostings({ db, signal: ended.signal }, { few: 0, idsAtOnce: 2 })
    expect(await writtenWords()).toEqual([])
    const revision = await db.revision()
    await writeDown()
    expect(await writtenWords()).toEqual(['rot'])
    expect(await db.revision()).toBe(revision)
  })
})
