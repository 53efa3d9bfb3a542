import { evenMarks, unevenForms } from './evenMarks.ts'
import { spellLetters } from './letters.ts'

/**
 * The form in which texts are compared and searched: equal for texts that differ in case, accents or width only
 * (`ÉTÉ`, `été`, `ete`), so that a folded word found in a folded column is a match (D16, D31). Letters keep their
 * script; marks that make another letter in their script (Devanagari vowels, Thai tones) stay. Characters that nobody sees,
 * such as soft hyphens, do not count; apostrophes, quotes and dashes are one sign each. Folding twice changes nothing.
 */
export function fold(text: string): string {
  return evenMarks(foldLetters(text))
}

/** The folded forms in columns of a text that is written as this one: that of today, and that of 0.1.0. */
export function foldedExactly(text: string): readonly string[] {
  return [...new Set([fold(text), foldLetters(text)])]
}

/**
 * The folded forms of a text in columns, where it is looked for as a whole: that of today, and those that 0.1.0 wrote, which left
 * apostrophes, quotes and dashes as they are.
 */
export function foldedForms(text: string): readonly string[] {
  return [...new Set([...unevenForms(fold(text)), foldLetters(text)])]
}

function foldLetters(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase()
  const lower = withoutMarks(text).toLowerCase()
  // Changing the case may have made letters that decompose.
  return spellLetters(mayHaveMarks.test(lower) ? withoutMarks(lower) : lower)
    .replaceAll('ς', 'σ')
    .normalize('NFC')
}

/** Without any there is nothing to take away; to find that out mark by mark took 8 % of an import. */
const beyondAscii = /[\u0080-\uffff]/

/** The first mark is U+0300. */
const mayHaveMarks = /[\u0300-\uffff]/

/** The text without accents, which belong to no script (Unicode calls them inherited), and without what is not seen. */
function withoutMarks(text: string): string {
  // Alone it is written for an apostrophe; decomposed it would be a blank.
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(/[\p{Script=Inherited}\p{Default_Ignorable_Code_Point}]+/gu, '')
}
