import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexedWords, isWhole } from './postgres.words.ts'

/** An entry of an index may have as many bytes. */
const indexed_bytes = 2704

const letters = fc.array(fc.constantFrom('a', 'ß', '日', '😀', 'b'), { minLength: 1, maxLength: 2000 })
const longWord = letters.map((some) => some.join(''))

test('a part is in a word, however long that is, exactly when it is in what is written down of it', () => {
  fc.assert(
    fc.property(longWord, fc.nat(2000), fc.integer({ min: 1, max: 60 }), (word, from, length) => {
      const characters = [...word]
      const part = characters
        .slice(from % characters.length)
        .slice(0, length)
        .join('')
      expect(isWhole(part)).toBe(true)
      const indexed = indexedWords(`rot ${word} wein`)
      expect(indexed.some((one) => one.includes(part))).toBe(true)
      for (const one of indexed) expect(`rot ${word} wein`).toContain(one)
    }),
  )
})

test('what is written down fits into an index, and has no half of a character', () => {
  fc.assert(
    fc.property(longWord, (word) => {
      for (const one of indexedWords(word)) {
        expect(Buffer.byteLength(one)).toBeLessThan(indexed_bytes)
        expect(one.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('other words are written down as they are, and longer parts than anybody searches for are in none', () => {
  expect(indexedWords('rot, rotwein/wein\n(rot)')).toEqual(['rot', 'rotwein', 'wein', 'rot'])
  expect(isWhole('a'.repeat(250))).toBe(true)
  expect(isWhole('a'.repeat(251))).toBe(false)
})
