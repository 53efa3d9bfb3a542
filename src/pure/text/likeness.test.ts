import { expect, test } from 'vitest'
import { likeness } from './likeness.ts'

test('titles are alike by letters or by words, whatever their case, accents and punctuation', () => {
  expect(likeness('The Velvet Herons', 'THE VELVET HERONS!!')).toBe(1)
  expect(likeness('Fête d’été', 'fete d ete')).toBe(1)
  expect(likeness('Solstice Swim', 'Winter Solstice Swim and Breakfast')).toBeCloseTo(0.9)
  expect(likeness('Tuesday Story Hour', 'Tuesday Storyhour')).toBeGreaterThan(0.8)
  expect(likeness('Tuesday Story Hour', 'Mending Circle')).toBeLessThan(0.2)
  expect(likeness('', 'Anything')).toBe(0)
  expect(likeness('!!!', '!!!')).toBe(0)
  expect(likeness('Concert', 'Concert in the Park, with Ice Cream and Dogs')).toBeLessThan(0.5)
})
