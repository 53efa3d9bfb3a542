import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { runBackfills } from '../../src/storage/db/backfills.ts'
import { waitingBackfills } from '../../src/storage/db/backfills.state.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { createTestApp } from '../support/app.ts'
import { createAccounts } from '../support/accounts.ts'
import { createTestDatabase } from '../support/database.ts'
import { kalends, temporaryFolder } from '../cli/sandbox.ts'
import { play } from './programs.ts'
import { fillsLetters } from './steps.ts'

const name = '0901-letters'
const steps = { [name]: fillsLetters }
const start = Temporal.Instant.from('2031-03-10T10:00:00Z')
const at = (seconds: number) => () => start.add({ seconds })

/** A database of the version before, with so many tags, and then of the one with the backfill. */
async function withTags(count: number) {
  play('1.2.0')
  const database = await createTestDatabase(temporaryFolder(), 'nothing')
  onTestFinished(() => database.remove())
  const before = await openDatabase(database.url)
  await before.write(async (tx) => {
    const rows = Array.from({ length: count }, (_, number) => ({
      taxonomy: 'post_tag' as const,
      name: `tag ${number}`,
      name_folded: `tag ${number}`,
      slug: `tag-${number}`,
      description: '',
      folded: '',
    }))
    await before.dialect.insertAll(tx, 'terms', rows)
  })
  await before.close()
  play('1.3.0', steps)
  return database
}

async function opened(url: string): Promise<Database> {
  const db = await openDatabase(url)
  onTestFinished(() => db.close())
  return db
}

/** Of how many tags the number is not the one that it is to be. */
async function wrongIn({ read }: Database): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from terms where letters is null or letters <> length(name)`.execute(read)
  return Number(rows[0]?.wrong)
}

test('a backfill goes on behind its cursor, a thousand rows a transaction, and nobody is told of what it writes', async () => {
  const { url } = await withTags(2_500)
  const db = await opened(url)
  const seen: number[] = []
  const revision = await db.revision()
  const logged = () => db.read.selectFrom('history').selectAll().execute()
  const before = await logged()
  expect(await waitingBackfills(db.read)).toEqual([{ name, done: 0, of: 2_500 }])
  const stop = new AbortController()
  const onProgress = (_: string, done: number) => {
    seen.push(done)
    if (done === 2_000) stop.abort()
  }
  expect(await runBackfills(db, { by: 'a', now: at(0), signal: stop.signal, onProgress })).toBe(2_000)
  expect(await waitingBackfills(db.read)).toEqual([{ name, done: 2_000, of: 2_500 }])
  expect(await runBackfills(db, { by: 'a', now: at(1), onProgress })).toBe(500)
  expect(seen).toEqual([1_000, 2_000, 2_500])
  expect(await waitingBackfills(db.read)).toEqual([])
  expect(await wrongIn(db)).toBe(0)
  expect(await db.revision()).toBe(revision)
  expect(await logged()).toEqual(before)
  // Done is done.
  expect(await runBackfills(db, { by: 'a', now: at(2) })).toBe(0)
  expect(await wrongIn(db)).toBe(0)
})

test('of two nodes one does it; the other goes on once the first has been silent for half a minute', async () => {
  const { url } = await withTags(3_000)
  const [one, other] = [await opened(url), await opened(url)]
  const stop = new AbortController()
  await runBackfills(one, { by: 'one', now: at(0), signal: stop.signal, onProgress: () => stop.abort() })
  expect(await runBackfills(other, { by: 'other', now: at(29) })).toBe(0)
  expect(await waitingBackfills(other.read)).toEqual([{ name, done: 1_000, of: 3_000 }])
  expect(await runBackfills(other, { by: 'other', now: at(30) })).toBe(2_000)
  expect(await wrongIn(other)).toBe(0)
})

test('however many nodes are at it at once, no row is done twice', async () => {
  const { url } = await withTags(5_000)
  const nodes = await Promise.all(Array.from({ length: 4 }, () => opened(url)))
  const done = await Promise.all(
    nodes.map(async (db, number) => {
      let rows = 0
      // Each comes half a minute after the last, so that it has no regard for whose turn it is.
      for (let time = number; (await waitingBackfills(db.read)).length > 0; time += 31)
        rows += await runBackfills(db, { by: `${number} ${time}`, now: at(time) })
      return rows
    }),
  )
  expect(done.reduce((sum, rows) => sum + rows)).toBe(5_000)
  for (const db of nodes) expect(await wrongIn(db)).toBe(0)
})

test('a program that does not know a backfill leaves it alone', async () => {
  const { url } = await withTags(10)
  await (await openDatabase(url)).close()
  play('1.2.0')
  const db = await opened(url)
  expect(await runBackfills(db, { by: 'a', now: at(0) })).toBe(0)
  expect(await waitingBackfills(db.read)).toEqual([{ name, done: 0, of: 10 }])
})

test('of no rows there is nothing to do', async () => {
  const { url } = await withTags(0)
  expect(await waitingBackfills((await opened(url)).read)).toEqual([])
})

test('how far it is, administrators and monitoring are told until it is done, by the service or by the command', async () => {
  const { url } = await withTags(1_500)
  await (await openDatabase(url)).close()
  const credentials = await createAccounts(url)
  const app = await createTestApp({}, { database: { url, remove: async () => {} }, credentials })
  onTestFinished(() => app.close())
  const told = async () => (await app.read('system', {}, 'administrator')).backfills
  const figure = async () =>
    (await app.app.figures()).find((one) => one.name === 'kalends_backfill_rows_left')?.values
  expect(await told()).toEqual([{ name, done: 0, of: 1_500 }])
  expect(await figure()).toEqual([{ labels: { name }, value: 1_500 }])
  const folder = temporaryFolder()
  const run = (...words: string[]) => kalends(folder, ['migrate', ...words], { DATABASE_URL: url })
  expect((await run()).stderr).toMatch(/up to date\.\n0901-letters: 1500 records wait/)
  expect(await run('--backfill')).toEqual({
    status: 0,
    stdout: '',
    stderr:
      'The database is up to date.\n0901-letters … 66 %\nNothing waits to be done beside the requests.\n',
  })
  expect(await told()).toEqual([])
  expect(await figure()).toEqual([])
})

test('the service itself does it', async () => {
  const { url } = await withTags(1_200)
  await (await openDatabase(url)).close()
  const credentials = await createAccounts(url)
  const app = await createTestApp({}, { database: { url, remove: async () => {} }, credentials })
  onTestFinished(() => app.close())
  expect(await app.app.fillAfterUpgrade(new AbortController().signal)).toBe(1_200)
  expect(await wrongIn(app.db)).toBe(0)
})
