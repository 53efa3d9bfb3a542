import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sideBySide, type Timed } from './columns.ts'

const timed = (item: string, from: number, until: number): Timed<string> => ({ item, from, until })

test('what overlaps shares the width, also by way of a third, and what follows has it back', () => {
  const placed = sideBySide([
    timed('a', 0, 60),
    timed('b', 30, 90),
    timed('c', 60, 120),
    timed('d', 120, 180),
  ])
  expect(placed.map(({ item, column, columns }) => [item, column, columns])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 0, 2],
    ['d', 0, 1],
  ])
})

test('whatever there is: no two in a column overlap, and there are no more columns than are needed at once', () => {
  const items = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 1, max: 600 }))
      .map(([from, length]) => ({ item: 0, from, until: from + length })),
    { maxLength: 25 },
  )
  fc.assert(
    fc.property(items, (all) => {
      const placed = sideBySide(all)
      expect(placed).toHaveLength(all.length)
      for (const [at, one] of placed.entries()) {
        expect(one.column).toBeLessThan(one.columns)
        for (const other of placed.slice(at + 1)) {
          const isOverlapping = one.from < other.until && other.from < one.until
          if (isOverlapping) expect([one.column, one.columns]).not.toEqual([other.column, one.columns])
          if (isOverlapping) expect(one.columns).toBe(other.columns)
        }
      }
      const atOnce = all.map(
        ({ from }) => all.filter((other) => other.from <= from && from < other.until).length,
      )
      expect(Math.max(0, ...placed.map(({ columns }) => columns))).toBe(Math.max(0, ...atOnce))
    }),
  )
})
