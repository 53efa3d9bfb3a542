import sanitizeHtml from 'sanitize-html'
import { cleanHtml } from '../../pure/text/html.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { shownContent } from '../../pure/text/render.ts'

/** What the beginning of a letter may hold: text and links. No picture, as each would tell who has opened it; no style of its own. */
const tags = [
  'p',
  'br',
  'a',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'blockquote',
  'hr',
  'sub',
  'sup',
] as const

const limits: sanitizeHtml.IOptions = {
  allowedTags: [...tags],
  allowedAttributes: { a: ['href'], '*': ['lang', 'dir'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
}

/** The text as it is stored: cleaned, without pictures. */
export function cleanIntro(sent: string): string {
  return sanitizeHtml(cleanHtml(sent), limits).trim()
}

/** How each stands in a mail, where no sheet says it. */
const styles: Readonly<Partial<Record<(typeof tags)[number], string>>> = {
  p: 'margin:0 0 14px',
  ul: 'margin:0 0 14px;padding-inline-start:24px',
  ol: 'margin:0 0 14px;padding-inline-start:24px',
  li: 'margin:0 0 4px',
  h2: 'margin:8px 0 10px;font-size:20px;line-height:26px',
  h3: 'margin:8px 0 8px;font-size:17px;line-height:24px',
  blockquote: 'margin:0 0 14px;padding-inline-start:16px;border-inline-start:3px solid',
}

/** The text in a letter, with whole addresses; `accent`: the colour of links. */
export function introHtml(stored: string, home: string, accent: string): string {
  const styled = Object.fromEntries(
    Object.entries(styles).map(([tag, style]) => [
      tag,
      (tagName: string, attribs: sanitizeHtml.Attributes) => ({ tagName, attribs: { ...attribs, style } }),
    ]),
  )
  return sanitizeHtml(shownContent(stored, home), {
    ...limits,
    allowedAttributes: { a: ['href', 'class', 'style'], '*': ['lang', 'dir', 'style'] },
    transformTags: {
      ...styled,
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { href, class: 'accent', style: `color:${accent};text-decoration:underline` },
      }),
    },
  })
}

/** The same as plain text: links have their addresses behind them, on lines of their own. */
export function introText(stored: string, home: string): string {
  const shown = sanitizeHtml(shownContent(stored, home), limits)
  const lined = shown
    .replaceAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, href: string, text: string) =>
      plainTextOfHtml(text) === plainTextOfHtml(href) ? `\n${href}\n` : `${text}:\n${href}\n`,
    )
    .replaceAll(/<li\b[^>]*>/g, '\n- ')
    .replaceAll(/<(?:br|hr)\b[^>]*>/g, '\n')
    .replaceAll(/<\/(?:p|h2|h3|blockquote|ul|ol)>/g, '\n\n')
  return lined
    .split('\n')
    .map((line) => plainTextOfHtml(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
