import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { placesAround, sortedPlaces } from './places.ts'

/** Keys of which many are equal, close together, or far apart, and more than are sorted by comparing them. */
const manyKeys = fc
  .record({
    least: fc.constantFrom(0, -3, 1_900_000_000, -(2 ** 40)),
    most: fc.constantFrom(1, 8191, 8192, 1_000_000, 2 ** 52),
    outermost: fc.constantFrom(0, Number.MAX_SAFE_INTEGER),
    seed: fc.integer({ min: 1, max: 2 ** 31 }),
    size: fc.integer({ min: 1, max: 6000 }),
  })
  .map(({ least, most, outermost, seed, size }) => {
    let random = seed
    return Float64Array.from({ length: size }, () => {
      random = (random * 48_271) % 2_147_483_647
      if (outermost > 0 && random % 3 === 0) return outermost
      return least + Math.floor((random / 2_147_483_647) * most)
    })
  })

function sortedPlainly(keys: Float64Array): number[] {
  return [...keys.keys()].toSorted((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0) || one - other)
}

test('places are sorted by their keys, equal ones in their order', async () => {
  await fc.assert(
    fc.asyncProperty(manyKeys, async (keys) => {
      expect([...(await sortedPlaces(keys))]).toEqual(sortedPlainly(keys))
    }),
    { numRuns: runs(20) },
  )
})

test('the places around a page are those that it has when all are sorted, with all of equal keys', async () => {
  await fc.assert(
    fc.asyncProperty(manyKeys, fc.nat(), fc.integer({ min: 1, max: 100 }), async (keys, at, limit) => {
      const first = at % keys.length
      const until = Math.min(keys.length, first + limit)
      const { places, before } = await placesAround(keys, first, until)
      const plainly = sortedPlainly(keys)
      expect([...places].toSorted((one, other) => one - other)).toEqual([...places])
      const stretch = plainly.slice(before, before + places.length)
      expect(stretch.toSorted((one, other) => one - other)).toEqual([...places])
      expect([before <= first, before + places.length >= until]).toEqual([true, true])
      const keyAt = (place: number) => keys[plainly[place] ?? -1]
      expect(keyAt(before - 1)).not.toBe(keyAt(before))
      expect(keyAt(before + places.length)).not.toBe(keyAt(before + places.length - 1))
    }),
    { numRuns: runs(50) },
  )
})
