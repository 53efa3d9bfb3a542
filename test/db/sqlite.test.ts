import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseBusy, DatabaseFull } from '../../src/storage/db/unavailability.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { commitsOn, openSqlite, readingDialect, type Use } from '../../src/storage/db/sqlite/sqlite.driver.ts'
import type { Tables } from '../../src/storage/schema/tables.all.ts'
import { temporaryDatabase, temporaryFolder } from '../cli/sandbox.ts'

const module = (path: string) => JSON.stringify(new URL(`../../src/storage/db/${path}`, import.meta.url).href)

test.each<[Use, Record<string, unknown>]>([
  ['read', { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, query_only: 1, busy_timeout: 10_000 }],
  // The driver waits by itself: SQLite would stop the thread.
  ['write', { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, query_only: 0, busy_timeout: 0 }],
])('a connection to %s is durable, checks foreign keys and knows its place', (use, expected) => {
  const connection = openSqlite(temporaryPath(), use)
  const settings = Object.keys(expected).map((name) => [
    name,
    Object.values(connection.prepare(`PRAGMA ${name}`).get() ?? {})[0],
  ])
  connection.close()
  expect(Object.fromEntries(settings)).toEqual(expected)
})

test('opening waits for another process that has locked the whole file', async () => {
  const path = temporaryPath()
  const holder = script(`
    import { DatabaseSync } from 'node:sqlite'
    const file = new DatabaseSync(${JSON.stringify(path)})
    file.exec('begin exclusive; create table mine (id integer); drop table mine')
    console.log('locked')
    setTimeout(() => file.exec('commit'), 700)`)
  await once(holder.child.stdout as Readable, 'data')
  const db = await openDatabase(path)
  await db.assertReady()
  await db.close()
  await holder
})

test('transactions run one after the other, in the order they were asked for', async () => {
  const db = await temporaryDatabase()
  const order: string[] = []
  const work = (name: string) =>
    db.write(async (tx) => {
      order.push(`${name} begins`)
      await insert(tx, name)
      await setTimeout(5)
      order.push(`${name} ends`)
    })
  await Promise.all(['a', 'b', 'c'].map(work))
  expect(order).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  expect(await names(db)).toEqual(['a', 'b', 'c'])
})

test('a transaction that fails leaves nothing behind, and the next one runs', async () => {
  const db = await temporaryDatabase()
  const failing = db.write(async (tx) => {
    await insert(tx, 'lost')
    throw new Error('on purpose')
  })
  const next = db.write((tx) => insert(tx, 'kept'))
  await expect(failing).rejects.toThrow('on purpose')
  await next
  expect(await names(db)).toEqual(['kept'])
})

test('a transaction whose statement fails leaves nothing behind, and the next one runs', async () => {
  const db = await temporaryDatabase()
  const failing = db.write(async (tx) => {
    await insert(tx, 'lost')
    await insert(tx, 'lost')
  })
  await expect(failing).rejects.toThrow('UNIQUE constraint failed')
  await db.write((tx) => insert(tx, 'kept'))
  expect(await names(db)).toEqual(['kept'])
})

test('a commit that fails leaves nothing behind of all that it was for, and those that come later run', async () => {
  const db = await temporaryDatabase()
  const failing = db.write(async (tx) => {
    await sql`PRAGMA defer_foreign_keys = ON`.execute(tx)
    await insert(tx, 'lost')
    await sql`insert into event_terms values (1, 1)`.execute(tx)
  })
  const others = ['b', 'c'].map((name) => db.write((tx) => insert(tx, name)))
  await expect(failing).rejects.toThrow('FOREIGN KEY constraint failed')
  const told = await Promise.allSettled(others)
  // Whether they were to be committed with it is a matter of milliseconds; what they are told is true.
  const there = ['b', 'c'].filter((_, index) => told[index]?.status === 'fulfilled')
  expect(await names(db)).toEqual(there)
  await db.write((tx) => insert(tx, 'kept'))
  expect(await names(db)).toEqual([...there, 'kept'])
})

test('of transactions that are committed together those that fail leave nothing behind, and the others are on disk', async () => {
  const path = temporaryPath()
  const db = await openDatabase(path)
  const other = new DatabaseSync(path)
  onTestFinished(async () => {
    other.close()
    await db.close()
  })
  const isThere = other.prepare('select count(*) as count from installation where name = ?')
  const wanted = Array.from({ length: 30 }, (_, index) => String(index + 100))
  const outcomes = await Promise.allSettled(
    wanted.map(async (name, index) => {
      await db.write(async (tx) => {
        await insert(tx, name)
        if (index % 3 === 0) throw new Error('on purpose')
      })
      return isThere.get(name)?.['count']
    }),
  )
  expect(outcomes.map((outcome) => ('value' in outcome ? outcome.value : outcome.reason.message))).toEqual(
    wanted.map((_, index) => (index % 3 === 0 ? 'on purpose' : 1)),
  )
  expect(await names(db)).toEqual(wanted.filter((_, index) => index % 3 !== 0))
})

test('when the database itself ends a transaction, nobody is told that what it would have committed is there', async () => {
  const db = await temporaryDatabase()
  const before = db.write((tx) => insert(tx, 'before'))
  const ending = db.write((tx) => sql`ROLLBACK`.execute(tx))
  const after = db.write((tx) => insert(tx, 'after'))
  const outcomes = await Promise.allSettled([before, ending, after])
  const there = ['before', '', 'after'].filter((_, index) => outcomes[index]?.status === 'fulfilled')
  expect(outcomes[1]?.status).toBe('rejected')
  expect(await names(db)).toEqual(there)
})

test('what goes on after the database itself has ended a transaction is not written by itself', async () => {
  const db = await temporaryDatabase()
  const failing = db.write(async (tx) => {
    await insert(tx, 'lost')
    // As a full disk does.
    await sql`ROLLBACK`.execute(tx)
    await insert(tx, 'alone')
  })
  await expect(failing).rejects.toThrow('The transaction has ended.')
  await db.write((tx) => insert(tx, 'kept'))
  expect(await names(db)).toEqual(['kept'])
})

test('no reader sees an open transaction; all see it once it is done', async () => {
  const db = await temporaryDatabase()
  const seen: string[][] = []
  await db.write(async (tx) => {
    await insert(tx, 'a')
    seen.push(await names(db))
    await insert(tx, 'b')
    seen.push(await names(db))
  })
  expect(seen).toEqual([[], []])
  expect(await names(db)).toEqual(['a', 'b'])
})

test('a reader cannot write', async () => {
  const db = await temporaryDatabase()
  await expect(db.read.insertInto('installation').values({ name: 'a', value: '' }).execute()).rejects.toThrow(
    'readonly',
  )
})

test('closing lets the transactions that were asked for before end', async () => {
  const path = temporaryPath()
  const db = await openDatabase(path)
  const writes = ['a', 'b'].map((name) =>
    db.write(async (tx) => {
      await setTimeout(20)
      await insert(tx, name)
    }),
  )
  await Promise.all([db.close(), ...writes])
  await expect(db.write((tx) => insert(tx, 'late'))).rejects.toThrow()
  const again = await openDatabase(path)
  onTestFinished(() => again.close())
  expect(await names(again)).toEqual(['a', 'b'])
})

test('two handles on one file within one process wait for each other without stopping it', async () => {
  const path = temporaryPath()
  const handles = [await openDatabase(path), await openDatabase(path)]
  const writes = handles.flatMap((db, handle) =>
    Array.from({ length: 10 }, (_, number) =>
      db.write(async (tx) => {
        await insert(tx, `${handle}-${number}`)
        await setTimeout(2)
      }),
    ),
  )
  await Promise.all(writes)
  for (const db of handles) {
    expect(await names(db)).toHaveLength(20)
    await db.close()
  }
})

test('who waits too long for another writer hears that the database is busy, and may try again', async () => {
  const path = temporaryPath()
  const db = await openDatabase(path)
  const impatient = commitsOn(openSqlite(path, 'write'), 50)
  onTestFinished(() => db.close())
  onTestFinished(() => impatient.close())
  const add = (name: string) => impatient.write((tx) => insert(tx, name))
  await db.write(async () => {
    await expect(add('a')).rejects.toThrow(DatabaseBusy)
  })
  await add('b')
  expect(await names(db)).toEqual(['b'])
})

test('where the disk is full, all that share the transaction hear so, nothing of them is kept, and once there is room all goes on', async () => {
  const path = temporaryPath()
  const db = await openDatabase(path)
  onTestFinished(() => db.close())
  const connection = openSqlite(path, 'write')
  const commits = commitsOn(connection)
  onTestFinished(() => commits.close())
  const add = (name: string) => commits.write((tx) => insert(tx, name))
  // SQLite takes no limit below what the file has: it has no page more then.
  connection.exec('PRAGMA max_page_count = 1')
  const outcomes = await Promise.allSettled([add('y'.repeat(100_000)), add('x'.repeat(1_000_000))])
  const refused = { status: 'rejected', reason: expect.any(DatabaseFull) }
  expect(outcomes).toEqual([refused, refused])
  connection.exec('PRAGMA max_page_count = 1000000')
  await add('at last')
  expect(await names(db)).toEqual(['at last'])
})

test('a statement is prepared once, and only the latest few hundred are kept', async () => {
  const path = temporaryPath()
  await (await openDatabase(path)).close()
  const connection = openSqlite(path, 'read')
  const prepare = vi.spyOn(connection, 'prepare')
  const read = new Kysely<Tables>({ dialect: readingDialect(connection) })
  onTestFinished(() => read.destroy())
  const ask = (number: number) => sql`select ${sql.lit(number)} as number, ${number} as given`.execute(read)
  const prepared = async (numbers: number[]) => {
    prepare.mockClear()
    for (const number of numbers) expect((await ask(number)).rows).toEqual([{ number, given: number }])
    return prepare.mock.calls.length
  }
  const hundreds = Array.from({ length: 500 }, (_, number) => number)
  expect(await prepared([7, 7, 7])).toBe(1)
  expect(await prepared(hundreds)).toBe(499)
  expect(await prepared(hundreds)).toBe(0)
  expect(await prepared([500, 7, 499])).toBe(2)
})

test('an empty file is brought up to date, and opened again it stays as it is', async () => {
  const path = temporaryPath()
  const tables = async () => {
    const db = await openDatabase(path)
    await db.assertReady()
    const { rows } = await sql<{ sql: string }>`select name, sql from sqlite_schema order by name`.execute(
      db.read,
    )
    const applied = await sql`select * from kysely_migration`.execute(db.read)
    await db.close()
    return [rows, applied.rows]
  }
  const first = await tables()
  expect(JSON.stringify(first)).toContain('events_by_slug')
  expect(await tables()).toEqual(first)
})

test('whatever goes, an index tells what refers to it', async () => {
  const path = temporaryPath()
  await (await openDatabase(path)).close()
  const file = new DatabaseSync(path)
  onTestFinished(() => file.close())
  const unindexed = file
    .prepare(
      `select tables.name || '.' || reference."from" as reference
       from sqlite_schema as tables join pragma_foreign_key_list(tables.name) as reference
       where tables.type = 'table' and reference."from" <> 'id' and not exists (
         select 1 from pragma_index_list(tables.name) as indexes join pragma_index_info(indexes.name) as indexed
         where indexed.seqno = 0 and indexed.name = reference."from")
       order by 1`,
    )
    .all()
    .map(({ reference }) => reference)
  // Few imports, settings, links to sign in and proposals are kept, and people seldom go.
  expect(unindexed).toEqual([
    'imports.user_id',
    'one_time_links.created_by',
    'settings.modified_by',
    'submissions.decided_by',
    'submissions.user_id',
    'submitters.blocked_by',
    'submitters.trusted_by',
  ])
})

test('several processes that start at once on an empty file all find it ready', async () => {
  const path = temporaryPath()
  const start = `
    import { openDatabase } from ${module('open.ts')}
    const db = await openDatabase(${JSON.stringify(path)})
    await db.assertReady()
    await db.close()
    console.log('ready')`
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => script(start)))
  expect(outcomes.map(({ stdout }) => stdout)).toEqual(Array(4).fill('ready\n'))
})

test('a database that lacks a migration is not ready', async () => {
  const path = temporaryPath()
  const db = await openDatabase(path)
  onTestFinished(() => db.close())
  const file = new DatabaseSync(path)
  file.exec("delete from kysely_migration where name like '0001%'")
  file.close()
  await expect(db.assertReady()).rejects.toThrow('Migrations wait to be applied: 0001-initial.')
})

function temporaryPath(): string {
  return join(temporaryFolder(), 'kalends.db')
}

/** Runs a module in a process of its own; throws when it fails. */
function script(text: string) {
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', text])
}

async function insert(tx: Kysely<Tables>, name: string): Promise<void> {
  await tx.insertInto('installation').values({ name, value: '' }).execute()
}

async function names(db: Database): Promise<string[]> {
  const rows = await db.read
    .selectFrom('installation')
    .select('name')
    .where('name', 'not in', ['oldest', 'served_by'])
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
