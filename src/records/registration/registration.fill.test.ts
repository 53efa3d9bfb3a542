import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fill, placeFor } from './registration.fill.ts'

const line = fc
  .array(fc.integer({ min: 1, max: 20 }), { maxLength: 30 })
  .map((parties) => parties.map((party, index) => ({ number: index + 1, party })))

test('never more than is free, the first who fits, and nobody is left who would', () => {
  fc.assert(
    fc.property(line, fc.nat(60), (waiting, free) => {
      const placed = fill(waiting.toReversed(), free)
      const taken = placed.reduce((sum, { party }) => sum + party, 0)
      expect(taken).toBeLessThanOrEqual(free)
      expect(placed.map(({ number }) => number)).toEqual(
        placed.map(({ number }) => number).toSorted((one, other) => one - other),
      )
      for (const one of waiting) {
        if (placed.includes(one)) continue
        expect(one.party).toBeGreaterThan(free - taken)
        // Whoever was passed over did not fit beside those who came before.
        const before = placed.filter(({ number }) => number < one.number)
        expect(one.party).toBeGreaterThan(free - before.reduce((sum, { party }) => sum + party, 0))
      }
    }),
  )
})

test('without a limit everybody gets a place', () => {
  fc.assert(
    fc.property(line, (waiting) => {
      expect(fill(waiting, null)).toEqual(waiting)
    }),
  )
})

test.each([
  [1, { free: 1, waiting_list: true }, 'registered'],
  [2, { free: 1, waiting_list: true }, 'waiting'],
  [2, { free: 1, waiting_list: false }, 'full'],
  [1, { free: 0, waiting_list: true }, 'waiting'],
  [20, { free: null, waiting_list: false }, 'registered'],
] as const)('a party of %i where %j', (party, places, state) => {
  expect(placeFor(party, places)).toBe(state)
})
