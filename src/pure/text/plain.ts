import { blockFlow } from './blocks.ts'
import { decodeEntities, stripTags } from './html.ts'

/**
 * The visible text of HTML, on one line: without tags and comments, with references decoded. With `words`, at most that many,
 * then `…`. For JSON-LD, feeds and page descriptions; it is not HTML and has to be escaped there. Only what is a blank in HTML is
 * one (HTML, 4.7 of “Infra”): spaces that do not break, and separators of Unicode, are characters.
 */
export function plainTextOfHtml(html: string, words?: number): string {
  if (words === undefined) return wordsOf(html).join(' ')
  const beginning = beginningOf(html, words * enough)
  const first = wordsOf(beginning)
  const all = first.length > words || beginning.length === html.length ? first : wordsOf(html)
  return all.length <= words ? all.join(' ') : `${all.slice(0, words).join(' ')}…`
}

/** The text of a title or a name, on one line: as {@link plainTextOfHtml}, but blanks are kept as they were written. */
export function plainLineOfHtml(html: string): string {
  return textOf(html)
    .replaceAll(/[\t\n\f\r]+/g, ' ')
    .replaceAll(/^ +|(?<! ) +$/g, '')
}

/** In so many characters for each word, markup included, there nearly always is one: the rest of a long text need not be read. */
const enough = 100

/** The text up to the limit, and no part of a tag. */
function beginningOf(html: string, limit: number): string {
  const beginning = html.slice(0, limit)
  const tag = beginning.lastIndexOf('<')
  const isCut = beginning.length < html.length && tag > beginning.lastIndexOf('>')
  return isCut ? beginning.slice(0, tag) : beginning
}

/** What HTML takes for one blank. */
const blanks = /[ \t\n\f\r]+/

function wordsOf(html: string): string[] {
  return textOf(html)
    .split(blanks)
    .filter((word) => word !== '')
}

function textOf(html: string): string {
  return decodeEntities(stripTags(html, betweenBlocks))
}

/** Between blocks and lines, so that their words do not join. */
function betweenBlocks(name: string): string {
  return name === 'br' || blockFlow(name) ? '  ' : ''
}
