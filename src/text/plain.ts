import { blockFlow } from './blocks.ts'
import { decodeEntities, stripTags } from './html.ts'
import { splitMarkup } from './markup.ts'

/**
 * The visible text of HTML, on one line: without tags and comments, with references decoded. With `words`, at most that many,
 * then `…`. For JSON-LD, feeds and page descriptions; it is not HTML and has to be escaped there.
 */
export function plainTextOfHtml(html: string, words?: number): string {
  const all = decodeEntities(stripTags(spaceBlocks(html)))
    .split(/\s+/)
    .filter((word) => word !== '')
  return words === undefined || all.length <= words ? all.join(' ') : `${all.slice(0, words).join(' ')}…`
}

/** Puts blanks between blocks and lines, so that their words do not join. */
function spaceBlocks(html: string): string {
  if (!html.includes('<')) return html
  return splitMarkup(html)
    .map(({ source, name }) => (name === 'br' || blockFlow(name) ? ` ${source} ` : source))
    .join('')
}
