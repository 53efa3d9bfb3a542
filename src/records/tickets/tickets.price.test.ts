import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isZero, priceIn, readPrice } from './tickets.price.ts'

describe('a price is read', () => {
  test.each([
    [10, '10'],
    ['10', '10'],
    [' 12.50 ', '12.50'],
    [12.5, '12.5'],
    ['12,50', '12.50'],
    ['1,000.50', '1000.50'],
    ['1.000,50', '1000.50'],
    ['.5', '0.5'],
    [0, '0'],
    ['007', '007'],
  ])('from %j as %s', (sent, value) => {
    expect(readPrice(sent)).toEqual({ value })
  })

  test.each([
    -1,
    '-0.01',
    '$10',
    '10 EUR',
    'Free',
    'much',
    '10-20',
    '1e3',
    1e21,
    1e-7,
    true,
    [],
    {},
    '1000000000001',
    `1${' '.repeat(1_000_000)}1`,
    `0.${'0'.repeat(200)}`,
  ])('not from %j', (sent) => {
    expect(readPrice(sent)).toHaveProperty('says')
  })
})

describe('a price in a currency', () => {
  test.each([
    ['USD', '10', '10'],
    ['USD', '10.0', '10'],
    ['USD', '12.5', '12.50'],
    ['USD', '007.05', '7.05'],
    ['USD', '0.00', '0'],
    ['USD', '1.000', undefined],
    ['JPY', '500', '500'],
    ['JPY', '500.5', undefined],
    ['KWD', '1.25', '1.250'],
  ])('%s of %s is %s', (code, value, price) => {
    expect(priceIn(code, value)).toBe(price)
  })

  test('reads again as itself', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const price = priceIn('USD', `${whole}.${String(cents).padStart(2, '0')}`) ?? ''
        expect(readPrice(price)).toEqual({ value: price })
        expect(priceIn('USD', price)).toBe(price)
        expect(Number(price)).toBeCloseTo(whole + cents / 100, 2)
        expect(isZero(price)).toBe(whole === 0 && cents === 0)
      }),
    )
  })
})
