import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reader } from './dialect.ts'
import { Current } from './revisionCache.ts'
import { KnownRows, rowsIn } from './rows.ts'

/** A table whose rows say when they were read, and which rows it was asked for. */
function tableOf() {
  const table = { revision: 1, asked: [] as number[] }
  const read = async (_db: Reader, ids: readonly number[]) => {
    table.asked.push(...ids)
    return ids.filter((id) => id < 100).map((id) => ({ id, name: `${id} at ${table.revision}` }))
  }
  return { table, read }
}

// No database is used: `read` supplies the rows.
const nowhere = {} as Reader

test('a row is read once, and is the same for all; what is not there is asked for again', async () => {
  const { table, read } = tableOf()
  const rows = new KnownRows(nowhere, 10_000)
  const first = (await rows.find(read, [1, 2, 2, 500])).get(1)
  const again = await rows.find(read, [2, 1, 3, 500])
  expect(again.get(1)).toBe(first)
  expect([1, 2, 3, 500].map((id) => again.get(id)?.name)).toEqual(['1 at 1', '2 at 1', '3 at 1', undefined])
  expect(table.asked).toEqual([1, 2, 500, 3, 500])
})

test('what is asked for now and then stays when what is not is forgotten', async () => {
  const { table, read } = tableOf()
  const rows = new KnownRows(nowhere, 20_000)
  for (let id = 2; id < 90; id += 1) await rows.find(read, [1, id])
  await rows.find(read, [2])
  expect(table.asked.filter((id) => id === 1)).toHaveLength(1)
  expect(table.asked.filter((id) => id === 2)).toHaveLength(2)
})

test('what is asked for again and again stays, up to the limit, whatever comes between', async () => {
  const { table, read } = tableOf()
  // There is room for some twenty rows.
  const rows = new KnownRows(nowhere, 20_000)
  const wanted = Array.from({ length: 15 }, (_, index) => index + 1)
  let stranger = 20
  for (let round = 0; round < 10; round += 1)
    for (const id of wanted) {
      await rows.find(read, [id])
      if (id % 3 === 0) await rows.find(read, [(stranger += 1)])
    }
  expect(table.asked.filter((id) => id <= wanted.length)).toEqual(wanted)
  await rows.find(read, [21])
  expect(table.asked.filter((id) => id === 21)).toHaveLength(2)
})

test('rows that are read in different ways are different rows', async () => {
  const [one, other] = [tableOf(), tableOf()]
  const rows = new KnownRows(nowhere, 10_000)
  await rows.find(one.read, [1])
  other.table.revision = 7
  expect((await rows.find(other.read, [1])).get(1)?.name).toBe('1 at 7')
})

test('what is read anew is not remembered', async () => {
  const { table, read } = tableOf()
  const rows = rowsIn(nowhere)
  await rows.find(read, [1, 1])
  table.revision = 2
  expect((await rows.find(read, [1])).get(1)?.name).toBe('1 at 2')
  expect(table.asked).toEqual([1, 1])
})

test('no row is older than the last change before it was asked for, however much is remembered', async () => {
  const step = fc.oneof(fc.constant('change'), fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(1000), async (steps, limit) => {
      const { table, read } = tableOf()
      const current = new Current(
        { revision: async () => table.revision },
        () => new KnownRows(nowhere, limit),
      )
      for (const step of steps) {
        if (typeof step === 'string') table.revision += 1
        else {
          const found = await (await current.get()).find(read, step)
          expect(step.map((id) => found.get(id)?.name)).toEqual(
            step.map((id) => `${id} at ${table.revision}`),
          )
        }
      }
    }),
  )
})

test('what is forgotten is read anew, also where it was being read meanwhile; all else stays', async () => {
  const { table, read } = tableOf()
  const rows = new KnownRows(nowhere, 20_000)
  await rows.find(read, [1, 2])
  const gate = Promise.withResolvers<void>()
  const slowly: typeof read = async (db, ids) => {
    const found = await read(db, ids)
    await gate.promise
    return found
  }
  const early = rows.find(slowly, [3])
  table.revision = 2
  rows.forget([1, 3, 77])
  gate.resolve()
  expect((await early).get(3)?.name).toBe('3 at 1')
  expect((await rows.find(slowly, [3])).get(3)?.name).toBe('3 at 2')
  const found = await rows.find(read, [1, 2])
  expect([1, 2].map((id) => found.get(id)?.name)).toEqual(['1 at 2', '2 at 1'])
})

test('a value that outlives a change is brought up to date; one that does not is made anew', async () => {
  let [revision, made, outlives] = [1, 0, true]
  const told: number[] = []
  const current = new Current(
    { revision: () => revision },
    () => ({ number: (made += 1) }),
    async (_value, since) => {
      told.push(since)
      return outlives ? revision : undefined
    },
  )
  const first = await current.get()
  revision = 2
  expect(await Promise.all([current.get(), current.get()])).toEqual([first, first])
  expect(await current.get()).toBe(first)
  ;[revision, outlives] = [3, false]
  const [one, other] = await Promise.all([current.get(), current.get()])
  expect([one, other]).toEqual([{ number: 2 }, { number: 2 }])
  expect(one).toBe(other)
  expect(new Set(told)).toEqual(new Set([1, 2]))
})

test('what is made of others is forgotten with any of these', async () => {
  const { table, read } = tableOf()
  const rows = new KnownRows(nowhere, 50_000)
  const made = async (db: Reader, ids: readonly number[]) =>
    (await read(db, ids)).map((row) => Object.assign(row, { madeOf: [row.id + 1000, 7000] }))
  await rows.find(made, [1, 2, 3])
  await rows.find(made, [1, 2, 3])
  rows.forget([1002, 3])
  table.revision = 2
  const found = await rows.find(made, [1, 2, 3])
  expect([1, 2, 3].map((id) => found.get(id)?.name)).toEqual(['1 at 1', '2 at 2', '3 at 2'])
  rows.forget([7000])
  table.revision = 3
  expect((await rows.find(made, [1])).get(1)?.name).toBe('1 at 3')
})

test('what is made of others is kept from the second time on', async () => {
  const { table, read } = tableOf()
  const rows = new KnownRows(nowhere, 50_000)
  const made = async (db: Reader, ids: readonly number[]) =>
    (await read(db, ids)).map((row) => Object.assign(row, { madeOf: [7000] }))
  const names = []
  for (table.revision = 1; table.revision <= 3; table.revision += 1)
    names.push((await rows.find(made, [1])).get(1)?.name)
  expect(names).toEqual(['1 at 1', '1 at 2', '1 at 2'])
})
