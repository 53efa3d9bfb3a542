import { decodeEntities } from '../../../pure/text/html.ts'

/** An event of a page that is marked up in a notation that is not read. */
export interface UnreadEvent {
  readonly line: number
  readonly notation: 'microdata' | 'RDFa'
  /** Empty if it was not found. */
  readonly name: string
}

/** More of them are not told one by one. */
const mostTold = 100

/** What makes the tag of an element that begins an event of schema.org, in microdata or RDFa. */
const beginning =
  /\b(?:(itemtype)|typeof)\s*=\s*["'](?:[^"']{0,100}[/:\s])?[A-Za-z]{0,40}(?:Event|Festival)(?=["'\s])/

/** No tag is longer that a person wrote. */
const longestTag = 2_000

/** How far from its beginning the name of an event is looked for. */
const reach = 5_000

/** The events of a page in microdata and RDFa. */
export function unreadEvents(html: string): UnreadEvent[] {
  const found: UnreadEvent[] = []
  let line = 1
  let counted = 0
  for (const { index, 0: tag } of html.matchAll(/<[a-z][^<>]*>/gi)) {
    const [isEvent, isMicrodata] = (tag.length > longestTag ? undefined : beginning.exec(tag)) ?? []
    if (isEvent === undefined) continue
    line += html.slice(counted, index).split('\n').length - 1
    counted = index
    const notation = isMicrodata === undefined ? 'RDFa' : 'microdata'
    found.push({ line, notation, name: nameIn(html.slice(index + tag.length, index + tag.length + reach)) })
    if (found.length >= mostTold) break
  }
  return found
}

/** The text of the first element that is a name: in an attribute, or in front of its end. */
function nameIn(html: string): string {
  const [tag = '', before = ''] =
    /(<[a-z][^<>]*\b(?:itemprop|property)\s*=\s*["'](?:schema:)?name["'][^<>]*>)/i.exec(html) ?? []
  const [, content] = /\bcontent\s*=\s*["']([^"'<>]*)["']/i.exec(tag) ?? []
  const behind = html.slice(html.indexOf(before) + before.length)
  const text =
    tag === ''
      ? ''
      : (content ??
        behind
          .replaceAll(/<[^<>]*>/g, '\u0000')
          .replace(/^\0+/, '')
          .split('\u0000', 1)[0])
  return decodeEntities(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
