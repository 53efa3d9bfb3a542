import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { byIds } from './statements.ts'
import type { Database } from './dialect.ts'
import { openDatabase } from './open.ts'

let folder: string
let database: TestDatabase
let db: Database
let built: number[] = []

const readItems = byIds((db, ids) => {
  built.push(ids.length)
  return db.selectFrom('items').select(['id', 'kind']).where('id', 'in', ids).orderBy('id').compile()
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  database = await createTestDatabase(folder)
  db = await openDatabase(database.url)
  await db.write((tx) =>
    tx
      .insertInto('items')
      .values(Array.from({ length: 80 }, () => ({ kind: 'venue' as const })))
      .execute(),
  )
})
afterAll(async () => {
  await db.close()
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

const idsOf = async (reader: Database['read'], ids: readonly number[]) =>
  (await readItems(reader, ids)).map(({ id }) => id)

test('a query is built once for as many ids, and asks for those that are given', async () => {
  built = []
  expect(await idsOf(db.read, [1, 2])).toEqual([1, 2])
  expect(await idsOf(db.read, [4, 3])).toEqual([3, 4])
  expect(await idsOf(db.read, [5])).toEqual([5])
  expect(await idsOf(db.read, [6, 1000])).toEqual([6])
  expect(built).toEqual([2, 1])
})

test('a transaction is asked for what it has written itself', async () => {
  const [before, within] = await db.write(async (tx) => {
    const { id } = await tx
      .insertInto('items')
      .values({ kind: 'event' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return [await idsOf(db.read, [id]), await idsOf(tx, [id])]
  })
  expect([before, within?.length]).toEqual([[], 1])
})

test('no ids ask nothing, and more than a page has are asked for all the same', async () => {
  built = []
  expect(await readItems(db.read, [])).toEqual([])
  const many = Array.from({ length: 70 }, (_, index) => index + 1)
  expect(await idsOf(db.read, many)).toEqual(many)
  expect(built).toEqual([70])
})

test('more ids than a statement takes parameters are asked for in parts', async () => {
  built = []
  const ids = Array.from({ length: 70_000 }, (_, index) => 70_000 - index)
  expect((await idsOf(db.read, ids)).toSorted((one, other) => one - other).slice(0, 80)).toEqual(
    Array.from({ length: 80 }, (_, index) => index + 1),
  )
  expect(built).toEqual([30_000, 30_000, 10_000])
})
