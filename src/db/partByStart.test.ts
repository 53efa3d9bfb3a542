import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPartFar, stretchAround } from './partByStart.ts'
import { RowSet } from './rowSet.ts'

/** Spans that begin at these moments, by id. */
const spansOf = (moments: readonly number[]) => ({ starts: Float64Array.from(moments) })

/** Few, all at once, or spread over years with many at some of the moments. */
const moments = fc.oneof(
  fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 40 }),
  fc
    .tuple(fc.integer({ min: 300, max: 3000 }), fc.integer({ min: 1, max: 9_999_991 }))
    .map(([size, step]) => Array.from({ length: size }, (_, index) => (index * step) % 100_000_000)),
  fc.integer({ min: 1, max: 500 }).map((size) => Array<number>(size).fill(1_900_000_000)),
)

test('a part of a list is among what is found around it, with as many before and after as there are', () => {
  const sizes: number[] = []
  fc.assert(
    fc.property(moments, fc.nat(99), fc.integer({ min: 1, max: 50 }), (starts, share, limit) => {
      const rows = RowSet.where(starts.length, (id) => id % 5 !== 4)
      fc.pre(rows.size > 0)
      const offset = Math.floor((rows.size * share) / 100)
      const byStart = (ids: readonly number[]) =>
        ids.toSorted((one, other) => (starts[one] ?? 0) - (starts[other] ?? 0) || one - other)
      const all = byStart(rows.ids())
      const { ids, before, after } = stretchAround(rows, { offset, limit }, spansOf(starts))
      expect(byStart(ids)).toEqual(all.slice(before, all.length - after))
      expect(byStart(ids).slice(offset - before, offset - before + limit)).toEqual(
        all.slice(offset, offset + limit),
      )
      if (new Set(starts).size > 300) sizes.push(ids.length)
    }),
    { numRuns: 500 },
  )
  // A part may begin among many events and end, years later, among as many: these are all found.
  const few = sizes.filter((size) => size <= 100)
  expect(few.length).toBeGreaterThan(sizes.length * 0.9)
})

test('what has no span any more is left out', () => {
  const starts = Array.from({ length: 200 }, (_, id) => id)
  const known = spansOf(starts)
  for (let id = 0; id < 100; id += 1) known.starts[id] = NaN
  const { ids, before, after } = stretchAround(RowSet.of(starts), { offset: 90, limit: 10 }, known)
  expect(ids.every((id) => id >= 100)).toBe(true)
  expect(before + ids.length + after).toBeLessThanOrEqual(100)
})

test('what a query finds as soon is left to it: few events, and the first ones of many', () => {
  const known = spansOf(Array.from({ length: 100_000 }, (_, id) => id))
  const isFar = (size: number, offset: number) =>
    isPartFar(
      RowSet.where(size, () => true),
      { offset, limit: 10 },
      known,
    )
  expect([isFar(50, 40), isFar(1000, 0), isFar(50_000, 0), isFar(50_000, 20_000)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})
