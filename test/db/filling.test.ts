import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createUser } from '../../src/auth/users.ts'
import type { Database } from '../../src/db/dialect.ts'
import { openDatabase, openToFill } from '../../src/db/open.ts'
import { dump } from '../api/dump.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { fillCalendar } from '../support/fill.ts'

const module = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href)

test('a calendar that was filled is the same as one that was written, in its schema too', async () => {
  const [written, filled] = [temporaryPath(), temporaryPath()]
  for (const [path, open] of [
    [written, openDatabase],
    [filled, openToFill],
  ] as const) {
    const db = await open(path)
    await fill(db)
    await db.close()
  }
  expect(inspect(filled)).toEqual(inspect(written))
  expect(await dumpOf(filled)).toEqual(await dumpOf(written))
})

test('while it is filled nobody else sees it, and indexes wait', async () => {
  const path = temporaryPath()
  const db = await openToFill(path)
  await fill(db)
  const other = new DatabaseSync(path, { readOnly: true })
  expect(() => other.prepare('select * from events').all()).toThrow('database is locked')
  other.close()
  const logged = await db.read.selectFrom('changes').select('id').where('kind', '=', 'event').execute()
  // What else there is, tickets among it, is logged as it is written; events are not, but for the row with which the log has begun.
  expect(logged.length).toBeLessThan(events)
  expect(await countIn(db, 'events')).toBe(events)
  await db.close()
  expect(inspect(path).faults).toEqual([])
})

test('one who fills it while others have it open, or after others did, writes as anybody does', async () => {
  const path = temporaryPath()
  const other = await openDatabase(path)
  const db = await openToFill(path)
  await fill(db)
  expect(await countIn(other, 'events')).toBe(events)
  await db.close()
  await other.close()
  const again = await openToFill(path)
  expect(await countIn(again, 'events')).toBe(events)
  await again.close()
})

test.each(['openDatabase', 'openToFill'] as const)(
  'what a process that was killed while it filled has left is whole after %s',
  async (open) => {
    const path = temporaryPath()
    const killed = run(`
      const db = await openToFill(${JSON.stringify(path)})
      await createUser(db, { login: 'a', email: 'a@example.org', role: 'administrator' }, 0)
      await fillCalendar(db, { events: ${events}, now: Temporal.Instant.from('2031-02-15T12:00:00Z'), authors: [1] })
      process.kill(process.pid, 'SIGKILL')`)
    await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
    expect(existsSync(path)).toBe(true)
    const db = await (open === 'openDatabase' ? openDatabase : openToFill)(path)
    await db.close()
    const written = temporaryPath()
    const usual = await openDatabase(written)
    await fill(usual)
    await usual.close()
    expect(inspect(path)).toEqual(inspect(written))
    expect(await dumpOf(path)).toEqual(await dumpOf(written))
  },
)

test('one that is killed while its indexes are made goes on with them', async () => {
  const path = temporaryPath()
  const killed = run(`
    const db = await openToFill(${JSON.stringify(path)})
    await createUser(db, { login: 'a', email: 'a@example.org', role: 'administrator' }, 0)
    await fillCalendar(db, { events: ${events}, now: Temporal.Instant.from('2031-02-15T12:00:00Z'), authors: [1] })
    const { exec } = DatabaseSync.prototype
    const { prepare } = DatabaseSync.prototype
    DatabaseSync.prototype.prepare = function (text) {
      if (text.startsWith('CREATE INDEX') || text.startsWith('create index')) process.kill(process.pid, 'SIGKILL')
      return prepare.call(this, text)
    }
    await db.close()`)
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
  const db = await openDatabase(path)
  expect(await countIn(db, 'events')).toBe(events)
  await db.close()
  expect(inspect(path).faults).toEqual([])
})

test('what an earlier version has left to be done is done before the schema becomes another', async () => {
  const path = temporaryPath()
  const early = new DatabaseSync(path)
  early.exec('create table filling (position integer primary key, statement text not null)')
  early.exec('create table kysely_migration (name text, timestamp text)')
  // Here the earlier version has no table at all.
  const left = `create table tables_of_then as select name from sqlite_schema where name in ('filling', 'events')`
  early.prepare('insert into filling (position, statement) values (0, ?)').run(left)
  early.close()
  for (const open of [openToFill, openDatabase]) await (await open(path)).close()
  const after = new DatabaseSync(path)
  expect(after.prepare('select name from tables_of_then').all()).toEqual([{ name: 'filling' }])
  expect(after.prepare(`select name from sqlite_schema where name in ('filling', 'events')`).all()).toEqual([
    { name: 'events' },
  ])
  after.close()
})

test('who has closed a database, though nothing was read from it, has it open no more', async () => {
  const path = temporaryPath()
  await (await openDatabase(path)).close()
  const db = await openToFill(path)
  // Where anybody else has it open, it is filled as usual.
  const other = new DatabaseSync(path)
  expect(() => other.exec('PRAGMA journal_mode')).toThrow('locked')
  other.close()
  await db.close()
})

const events = 300

async function fill(db: Database): Promise<void> {
  const { id } = await createUser(db, { login: 'a', email: 'a@example.org', role: 'administrator' }, 0)
  await fillCalendar(db, { events, now: Temporal.Instant.from('2031-02-15T12:00:00Z'), authors: [id] })
}

function temporaryPath(): string {
  return join(temporaryFolder(), 'kalends.db')
}

async function countIn({ read }: Database, table: 'events' | 'changes'): Promise<number> {
  return (await read.selectFrom(table).select('id').execute()).length
}

/** Schema, statistics, and what SQLite finds wrong. */
function inspect(path: string) {
  const connection = new DatabaseSync(path)
  const all = (query: string) => connection.prepare(query).all()
  const schema = all('select type, name, tbl_name, sql from sqlite_schema order by type, name')
  const statistics = all('select * from sqlite_stat1 order by tbl, idx')
  const faults = all('PRAGMA integrity_check').filter((row) => row['integrity_check'] !== 'ok')
  connection.close()
  return { schema, statistics, faults }
}

async function dumpOf(path: string) {
  const db = await openDatabase(path)
  try {
    return await dump(db)
  } finally {
    await db.close()
  }
}

function run(text: string) {
  const imports = `
    import { DatabaseSync } from 'node:sqlite'
    import { createUser } from ${module('src/auth/users.ts')}
    import { openToFill } from ${module('src/db/open.ts')}
    import { fillCalendar } from ${module('test/support/fill.ts')}`
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', `${imports}\n${text}`])
}
