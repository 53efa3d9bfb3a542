import { cleanHtml, decodeEntities } from '../../text/html.ts'
import { splitMarkup } from '../../text/markup.ts'

/**
 * What was typed of a text that a record shows: without the typography that rendering adds, so that it is found by
 * searching and read in plain text. It renders to the same again; where that is not so (the site renders otherwise), the
 * characters themselves stand for references, which reads the same.
 */
export function typedText(rendered: string, render: (typed: string) => string): string {
  const shown = rendered.trim()
  if (!shown.includes('&')) return shown
  const typed = mapText(shown, withoutTypography)
  // Cleaned as it will be when it is stored, and so is what it is held against.
  return render(cleanHtml(typed)) === render(cleanHtml(shown)) ? typed : mapText(shown, withCharacters)
}

/** What is typed for each reference that typography makes, wherever it stands. */
const typedFor = new Map([
  ['&#8216;', "'"],
  ['&#8217;', "'"],
  ['&#8220;', '"'],
  ['&#8221;', '"'],
  ['&#8230;', '...'],
  ['&#8242;', "'"],
  ['&#8243;', '"'],
  ['&#215;', 'x'],
  ['&#038;', '&'],
])

/** A dash among blanks was typed with one hyphen less than one between letters. */
function withoutTypography(text: string): string {
  return text
    .replaceAll(/(?<=\s)&#8211;(?=\s)/g, '-')
    .replaceAll('&#8211;', '--')
    .replaceAll(/(?<=\s)&#8212;(?=\s)/g, '--')
    .replaceAll('&#8212;', '---')
    .replaceAll(/&#\d+;/g, (reference) => typedFor.get(reference) ?? reference)
}

/** Numeric references that are no markup as the characters they stand for; an `&` only where it begins no other reference. */
function withCharacters(text: string): string {
  return text.replaceAll(/&#038;(?!#?\w+;)/g, '&').replaceAll(/&#\d+;/g, (reference) => {
    const character = decodeEntities(reference)
    return /^[<>&"']$/.test(character) ? reference : character
  })
}

function mapText(html: string, change: (text: string) => string): string {
  return splitMarkup(html)
    .map(({ kind, source }) => (kind === 'text' ? change(source) : source))
    .join('')
}
