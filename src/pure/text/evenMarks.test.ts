import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marksToEven } from './evenMarks.ts'
import { fold, foldedForms } from './fold.ts'
import { eventWords, recordWords } from './search.ts'
import { likeness } from './likeness.ts'

const apostrophes = [..."'’‘‛ʼʻʹ′`´＇‹›׳՚"]
const quotes = [...'"“”„‟«»＂〝〞״', '″', "''"]
const dashes = [...'-‐‑‒–—―−－﹣', '--', '---']

test.each([
  ['apostrophe', apostrophes, (sign: string) => `L${sign}été`],
  ['quote', quotes, (sign: string) => `Der ${sign}rote${sign} Faden`],
  ['dash', dashes, (sign: string) => `Rock${sign}Pop 1990${sign}1999`],
])('whichever %s is written, the text is the same', (_, signs, write) => {
  for (const one of signs) {
    expect([one, fold(write(one))]).toEqual([one, fold(write(signs[0] ?? ''))])
    expect(likeness(write(one), write(signs[0] ?? ''))).toBe(1)
  }
})

test('marks that are even stay so, and what was folded without evening them has a part where the even text has it', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', ...apostrophes, ...quotes, ...dashes), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(text, fc.nat(11), fc.nat(11), (signs, from, to) => {
      const whole = fold(signs.join(''))
      expect(fold(whole)).toBe(whole)
      const part = whole.slice(from, to)
      // As 0.1.0 folded it, and databases replace signs in it.
      const stored = signs.join('').toLowerCase().normalize('NFKD')
      const replaced = marksToEven(part).reduce((old, [sign, plain]) => old.replaceAll(sign, plain), stored)
      if (!signs.includes('´') && !/[-‐‑‒–—―−－﹣]{4}/.test(signs.join(''))) expect(replaced).toContain(part)
    }),
  )
})

test.each([
  ["it's", 'it’s'],
  ['it’s “on” – now', 'it\'s "on" -- now'],
  ['Rock – Pop', 'Rock - Pop'],
  ['„Alles“ – «gut»', '"Alles" - "gut"'],
])('%s is found as a whole by an index where %s is stored, in its old form too', (one, other) => {
  // As 0.1.0 folded it.
  const stored = other.toLowerCase().normalize('NFKD')
  expect(foldedForms(one)).toContain(fold(other))
  if (!other.includes('--')) expect(foldedForms(one)).toContain(stored)
})

test.each([
  ['“jazz night”', '"jazz night"'],
  ['«jazz night» rock', '"jazz night" rock'],
  ['−jazz rock', '-jazz rock'],
  ['Jazz – Rock', 'jazz rock'],
  ['l’été', "l'été"],
  ['well‑known', 'well-known'],
])('a search for %s is one for %s', (typographic, typed) => {
  expect(eventWords(typographic)).toEqual(eventWords(typed))
  expect(recordWords(typographic)).toEqual(recordWords(typed))
})
