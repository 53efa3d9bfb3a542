import { escapeHtml, stripTags } from '../../../pure/text/html.ts'
import { percentDecoded } from '../../../pure/text/percent.ts'
import { withAddresses, withLinks } from '../imports.links.ts'
import { type Properties, textIn } from './ical.components.ts'
import { textOf } from './ical.lines.ts'

/**
 * The description: HTML if there is some that says anything (in the properties of Outlook and RFC 9073, the parameter that
 * Thunderbird has for it, or, of Google, in the text), else the text with its lines. Addresses that stand elsewhere follow it.
 */
export function descriptionOf(
  properties: Properties,
  { further, onlineUrl }: { readonly further: readonly string[]; readonly onlineUrl: string | null },
): string | null {
  const text = withoutAddress(textIn(properties, 'description'), textIn(properties, 'url'))
  const said = withoutAddress(text, onlineUrl ?? '')
  const own = htmlOf(properties) ?? plainOf(withoutComment(said, textIn(properties, 'comment')))
  const all = withAddresses(own, further)
  return all === '' ? null : all
}

/** The text without an address of its event at the end, for calendars that show none: it is kept by itself. */
function withoutAddress(text: string, url: string): string {
  return url !== '' && text.endsWith(url) && /(?:^|\n)$/.test(text.slice(0, -url.length))
    ? text.slice(0, -url.length).trimEnd()
    : text
}

/** The text without the comment that our own calendars write before it, too: the reason why the event does not take place. */
function withoutComment(text: string, comment: string): string {
  if (comment === '' || !text.startsWith(comment)) return text
  const rest = text.slice(comment.length)
  return /^(?:\n\n|$)/.test(rest) ? rest.trimStart() : text
}

function htmlOf(properties: Properties): string | undefined {
  const candidates = [
    ...(properties.get('x-alt-desc') ?? []),
    ...(properties.get('styled-description') ?? []),
    ...(properties.get('description') ?? []),
  ]
  const typed = candidates
    .filter(({ params }) => /^text\/html\b/i.test(params['fmttype'] ?? ''))
    .map((property) => textOf(property))
  const linked = (properties.get('description') ?? []).flatMap(({ params }) => {
    const [, html] = /^data:text\/html[^,]{0,100},(.*)$/is.exec(params['altrep'] ?? '') ?? []
    return html === undefined ? [] : [percentDecoded(html)]
  })
  return [...typed, ...linked].map(bodyOf).find(saysSomething)
}

/** What is between the marks of the body, with line breaks as HTML has them: as blanks. */
function bodyOf(html: string): string {
  const begin = /<body\b[^<>]*>/i.exec(html)
  const end = html.search(/<\/body/i)
  const body = html.slice(begin ? begin.index + begin[0].length : 0, end < 0 ? undefined : end)
  const parts = body.split(/(<pre\b[^<>]*>|<\/pre>)/i)
  const isWithin = (index: number) => /^<pre/i.test(parts[index - 1] ?? '')
  return withLinks(
    parts.map((part, index) => (isWithin(index) ? part : part.replaceAll(/[\t\r\n ]+/g, ' '))).join(''),
  ).trim()
}

/** Whether anybody sees something of it. */
function saysSomething(html: string): boolean {
  return (
    /<(?:img|iframe|video|audio)\b/i.test(html) ||
    /[^\s\u00a0]/.test(stripTags(html).replaceAll(/&(?:nbsp|#160);/gi, ''))
  )
}

/** A tag contains no `<`, so that an unclosed one is not searched to the end of the text. */
const tag =
  /<\/?(?:p|br|a|b|i|u|s|ul|ol|li|div|span|strong|em|h[1-6]|table|tr|td|blockquote|img|font|hr)\b[^<>]*>/i

/** Whether a text is HTML, as Google’s calendars have it. */
export function isTagged(text: string): boolean {
  return tag.test(text)
}

function plainOf(text: string): string {
  return isTagged(text) ? withLinks(text) : escapeHtml(text)
}
