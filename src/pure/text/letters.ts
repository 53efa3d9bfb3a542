/**
 * Latin letters that Unicode does not decompose into a base letter and an accent, in lower case, with the ASCII
 * letters people type instead.
 */
const undecomposed = {
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

const asciiOf = new Map<string, string>(Object.entries(undecomposed))
const anyLetter = new RegExp(`[${[...asciiOf.keys()].join('')}]`, 'gu')

/** Writes the special Latin letters of a lower-case text in ASCII: `straße` → `strasse`, `łódź` → `lódź`. */
export function spellLetters(text: string): string {
  return text.replaceAll(anyLetter, (letter) => asciiOf.get(letter) ?? letter)
}
