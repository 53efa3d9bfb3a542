import { expect, test } from 'vitest'
import { amountOf, meansFree } from './price.ts'

const pounds = { code: 'GBP', sign: '£' }

test.each([
  ['£2', '2'],
  ['2 £', '2'],
  ['GBP 2.50', '2.50'],
  ['2,50 gbp', '2,50'],
  ['12', '12'],
  ['', ''],
  ['kostenlos', '0'],
  ['FREE', '0'],
  // What is in another currency is not one in this.
  ['$2', '$2'],
  ['a lot', 'a lot'],
])('%j is sent as %j', (typed, amount) => {
  expect(amountOf(typed, pounds, 'kostenlos, frei')).toBe(amount)
})

test('the sign of a currency is known by its code', () => {
  expect(amountOf('€ 3', { code: 'EUR', sign: '' }, '')).toBe('3')
})

test('free is what one says for it, and nothing else', () => {
  expect(meansFree(' Entrée libre ', 'gratuit, entrée libre')).toBe(true)
  expect(meansFree('', 'gratuit')).toBe(false)
  expect(meansFree('free for members', 'gratuit')).toBe(false)
})
