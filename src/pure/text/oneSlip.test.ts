import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOneSlip, slipsAmong } from './oneSlip.ts'

test.each([
  ['centrallibary', 'centrallibrary', true],
  ['theatre', 'theater', true],
  ['musikhall', 'musichall', true],
  ['gallery', 'gallerry', true],
  ['gallery', 'gallery', false],
  ['gallery', 'galleries', false],
  ['hall1', 'hall2', false],
  ['hall12', 'hall1', false],
  ['mill', 'mull', false],
  ['中央図書館', '北央図書館', false],
])('%s is %s but for a slip: %s', (one, other, is) => {
  expect(isOneSlip(one, other)).toBe(is)
  expect(isOneSlip(other, one)).toBe(is)
})

test('all pairs with a slip are found, each once, and no others', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1'), minLength: 3, maxLength: 8 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), (words) => {
      const found = [...slipsAmong(words)].filter((pair) => pair !== undefined)
      const all = words.flatMap((one, at) =>
        words.flatMap((other, place) => (at < place && isOneSlip(one, other) ? [[at, place]] : [])),
      )
      expect(found.toSorted(byPlaces)).toEqual(all)
    }),
  )
})

function byPlaces(one: readonly number[], other: readonly number[]): number {
  return (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0)
}
