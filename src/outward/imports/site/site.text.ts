import { cleanHtml, decodeEntities } from '../../../pure/text/html.ts'
import { splitMarkup } from '../../../pure/text/markup.ts'

/**
 * The text as it was typed, from the rendered text of a record: without the typography that rendering adds, so that searches
 * find it and plain text shows it well. It must render to the same again; if it does not, as the site renders differently,
 * only references are replaced by their characters, which reads the same.
 */
export function typedText(rendered: string, render: (typed: string) => string): string {
  const shown = rendered.trim()
  if (!shown.includes('&')) return shown
  const typed = mapText(shown, withoutTypography)
  // Both texts are cleaned as they would be when they are stored.
  return render(cleanHtml(typed)) === render(cleanHtml(shown)) ? typed : mapText(shown, withCharacters)
}

/** The typed form of each reference that typography makes in any position. */
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

/** The text without typography. A dash between blanks was typed with one hyphen less than one between letters. */
function withoutTypography(text: string): string {
  return text
    .replaceAll(/(?<=\s)&#8211;(?=\s)/g, '-')
    .replaceAll('&#8211;', '--')
    .replaceAll(/(?<=\s)&#8212;(?=\s)/g, '--')
    .replaceAll('&#8212;', '---')
    .replaceAll(/&#\d+;/g, (reference) => typedFor.get(reference) ?? reference)
}

/** Decodes numeric references that are no markup; an `&` only where it does not begin another reference. */
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
