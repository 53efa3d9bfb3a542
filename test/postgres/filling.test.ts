import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '../../src/auth/users.ts'
import type { Database } from '../../src/db/dialect.ts'
import { openDatabase, openToFill } from '../../src/db/open.ts'
import { dump } from '../api/dump.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { createTestDatabase } from '../support/database.ts'
import { fillCalendar } from '../support/fill.ts'

const events = 300

test('a calendar that was filled is the same as one that was written, its indexes too', async () => {
  const [written, filled] = [await place(), await place()]
  for (const [url, open] of [
    [written, openDatabase],
    [filled, openToFill],
  ] as const) {
    const db = await open(url)
    await fill(db)
    await db.close()
  }
  expect(await inspect(filled)).toEqual(await inspect(written))
})

test('while it is filled its indexes, keys and triggers are away, and whoever opens it makes them', async () => {
  const [url, untouched] = [await place(), await place()]
  const { indexes, triggers, constraints } = await inspect(untouched)
  const db = await openToFill(url)
  expect((await indexesOf(db)).length).toBeLessThan(indexes.length)
  expect((await triggersOf(db)).length).toBeLessThan(triggers.length)
  expect((await constraintsOf(db)).length).toBeLessThan(constraints.length)
  await fill(db)
  const before = await lastChange(db)
  // As if the process were killed now: the next one finds what was left to be done.
  const other = await openDatabase(url)
  expect(await indexesOf(other)).toEqual(indexes)
  expect(await triggersOf(other)).toEqual(triggers)
  expect(await constraintsOf(other)).toEqual(constraints)
  expect(await countEvents(other)).toBe(events)
  // Who has followed the log up to a row that is gone reads all events anew.
  const rows = await other.read.selectFrom('changes').select('number').execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.number).toBeGreaterThan(before)
  // It was not killed, and goes on.
  await db.write((tx) => tx.deleteFrom('events').execute())
  expect(await countEvents(other)).toBe(0)
  await other.close()
  await db.close()
  const after = await inspect(url)
  expect([after.indexes, after.triggers, after.constraints]).toEqual([indexes, triggers, constraints])
})

test('beside others who have it open, what is filled is there at once, and logged', async () => {
  const [url, written] = [await place(), await place()]
  const other = await openDatabase(url)
  // Nobody is connected before they ask.
  expect(await countEvents(other)).toBe(0)
  const { indexes, triggers } = await inspect(written)
  const db = await openToFill(url)
  expect((await indexesOf(db)).length).toBeLessThan(indexes.length)
  expect(await triggersOf(db)).toEqual(triggers)
  const before = await lastChange(other)
  await fill(db)
  expect(await countEvents(other)).toBe(events)
  expect(await lastChange(other)).toBeGreaterThan(before + events)
  await db.close()
  await other.close()
  const usual = await openDatabase(written)
  await fill(usual)
  await usual.close()
  expect(await inspect(url)).toEqual(await inspect(written))
})

test('a calendar that holds something keeps its indexes', async () => {
  const url = await place()
  const before = await openDatabase(url)
  await fill(before)
  await before.close()
  const { indexes } = await inspect(url)
  const db = await openToFill(url)
  expect(await indexesOf(db)).toEqual(indexes)
  await db.close()
})

test('what an earlier version has left to be done is done before the schema becomes another', async () => {
  const url = await place()
  await using client = await connected(url)
  // Here the earlier version has no table at all.
  await client.query('drop schema public cascade; create schema public')
  await client.query('create table filling (position integer primary key, statement text not null)')
  const left = `create table tables_of_then as
    select relname::text as name from pg_class where relname in ('filling', 'events')`
  await client.query('insert into filling (position, statement) values (0, $1)', [left])
  await (await openDatabase(url)).close()
  expect((await client.query('select name from tables_of_then')).rows).toEqual([{ name: 'filling' }])
  expect((await client.query(`select to_regclass('filling') as name`)).rows).toEqual([{ name: null }])
})

async function connected(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return { query: client.query.bind(client), [Symbol.asyncDispose]: () => client.end() }
}

async function place(): Promise<string> {
  const database = await createTestDatabase(temporaryFolder())
  onTestFinished(() => database.remove())
  return database.url
}

async function fill(db: Database): Promise<void> {
  const { id } = await createUser(db, { login: 'a', email: 'a@example.org', role: 'administrator' }, 0)
  await fillCalendar(db, { events, now: Temporal.Instant.from('2031-02-15T12:00:00Z'), authors: [id] })
}

async function inspect(url: string) {
  const db = await openDatabase(url)
  try {
    return {
      indexes: await indexesOf(db),
      triggers: await triggersOf(db),
      constraints: await constraintsOf(db),
      contents: await dump(db),
    }
  } finally {
    await db.close()
  }
}

async function countEvents({ read }: Database): Promise<number> {
  return (await read.selectFrom('events').select('id').execute()).length
}

async function lastChange({ read }: Database): Promise<number> {
  const { rows } = await sql<{ last: number }>`select max(number) as last from changes`.execute(read)
  return rows[0]?.last ?? 0
}

async function triggersOf({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{ made: string }>`
    select pg_get_triggerdef(oid) as made from pg_trigger where not tgisinternal order by tgname`.execute(
    read,
  )
  return rows.map(({ made }) => made)
}

async function constraintsOf({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{ made: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as made from pg_constraint
    where connamespace = current_schema()::regnamespace order by 1`.execute(read)
  return rows.map(({ made }) => made)
}

async function indexesOf({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{ made: string }>`
    select indexdef as made from pg_indexes where schemaname = current_schema() order by indexname`.execute(
    read,
  )
  return rows.map(({ made }) => made)
}
