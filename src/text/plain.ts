import { blockFlow } from './blocks.ts'
import { decodeEntities, stripTags } from './html.ts'
import { splitMarkup } from './markup.ts'

/**
 * The visible text of HTML, on one line: without tags and comments, with references decoded. With `words`, at most that many,
 * then `…`. For JSON-LD, feeds and page descriptions; it is not HTML and has to be escaped there. Only what is a blank in HTML is
 * one (HTML, 4.7 of “Infra”): spaces that do not break, and separators of Unicode, are characters.
 */
export function plainTextOfHtml(html: string, words?: number): string {
  const all = decodeEntities(stripTags(spaceBlocks(html)))
    .split(blanks)
    .filter((word) => word !== '')
  return words === undefined || all.length <= words ? all.join(' ') : `${all.slice(0, words).join(' ')}…`
}

/** The text of a title or a name, on one line: as {@link plainTextOfHtml}, but blanks are kept as they were written. */
export function plainLineOfHtml(html: string): string {
  return decodeEntities(stripTags(spaceBlocks(html)))
    .replaceAll(/[\t\n\f\r]+/g, ' ')
    .replaceAll(/^ +|(?<! ) +$/g, '')
}

/** What HTML takes for one blank. */
const blanks = /[ \t\n\f\r]+/

/** Puts blanks between blocks and lines, so that their words do not join. */
function spaceBlocks(html: string): string {
  if (!html.includes('<')) return html
  return splitMarkup(html)
    .map(({ source, name }) => (name === 'br' || blockFlow(name) ? ` ${source} ` : source))
    .join('')
}
