import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowSet } from './rowSet.ts'

const near = fc.oneof(fc.nat(200), fc.nat(5000))
/** The largest possible ids, and those that would be confused with smaller ones in 32 bits. */
const far = fc
  .tuple(fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 52, Number.MAX_SAFE_INTEGER), fc.nat(9000))
  .map(([from, less]) => from - less)
const ids = fc.array(fc.oneof(near, far), { maxLength: 60 })
const upwards = (some: Iterable<number>) => [...new Set(some)].toSorted((one, other) => one - other)

test('a set of rows is what a set of numbers is', () => {
  fc.assert(
    fc.property(ids, ids, ids, (own, others, changed) => {
      const [set, other] = [RowSet.of(own), RowSet.of(others)]
      const [ownIds, otherIds] = [new Set(own), new Set(others)]
      const now = changed.filter((id) => id % 2 === 0)
      const expected: [RowSet, Iterable<number>][] = [
        [set, ownIds],
        [set.and(other), ownIds.intersection(otherIds)],
        [set.or(other), ownIds.union(otherIds)],
        [set.without(other), ownIds.difference(otherIds)],
        [set.filter((id) => id % 3 === 0), own.filter((id) => id % 3 === 0)],
        [set.changed(changed, now), ownIds.difference(new Set(changed)).union(new Set(now))],
      ]
      for (const [rows, among] of expected) {
        expect(rows.ids()).toEqual(upwards(among))
        expect(rows.size).toBe(upwards(among).length)
      }
    }),
  )
})

test('those of which something holds, up to an end, are those that stay of all', () => {
  fc.assert(
    fc.property(fc.nat(9000), fc.integer({ min: 1, max: 50 }), (end, step) => {
      const all = Array.from({ length: end }, (_, id) => id)
      const isIn = (id: number) => id % step === 0
      expect(RowSet.where(end, isIn).ids()).toEqual(all.filter(isIn))
    }),
  )
})

test('its bits and marks tell the same as its ids', () => {
  fc.assert(
    fc.property(fc.array(near, { maxLength: 60 }), (own) => {
      const { bits, marks } = RowSet.of(own)
      const told = Array.from(marks.keys())
      expect(told.filter((id) => marks[id] === 1)).toEqual(upwards(own))
      expect(told.filter((id) => (((bits[id >> 3] ?? 0) >> (id % 8)) & 1) === 1)).toEqual(upwards(own))
      expect(bits.length * 8).toBe(marks.length)
    }),
  )
})

test('a few rows with large ids take little, and their bits are not made', () => {
  const few = RowSet.of([7, 2 ** 31, Number.MAX_SAFE_INTEGER])
  expect(few.isDense).toBe(false)
  expect(few.size_bytes).toBeLessThan(2000)
  const many = RowSet.of(Array.from({ length: 100_000 }, (_, index) => 2 * index))
  expect(many.isDense).toBe(true)
  expect(many.size_bytes).toBeLessThan(26_000)
  expect(many.or(RowSet.of([2 ** 40])).isDense).toBe(false)
})
