import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTokenFor, tokenFor } from './seal.ts'

const secret = randomBytes(32)
const sealed = fc.record({
  id: fc.integer({ min: 1, max: 2 ** 40 }),
  created_at: fc.integer({ min: 0, max: 2 ** 33 }),
})

test('what was sealed is read again, with this secret and for this alone', () => {
  fc.assert(
    fc.property(sealed, (of) => {
      const token = tokenFor(secret, 'guest', of)
      expect(token).toMatch(/^[\w-]+$/)
      expect(readTokenFor(secret, 'guest', token)).toEqual(of)
      expect(readTokenFor(secret, 'letter leave', token)).toBeUndefined()
      expect(readTokenFor(randomBytes(32), 'guest', token)).toBeUndefined()
    }),
  )
})

test('no sign of it may be another one, be missing or be too many', () => {
  fc.assert(
    fc.property(sealed, fc.nat(), fc.constantFrom('A', 'b', '7', '-', '_'), (of, at, sign) => {
      const token = tokenFor(secret, 'guest', of)
      const place = at % token.length
      const other = `${token.slice(0, place)}${sign}${token.slice(place + 1)}`
      expect(readTokenFor(secret, 'guest', other)).toEqual(other === token ? of : undefined)
      expect(readTokenFor(secret, 'guest', `${token}${sign}`)).toBeUndefined()
      expect(readTokenFor(secret, 'guest', token.slice(0, -2))).toBeUndefined()
    }),
  )
})

test.each(['', 'x', 'AAAA', '../..', '%00', 'é'.repeat(40), 'A'.repeat(10_000)])('%j is none', (token) => {
  expect(readTokenFor(secret, 'guest', token)).toBeUndefined()
})
