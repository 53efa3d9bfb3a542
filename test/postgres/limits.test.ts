import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { DatabaseAway, DatabaseBusy, OutcomeUnknown } from '../../src/storage/db/unavailability.ts'
import { createTestApp } from '../support/app.ts'
import { administrate, createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'
import { type Passage, startPassage } from './passage.ts'

/** As long as this a busy machine may take to make a connection, and no test should. */
const timeout_ms = 3_000

let url: string
let db: Database
beforeAll(async () => {
  url = await createPostgresDatabase(inject('postgres'))
  db = await openDatabase(url, { connections: 2, timeout_ms })
})
afterAll(async () => {
  await db.close()
  await dropPostgresDatabase(inject('postgres'), url)
})

const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db.read)
const count = async () => (await db.read.selectFrom('items').select('id').execute()).length
const add = (to: Database) => to.write((tx) => tx.insertInto('items').values({ kind: 'event' }).execute())

describe('a database that is slow', () => {
  test('is busy once a statement has taken its time, and serves the next one', async () => {
    await expect(sleep(600)).rejects.toThrow(DatabaseBusy)
    await expect(sleep(0)).resolves.toBeDefined()
  })

  test('is busy for those who find no connection in time, and for nobody afterwards', async () => {
    // Each takes its time, and two of them take more than there is.
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, () => sleep((timeout_ms / 1000) * (2 / 3))),
    )
    const refused = asked.filter(({ status }) => status === 'rejected')
    expect(asked.length - refused.length).toBeGreaterThanOrEqual(2)
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(DatabaseBusy)
    await expect(Promise.all([sleep(0), sleep(0), sleep(0)])).resolves.toHaveLength(3)
  })

  test('is busy for writers while somebody else has the turn for too long; nothing of theirs is written', async () => {
    const before = await count()
    const other = await openDatabase(url)
    const release = await hold(other, 'select 1')
    const refused = { status: 'rejected', reason: expect.any(DatabaseBusy) }
    expect(await Promise.allSettled([add(db), add(db), add(db)])).toEqual([refused, refused, refused])
    await release()
    await other.close()
    expect(await count()).toBe(before)
    await add(db)
    expect(await count()).toBe(before + 1)
  })

  test('is 503 for clients, who are told when to try again', async () => {
    const app = await createTestApp({ DATABASE_TIMEOUT_MS: String(timeout_ms) })
    const release = await hold(app.db, 'lock table events in access exclusive mode')
    const { status, headers, body } = await app.ask({ path: 'events' })
    expect({ status, code: body.code, after: headers['retry-after'] }).toEqual({
      status: 503,
      code: 'rest_database_busy',
      after: '2',
    })
    await release()
    expect((await app.ask({ path: 'events' })).status).toBe(200)
    await app.close()
  })
})

describe('a transaction', () => {
  test.each(['40001', '40P01'])('that was undone by %s is repeated as a whole', async (code) => {
    const before = await count()
    let attempts = 0
    const id = await db.write(async (tx) => {
      attempts += 1
      const { id } = await tx
        .insertInto('items')
        .values({ kind: 'event' })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (attempts < 3) await sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(tx)
      return id
    })
    expect({ attempts, count: await count() }).toEqual({ attempts: 3, count: before + 1 })
    expect(await db.read.selectFrom('items').select('id').where('id', '=', id).execute()).toHaveLength(1)
  })

  test('whose connection is lost before COMMIT is repeated as a whole', async () => {
    const before = await count()
    let attempts = 0
    await db.write(async (tx) => {
      attempts += 1
      await tx.insertInto('items').values({ kind: 'event' }).execute()
      if (attempts === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    expect({ attempts, count: await count() }).toEqual({ attempts: 2, count: before + 1 })
  })

  test('that is undone again and again ends', async () => {
    const before = await count()
    const endless = db.write(async (tx) => sql.raw(`do $$ begin raise sqlstate '40001'; end $$`).execute(tx))
    await expect(endless).rejects.toThrow('in favour of another')
    expect(await count()).toBe(before)
  })

  test('in which a failure was overlooked is not taken for written', async () => {
    const before = await count()
    const careless = db.write(async (tx) => {
      await tx.insertInto('items').values({ kind: 'event' }).execute()
      await sql`select 1 / 0`.execute(tx).catch(() => {})
    })
    await expect(careless).rejects.toThrow('rolled back')
    expect(await count()).toBe(before)
  })

  test('raises the revision, unless it is aside', async () => {
    const before = await db.revision()
    await add(db)
    expect(await db.revision()).toBe(before + 1)
    await db.write(async () => {}, 'aside')
    expect(await db.revision()).toBe(before + 1)
  })
})

describe('a connection', () => {
  let passage: Passage
  let far: Database
  beforeAll(async () => {
    passage = await startPassage(url)
    far = await openDatabase(passage.url, { connections: 2, timeout_ms })
  })
  afterAll(async () => {
    await far.close()
    await passage.close()
  })

  test.each([
    ['on the way to the server', 'request', 0],
    ['on the way back', 'answer', 1],
  ] as const)(
    'that loses COMMIT %s leaves the outcome unknown, and the transaction is not repeated',
    async (_, lost, stored) => {
      const before = await count()
      passage.lose('commit\0', lost)
      let attempts = 0
      const writing = far.write(async (tx) => {
        attempts += 1
        await tx.insertInto('items').values({ kind: 'event' }).execute()
      })
      await expect(writing).rejects.toThrow(OutcomeUnknown)
      expect({ attempts, count: await count() }).toEqual({ attempts: 1, count: before + stored })
      await add(far)
      expect(await count()).toBe(before + stored + 1)
    },
  )

  test('that is lost while it reads is replaced, and the reader does not notice', async () => {
    passage.lose('revision', 'answer')
    expect(await far.revision()).toBe(await db.revision())
    expect(passage.lost()).toBe(3)
  })

  test('that cannot be had means that the database is away, until it can be had', async () => {
    passage.shut()
    await expect(far.revision()).rejects.toThrow(DatabaseAway)
    await expect(add(far)).rejects.toThrow(DatabaseAway)
    await expect(far.assertReady()).rejects.toThrow(DatabaseAway)
    passage.open()
    await expect(far.assertReady()).resolves.toBeUndefined()
    expect(await far.revision()).toBe(await db.revision())
  })

  test('whose other end falls silent is given up', async () => {
    passage.lose('revision', 'silence')
    expect(await far.revision()).toBe(await db.revision())
    expect(passage.lost()).toBe(4)
  })
})

describe('statements', () => {
  test('that come again and again are prepared on the server, others are not', async () => {
    const one = await openDatabase(url, { connections: 1, timeout_ms })
    for (let time = 0; time < 10; time += 1) await one.read.selectFrom('revision').select('number').execute()
    await sql`select 2 as seldom`.execute(one.read)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      one.read,
    )
    expect(rows).toEqual([{ statement: 'select "number" from "revision"' }])
    await one.close()
  })

  test('bring numbers back as numbers and texts as they were', async () => {
    const { rows } = await sql`select 1::bigint as one, sum(n) as two, ${'\0 ü 日本'} as text
      from (values (1::bigint), (1)) as numbers (n)`.execute(db.read)
    expect(rows).toEqual([{ one: 1, two: 2, text: '\uffff ü 日本' }])
  })
})

test('a role that may make tables, and nothing else, is enough: texts are searched without an extension', async () => {
  const server = inject('postgres')
  const bare = await createPostgresDatabase(server, 'nothing')
  const role = `plain_${randomUUID().slice(0, 8)}`
  await administrate(bare, `create role ${role} login password '${role}'`)
  await administrate(bare, `grant create, usage on schema public to ${role}`)
  const plain = new URL(bare)
  plain.username = role
  plain.password = role
  const app = await createTestApp({}, { database: { url: plain.href, remove: async () => {} } })
  const { rows } = await sql`select extname from pg_extension where extname <> 'plpgsql'`.execute(app.db.read)
  expect(rows).toEqual([])
  const json = { title: 'Ein Käfer', start_date: 'tomorrow', end_date: 'tomorrow' }
  expect((await app.ask({ as: 'administrator', method: 'POST', path: 'events', json })).status).toBe(201)
  expect((await app.ask({ path: 'events', query: { search: 'KAFE' } })).body.total).toBe(1)
  expect((await app.ask({ path: 'events', query: { search: 'K_fe' } })).body.total).toBe(0)
  await app.close()
  await dropPostgresDatabase(server, bare)
})

/** Has a transaction do this and then wait until it is released; answers once it waits. */
async function hold(of: Database, statement: string): Promise<() => Promise<void>> {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = of.write(async (tx) => {
    await sql.raw(statement).execute(tx)
    begun.resolve()
    await released.promise
  })
  await begun.promise
  return async () => {
    released.resolve()
    await holding
  }
}
