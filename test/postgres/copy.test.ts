import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createUser } from '../../src/http/auth/users.ts'
import { copiedTables } from '../../src/storage/db/copy.tables.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { addCheapPassword } from '../support/accounts.ts'
import { countOf, templateOf } from '../support/database.ts'
import { fillCalendar } from '../support/fill.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'
import { holdUp } from '../support/brake.ts'
import { programs, runServe } from '../process/program.ts'
import { kalends, temporaryFolder } from '../cli/sandbox.ts'

const events = 2_000

test('every table that a calendar has is copied, but for the count of its transactions and the log that indexes follow', async () => {
  const db = await opened(join(temporaryFolder(), 'kalends.db'))
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where type = 'table' and schema = 'main'`.execute(db.read)
  const own = rows
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|kysely_|revision$|changes$)/.test(name))
  expect(own.toSorted()).toEqual([...copiedTables].toSorted())
})

test('a calendar goes to PostgreSQL and back and is the same, logins and parents and all', async () => {
  const folder = temporaryFolder()
  const [first, second, third] = [join(folder, 'first.db'), await anyDatabase(), join(folder, 'third.db')]
  const password = await fill(first)
  const there = await kalends(folder, ['copy', '--from', first, '--to', second])
  expect(there).toMatchObject({ status: 0, stderr: expect.stringContaining('both hold the same') })
  const back = await kalends(folder, ['copy', '--from', second, '--to', third])
  expect(back).toMatchObject({ status: 0, stdout: there.stdout })
  expect(await rowsOf(third)).toEqual(await rowsOf(first))
  expect(there.stdout).toMatch(new RegExp(`^events\\t${events}\\t[0-9a-f]{64}$`, 'm'))

  for (const url of [second, third]) {
    // Who has followed the log of the empty database does not find its place in it, and reads everything.
    expect(await logOf(url)).toEqual([{ kind: 'event', id: 0 }])
    const service = runServe({ DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'warn' })
    const highest = Math.max(...((await rowsOf(first))['items'] ?? []).map(({ id }) => Number(id)))
    const created = await fetch(`${await service.origin}/vendor/events/v1/events`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`owner:${password}`)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ title: 'New', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }),
    })
    expect(created.status).toBe(201)
    const { id } = (await created.json()) as { id: number }
    expect(id).toBeGreaterThan(highest)
    service.signal('SIGTERM')
    await service.ended
    expect((await rowsOf(url))['history']).toContainEqual(expect.objectContaining({ id, action: 'created' }))
  }
})

test('a copy that is killed goes on where it was, and nobody serves what is there meanwhile', async () => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, 'from.db'), await anyDatabase()]
  await fill(from)
  const words = ['copy', '--from', from, '--to', to]
  const ids = await eventsOf(from)
  const left: number[] = []
  for (let kill = 0; kill < 3; kill += 1) {
    await killedOnceThere(folder, words, { to, event: ids[left.at(-1) ?? 0] ?? 0 })
    left.push(await countOf('events', to))
    const served = runServe({ DATA_DIR: folder, DATABASE_URL: to })
    expect((await served.ended).status).toBe(1)
    expect(served.stderr()).toContain('A copy into it is not finished')
  }
  expect(left).toEqual(left.toSorted((one, other) => one - other))
  expect(left[0]).toBeLessThan(events)
  const { status, stdout } = await kalends(folder, words)
  expect(status).toBe(0)
  expect(stdout).toContain(`events\t${events}\t`)
  expect(await rowsOf(to)).toEqual(await rowsOf(from))

  const [id = 0] = ids
  const db = await opened(to)
  await db.write((tx) => tx.updateTable('events').set({ status: 'draft' }).where('id', '=', id).execute())
  expect(await logOf(to)).toContainEqual({ kind: 'event', id })
  expect((await rowsOf(to))['history_values']).toContainEqual(
    expect.objectContaining({ kind: 'event', id, field: 'status' }),
  )
})

test('what has changed since is not mixed with what is there already', async () => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, 'from.db'), await anyDatabase()]
  await fill(from)
  const [first = 0] = await eventsOf(from)
  await killedOnceThere(folder, ['copy', '--from', from, '--to', to], { to, event: first })
  const db = await opened(from)
  await db.write((tx) => tx.updateTable('events').set({ title: 'Later' }).where('id', '=', 900).execute())
  const { status, stdout, stderr } = await kalends(folder, ['copy', '--from', from, '--to', to])
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^kalends: The calendar has been changed since this copy of it began\. /)
})

test('a database that holds something is left as it is, and of no calendar there is no copy', async () => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, 'from.db'), join(folder, 'to.db')]
  await fill(from)
  await kalends(folder, ['user', 'add', 'mine', '--role', 'editor', '--email', 'mine@example.org'], {
    DATABASE_URL: to,
  })
  const before = await rowsOf(to)
  expect(await kalends(folder, ['copy', '--from', from, '--to', to])).toMatchObject({
    status: 1,
    stdout: '',
    // A slow machine says before how far it is with the indexes.
    stderr: expect.stringMatching(
      /^kalends: The target holds a calendar already\. Name an empty database\.$/m,
    ),
  })
  expect(await rowsOf(to)).toEqual(before)
  const missing = join(folder, 'missing.db')
  expect(await kalends(folder, ['copy', '--from', missing, '--to', to])).toMatchObject({
    status: 1,
    stderr: `kalends: There is no calendar at ${missing}.\n`,
  })
  expect(existsSync(missing)).toBe(false)
  expect(await kalends(folder, ['copy', '--from', from])).toMatchObject({ status: 2 })
})

async function anyDatabase(): Promise<string> {
  const server = inject('postgres')
  const url = await createPostgresDatabase(server)
  onTestFinished(() => dropPostgresDatabase(server, url))
  return url
}

async function opened(url: string): Promise<Database> {
  const db = await openDatabase(url)
  onTestFinished(() => db.close())
  return db
}

/** A town's calendar, with children that are older than their parents; answers the password of its owner. */
const fill = templateOf(async (path): Promise<string> => {
  const db = await openDatabase(path)
  const user = await createUser(db, { login: 'owner', email: 'owner@example.org', role: 'administrator' }, 0)
  const password = await addCheapPassword(db, user)
  await fillCalendar(db, { events, now: Temporal.Instant.from('2031-03-10T10:00:00Z'), authors: [user.id] })
  const ids = (await db.read.selectFrom('events').select('id').orderBy('id').execute()).map(({ id }) => id)
  await db.write((tx) =>
    tx
      .updateTable('events')
      .set({ post_parent: ids.at(-1) })
      .where('id', 'in', ids.slice(0, 600))
      .execute(),
  )
  await db.write((tx) =>
    tx
      .insertInto('installation')
      .values({ name: 'secret', value: 'ab'.repeat(32) })
      .execute(),
  )
  await db.close()
  return password
})

/** Starts it and kills it once the event is there, and before it has gone on. */
async function killedOnceThere(
  folder: string,
  words: readonly string[],
  { to, event }: { to: string; event: number },
): Promise<void> {
  const letGo = await holdUp(to, event)
  // Connected before it begins: where nobody else is, it would take the trigger that holds it up away with all others.
  const client = new Client({ connectionString: to })
  await client.connect()
  const isThere = async () =>
    (await client.query('select 1 from events where id = $1', [event])).rows.length > 0
  expect(await isThere()).toBe(false)
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_TIMEOUT_MS: '600000' }
  const child = execFile(process.execPath, [programs['dist/cli.js'], ...words], { env })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (child.exitCode === null && !(await isThere())) await setTimeout(2)
  await client.end()
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await ended
  await letGo()
}

/** The IDs of all events, in their order. */
async function eventsOf(url: string): Promise<number[]> {
  return ((await rowsOf(url))['events'] ?? [])
    .map(({ id }) => Number(id))
    .toSorted((one, other) => one - other)
}

/** What the log says that indexes follow. */
async function logOf(url: string): Promise<unknown> {
  const db = await opened(url)
  return db.read.selectFrom('changes').select(['kind', 'id']).orderBy('number').execute()
}

/** Everything that is in the tables, read without what copies. */
async function rowsOf(url: string): Promise<Record<string, Record<string, unknown>[]>> {
  const db = await openDatabase(url)
  try {
    const read = async (table: string) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.read)
      const texts = rows.map((row) =>
        JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
      )
      return [table, texts.toSorted().map((text) => JSON.parse(text) as Record<string, unknown>)] as const
    }
    return Object.fromEntries(await Promise.all(copiedTables.map(read)))
  } finally {
    await db.close()
  }
}
