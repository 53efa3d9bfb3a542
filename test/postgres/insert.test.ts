import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { administrate, createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'
import { runs } from '../support/runs.ts'

let url: string
let db: Database
beforeAll(async () => {
  url = await createPostgresDatabase(inject('postgres'))
  db = await openDatabase(url)
  await administrate(url, 'create table kept (id bigint primary key, text text, share double precision)')
})
afterAll(async () => {
  await db.close()
  await dropPostgresDatabase(inject('postgres'), url)
})

/** What means something in a list, or is nothing at all, among all others. */
const texts = fc.oneof(
  fc.constantFrom('', 'NULL', 'null', '{}', '{"a",b}', '"', '\\', '\\"', ',', ' ', '\n', '☕', "'"),
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
)
const rows = fc.array(
  fc.record({
    text: fc.option(texts),
    share: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((share) => share + 0)),
  }),
  { maxLength: 30 },
)

const insert = (all: readonly object[]) =>
  db.write(async (tx) => {
    await sql`delete from kept`.execute(tx)
    // Not one of ours.
    await db.dialect.insertAll(tx, 'kept' as 'terms', all as Record<string, unknown>[])
  })
const kept = async () => (await sql`select * from kept order by id`.execute(db.read)).rows

test('rows that are added together are those that were given, whatever they hold', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const all = given.map((row, id) => ({ id, ...row }))
      await insert(all)
      expect(await kept()).toEqual(all)
    }),
    { numRuns: runs(60) },
  )
})

test('of many rows all are there, and none where one is refused', async () => {
  const many = Array.from({ length: 1701 }, (_, id) => ({ id, text: `“${id}”`, share: id / 4 }))
  await insert(many)
  expect(await kept()).toEqual(many)
  await expect(insert([...many, { id: 3, text: null, share: null }])).rejects.toThrow('kept_pkey')
  await expect(insert([{ id: 3, text: null, share: null }, ...many])).rejects.toThrow('kept_pkey')
  expect(await kept()).toEqual(many)
})
