import { blockFlow } from './blocks.ts'
import { decodeEntities, stripTags } from './html.ts'
import { splitMarkup } from './markup.ts'

/**
 * What a reader sees of an HTML text, on one line: tags and comments gone, references read. With `words`, at most that
 * many, then `…`. For JSON-LD, feeds and page descriptions; it is not HTML and has to be escaped there.
 */
export function plainTextOfHtml(html: string, words?: number): string {
  const all = decodeEntities(stripTags(spaceBlocks(html)))
    .split(/\s+/)
    .filter((word) => word !== '')
  return words === undefined || all.length <= words ? all.join(' ') : `${all.slice(0, words).join(' ')}…`
}

/** Two blocks, or two lines, are never one word. */
function spaceBlocks(html: string): string {
  if (!html.includes('<')) return html
  return splitMarkup(html)
    .map(({ source, name }) => (name === 'br' || blockFlow(name) ? ` ${source} ` : source))
    .join('')
}
