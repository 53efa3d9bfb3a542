import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowSet } from './rowSet.ts'

const ids = fc.array(fc.oneof(fc.nat(200), fc.nat(5000)), { maxLength: 60 })
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

test('its bits and marks tell the same as its ids', () => {
  fc.assert(
    fc.property(ids, (own) => {
      const { bits, marks } = RowSet.of(own)
      const isIn = (id: number) => own.includes(id)
      for (let id = 0; id < marks.length; id += 1) {
        expect(marks[id] === 1).toBe(isIn(id))
        expect((((bits[id >> 3] ?? 0) >> (id % 8)) & 1) === 1).toBe(isIn(id))
      }
      expect(bits.length * 8).toBe(marks.length)
      expect(own.every((id) => id < marks.length)).toBe(true)
    }),
  )
})
