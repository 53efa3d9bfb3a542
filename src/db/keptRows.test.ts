import { expect, test } from 'vitest'
import type { Moment } from './changes.ts'
import { KeptRows } from './keptRows.ts'
import { RowSet } from './rowSet.ts'

/** A moment after so many changes; the change with a number is that of the event with the same id. */
const after = (last: number): Moment => ({
  last,
  first: 0,
  changedSince: (number) => Array.from({ length: last - number }, (_, index) => number + 1 + index),
})

test('a set is found once for all who ask meanwhile, and each sees what has changed before they asked', async () => {
  const kept = new KeptRows()
  let times = 0
  let found: (rows: RowSet) => void = () => {}
  const find = async () => {
    times += 1
    return new Promise<RowSet>((resolve) => (found = resolve))
  }
  const tell = async (ids: readonly number[]) => ids
  const asked = [1, 1, 3].map((last) => kept.findOr('a', after(last), { tell, find }))
  await Promise.resolve()
  found(RowSet.of([1]))
  const sets = await Promise.all(asked)
  expect(sets.map((rows) => rows.ids())).toEqual([[1], [1], [1, 2, 3]])
  expect(times).toBe(1)
})

test('what could not be found is not kept, and whoever waited for it looks again', async () => {
  const kept = new KeptRows()
  const tell = async () => []
  const fails = kept.findOr('a', after(1), { tell, find: async () => Promise.reject(new Error('away')) })
  const waits = kept.findOr('a', after(1), { tell, find: async () => RowSet.of([7]) })
  await expect(fails).rejects.toThrow('away')
  expect((await waits).ids()).toEqual([7])
  expect((await kept.find('a', after(1), tell))?.ids()).toEqual([7])
})

test('sets that were asked for least recently are forgotten', async () => {
  const kept = new KeptRows()
  const tell = async () => []
  const find = async () => RowSet.of([1])
  for (let number = 0; number < 130; number += 1) {
    await kept.findOr(`set ${number}`, after(1), { tell, find })
    await kept.find('set 0', after(1), tell)
  }
  expect(await kept.find('set 1', after(1), tell)).toBeUndefined()
  expect((await kept.find('set 0', after(1), tell))?.ids()).toEqual([1])
  expect((await kept.find('set 129', after(1), tell))?.ids()).toEqual([1])
})
