/**
 * Latin letters that Unicode does not decompose into a base letter and an accent, in lower case, with the ASCII
 * letters people type instead.
 */
const UNDECOMPOSED = {
  ª: 'a',
  º: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  ŉ: 'n',
  ſ: 's',
  ĳ: 'ij',
  ŀ: 'l',
  ƒ: 'f',
  ɨ: 'i',
  ƶ: 'z',
} as const

const LETTERS = new Map<string, string>(Object.entries(UNDECOMPOSED))
const ANY_LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu')

/** Spells the special Latin letters of a lower-case text in ASCII: `straße` → `strasse`, `łódź` → `lódź`. */
export function spellLetters(text: string): string {
  return text.replaceAll(ANY_LETTER, (letter) => LETTERS.get(letter) ?? letter)
}
