import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database, Writer } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { DatabaseBusy, OutcomeUnknown } from '../../src/storage/db/unavailability.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'
import { type Passage, startPassage } from './passage.ts'

/** As long as this a busy machine may take to make a connection. */
const limits = { connections: 2, timeout_ms: 3_000 }
const many = 20

let url: string
let db: Database
let passage: Passage
let far: Database
beforeAll(async () => {
  url = await createPostgresDatabase(inject('postgres'))
  passage = await startPassage(url)
  db = await openDatabase(url, limits)
  far = await openDatabase(passage.url, limits)
})
afterAll(async () => {
  await far.close()
  await db.close()
  await passage.close()
  await dropPostgresDatabase(inject('postgres'), url)
})

const insert = (tx: Writer) => tx.insertInto('items').values({ kind: 'event' }).execute()
const count = async () => (await db.read.selectFrom('items').select('id').execute()).length

/** Transactions asked for at the same time: what each does, and how each ended. */
async function together(of: Database, works: readonly ((tx: Writer) => Promise<unknown>)[]) {
  const ended = await Promise.allSettled(works.map((work) => of.write(work)))
  return ended.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : (outcome.reason as Error)))
}

test('transactions that wait for one another are committed together, and each raises the revision', async () => {
  const before = { count: await count(), revision: await db.revision() }
  const commits = new Set<string>()
  const noting = async (tx: Writer) => {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)
    commits.add(rows[0]?.id ?? '')
    return insert(tx)
  }
  await together(
    db,
    Array.from({ length: many }, () => noting),
  )
  expect(await count()).toBe(before.count + many)
  expect((await db.revision()) - before.revision).toBe(many)
  expect(commits.size).toBeLessThan(many)
})

test('one that fails takes nothing with it, and raises no revision', async () => {
  const before = { count: await count(), revision: await db.revision() }
  const failing = async (tx: Writer) => {
    await insert(tx)
    await sql`select 1 / 0`.execute(tx)
  }
  const refused = async (tx: Writer) => {
    await insert(tx)
    throw new Error('No.')
  }
  const outcomes = await together(db, [failing, insert, refused, insert, failing])
  expect(outcomes.map((outcome) => (outcome === 'done' ? outcome : outcome.message))).toEqual([
    'division by zero',
    'done',
    'No.',
    'done',
    'division by zero',
  ])
  expect(await count()).toBe(before.count + 2)
  expect(await db.revision()).toBeGreaterThan(before.revision)
  const settled = await db.revision()
  await together(db, [failing, refused])
  expect(await db.revision()).toBe(settled)
})

test('of one that fails nothing is kept that it has begun and not waited for', async () => {
  const before = await count()
  const begun: Promise<unknown>[] = []
  const failing = async (tx: Writer) => {
    const goingOn = async () => {
      await insert(tx)
      await setImmediate()
      await insert(tx)
    }
    begun.push(insert(tx), goingOn())
    for (const each of begun) each.catch(() => {})
    throw new Error('No.')
  }
  const outcomes = await together(db, [insert, failing, insert])
  expect(outcomes).toEqual(['done', new Error('No.'), 'done'])
  const [first, last] = await Promise.allSettled(begun)
  expect(first).toMatchObject({ status: 'fulfilled' })
  expect(last).toMatchObject({ status: 'rejected', reason: new Error('The transaction has ended.') })
  expect(await count()).toBe(before + 2)
})

test('statements that are asked together are done in this order, and one that fails takes those after it with it', async () => {
  const before = await count()
  await db.write(async (tx) => {
    const item = (id: number) => tx.insertInto('items').values({ id, kind: 'event' }).execute()
    const there = () => tx.selectFrom('items').select('id').where('id', '=', 900_001).execute()
    const [none, , one] = await Promise.all([there(), item(900_001), there()])
    expect([none, one]).toEqual([[], [{ id: 900_001 }]])
  })
  const careless = db.write(async (tx) => {
    await Promise.allSettled([insert(tx), sql`select 1 / 0`.execute(tx), insert(tx)])
  })
  await expect(careless).rejects.toThrow('rolled back')
  expect(await count()).toBe(before + 1)
})

test('each sees what those before it have written, aside or not', async () => {
  const seen: number[] = []
  const counting = async (tx: Writer) => {
    await insert(tx)
    seen.push((await tx.selectFrom('items').select('id').execute()).length)
  }
  const before = await count()
  await Promise.all([db.write(counting, 'aside'), db.write(counting), db.write(counting, 'aside')])
  expect(seen).toEqual([before + 1, before + 2, before + 3])
})

test('when the connection is lost, all that is not confirmed is done again, and is there once', async () => {
  const before = await count()
  let attempts = 0
  const losing = async (tx: Writer) => {
    attempts += 1
    await insert(tx)
    if (attempts === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  }
  expect(await together(db, [insert, insert, losing, insert])).toEqual(['done', 'done', 'done', 'done'])
  expect({ attempts, count: await count() }).toEqual({ attempts: 2, count: before + 4 })
})

test.each([
  ['request', false],
  ['answer', true],
] as const)(
  'when COMMIT is lost as a %s, nobody who wrote in it knows, and nothing is done again',
  async (lost, isStored) => {
    const before = await count()
    let attempts = 0
    const working = async (tx: Writer) => {
      attempts += 1
      await insert(tx)
    }
    passage.lose('commit\0', lost)
    const outcomes = await together(far, [working, working, working])
    const unknown = outcomes.filter((outcome) => outcome instanceof OutcomeUnknown)
    // Who came too late for that COMMIT has one of their own.
    const later = outcomes.filter((outcome) => outcome === 'done')
    expect([unknown.length > 0, unknown.length + later.length]).toEqual([true, 3])
    expect({ attempts, count: await count() }).toEqual({
      attempts: 3,
      count: before + later.length + (isStored ? unknown.length : 0),
    })
  },
)

test('who failed beside those whose COMMIT is lost is judged anew', async () => {
  let attempts = 0
  const refused = async (tx: Writer) => {
    attempts += 1
    await insert(tx)
    throw new Error('No.')
  }
  passage.lose('commit\0', 'request')
  const [written, failed] = await together(far, [insert, refused])
  expect(written).toBeInstanceOf(OutcomeUnknown)
  expect({ failed, attempts }).toEqual({ failed: new Error('No.'), attempts: 2 })
})

test('who waits too long for their turn hear that the database is busy; the one at work goes on', async () => {
  const released = Promise.withResolvers<void>()
  const before = await count()
  const slow = db.write(async (tx) => {
    await insert(tx)
    await released.promise
  })
  const outcomes = await together(db, [insert, insert])
  expect(outcomes.map((outcome) => outcome instanceof DatabaseBusy)).toEqual([true, true])
  released.resolve()
  await slow
  expect(await count()).toBe(before + 1)
  expect(await together(db, [insert])).toEqual(['done'])
})
