import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'

test.each([
  ['Café Néro', 'cafe nero'],
  ['ÉTÉ', 'ete'],
  ['QUOKKA', 'quokka'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['Łódź Ærø Đà', 'lodz aero da'],
  ['İstanbul ısı', 'istanbul isi'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['ｆｕｌｌ', 'full'],
  ['日本 한국', '日本 한국'],
  ['हिन्दी', 'हिन्दी'],
  ['100% sure_thing &&', '100% sure_thing &&'],
  ['🎉', '🎉'],
  ['Donau\u00addampf\u200bschiff\u2060\ufeff \u200fא', 'donaudampfschiff א'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding twice changes nothing', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => fold(fold(text)) === fold(text)))
})

test('case and the way accents are encoded make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
    }),
  )
})

test('every character of Unicode folds to something that stays', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    const folded = fold(character)
    if (folded !== character && fold(folded) !== folded)
      expect.fail(`U+${code.toString(16)} folds to ${folded}`)
  }
})
