import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { administrate, createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'
import { type Passage, startPassage } from './passage.ts'

/** More often than it takes until a statement is prepared on the one connection that reads. */
const often = 12

let url: string
let db: Database
let passage: Passage
beforeAll(async () => {
  url = await createPostgresDatabase(inject('postgres'))
  passage = await startPassage(url)
  db = await openDatabase(passage.url, { connections: 1, timeout_ms: 5_000 })
  await administrate(url, `create table kept (id bigint, name text collate "C", share double precision)`)
  await administrate(
    url,
    `insert into kept values (1, 'One ☕', 0.25), (2, null, null), (9007199254740991, '', -1e300)`,
  )
})
afterAll(async () => {
  await db.close()
  await passage.close()
  await dropPostgresDatabase(inject('postgres'), url)
})

async function read(after: number | null, name: string | null = null): Promise<readonly unknown[]> {
  const query = sql`select *, ${name}::text as asked from kept where id > ${after} order by id`
  return (await query.execute(db.read)).rows
}

const rows = [
  { id: 1, name: 'One ☕', share: 0.25 },
  { id: 2, name: null, share: null },
  { id: 9007199254740991, name: '', share: -1e300 },
]
const asked = (name: string | null) => rows.map((row) => Object.assign({ asked: name }, row))

test('what is asked again and again is answered as at first, and described no more', async () => {
  for (let turn = 0; turn < often; turn += 1) expect(await read(0)).toEqual(asked(null))
  expect(await read(1, 'a\0b ☕')).toEqual(asked('a\uffffb ☕').slice(1))
  expect([await read(null), await read(9007199254740991)]).toEqual([[], []])
  const described = passage.heard('select *')
  expect(await read(0, '')).toEqual(asked(''))
  expect(passage.heard('select *')).toBe(described)
})

test('one that fails says why, and is answered when it is asked better', async () => {
  const share = async (by: number) =>
    (await sql<{ share: number }>`select 1 / ${by}::int as share`.execute(db.read)).rows
  for (let turn = 0; turn < often; turn += 1) expect(await share(1)).toEqual([{ share: 1 }])
  await expect(share(0)).rejects.toThrow('division by zero')
  await expect(share(0.5)).rejects.toThrow('invalid input syntax')
  expect(await share(-1)).toEqual([{ share: -1 }])
})

test('what is asked in the same moment is answered each for itself, though one of them fails', async () => {
  const parted = async (by: number) =>
    (await sql<{ parts: number }>`select 60 / ${by}::int as parts`.execute(db.read)).rows
  for (let turn = 0; turn < often; turn += 1) await Promise.all([parted(1), read(0)])
  const settled = await Promise.allSettled([
    parted(2),
    read(1),
    parted(3),
    parted(0),
    read(2),
    parted(4),
    parted(5),
  ])
  const failed = { status: 'rejected', reason: expect.objectContaining({ message: 'division by zero' }) }
  const done = (value: unknown) => ({ status: 'fulfilled', value })
  expect(settled).toEqual([
    done([{ parts: 30 }]),
    done(asked(null).slice(1)),
    done([{ parts: 20 }]),
    failed,
    done(asked(null).slice(2)),
    done([{ parts: 15 }]),
    done([{ parts: 12 }]),
  ])
})

test('a table that has another column is read with it', async () => {
  for (let turn = 0; turn < often; turn += 1) await read(0)
  await administrate(url, 'alter table kept add column since bigint default 7')
  expect(await read(0)).toEqual(asked(null).map((row) => Object.assign({ since: 7 }, row)))
})
