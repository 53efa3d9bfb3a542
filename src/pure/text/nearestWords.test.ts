import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearest, slipsBetween } from './nearestWords.ts'

const words = ['serve', 'config', 'export', 'import', 'SITE_URL', 'SITE_NAME', 'LOG_LEVEL']

test.each([
  ['serv', 'serve'],
  ['sevre', 'serve'],
  ['exprot', 'export'],
  ['imports', 'import'],
  ['cnofig', 'config'],
  ['SITE_ULR', 'SITE_URL'],
  ['site_url', 'SITE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['banana', undefined],
  ['x', undefined],
  ['', undefined],
  ['TZ', undefined],
])('by “%s” is meant %s', (word, meant) => {
  expect(nearest(word, words)).toBe(meant)
})

test('slips are counted alike where only few are wanted, and given up on only where they are more', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.nat(4), (one, other, most) => {
      const [slips, few] = [slipsBetween(one, other), slipsBetween(one, other, most)]
      expect(few === slips || (few === Infinity && slips > most)).toBe(true)
    }),
  )
})
