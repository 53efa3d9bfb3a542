import { escapeHtml } from '../../../pure/text/html.ts'

// A reader of its own, as what OpenAgenda writes is the little that its editor has: paragraphs, headings, lists, quotes, rules,
// emphasis, links and pictures. HTML within it is text there, and stays so here.

/**
 * A long description, which OpenAgenda keeps in Markdown and gives in HTML to who asks for it, as HTML. In linear time; what is no
 * notation stays as it is.
 */
export function descriptionHtml(text: string): string {
  if (/<(?:p|br|ul|ol|li|h[1-6]|strong|em|a|blockquote|div|iframe)\b[^>]*>/i.test(text)) return text
  const blocks: Block[] = []
  for (const line of text.replaceAll(/\r\n?/g, '\n').split('\n')) add(blocks, line)
  return blocks
    .filter(({ lines }) => lines.length > 0)
    .map(htmlOf)
    .join('\n\n')
}

/** What stands apart from what is before it and after it: its lines, or its items. */
interface Block {
  readonly kind: 'text' | 'ul' | 'ol' | 'quote' | 'rule' | 'heading'
  readonly lines: string[]
  readonly level?: number
}

/** How lines begin that are of a list or a quote, without which they are as people read them. */
const begins = [
  ['ul', /^ {0,3}[-*+][ \t]+/],
  ['ol', /^ {0,3}\d{1,3}[.)][ \t]+/],
  ['quote', /^ {0,3}(?:> ?)+/],
] as const

function add(blocks: Block[], line: string): void {
  const last = blocks.at(-1)
  if (line.trim() === '') {
    if (last && last.lines.length > 0) blocks.push({ kind: 'text', lines: [] })
    return
  }
  const [, marks, title = ''] = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line) ?? []
  if (marks !== undefined) {
    const heading = title.replace(/[ \t]#+[ \t]*$/, '').trimEnd()
    blocks.push(
      { kind: 'heading', lines: [heading], level: Math.max(2, marks.length) },
      { kind: 'text', lines: [] },
    )
    return
  }
  if (/^[ \t]*(?:\*[ \t]*){3,}$|^[ \t]*(?:-[ \t]*){3,}$|^[ \t]*(?:_[ \t]*){3,}$/.test(line)) {
    blocks.push({ kind: 'rule', lines: [''] }, { kind: 'text', lines: [] })
    return
  }
  const [kind, mark] = begins.find(([, begin]) => begin.test(line)) ?? ['text' as const, /^/]
  const rest = line.replace(mark, '').trim()
  // Items of one list may have blank lines between them, and go on in the next line.
  const before = last?.lines.length === 0 ? blocks.at(-2) : last
  const list = kind === 'text' || kind === 'quote' ? last : before
  if (list?.kind === kind) list.lines.push(rest)
  else if (kind === 'text' && (last?.kind === 'ul' || last?.kind === 'ol'))
    last.lines.push(`${last.lines.pop()} ${rest}`)
  else blocks.push({ kind, lines: [rest] })
}

function htmlOf({ kind, lines, level }: Block): string {
  const items = lines.map((line) => inlineHtml(line))
  if (kind === 'rule') return '<hr />'
  if (kind === 'heading') return `<h${level}>${items.join(' ')}</h${level}>`
  if (kind === 'quote') return `<blockquote>${items.join('\n')}</blockquote>`
  return kind === 'text'
    ? items.join('\n')
    : `<${kind}>${items.map((item) => `<li>${item}</li>`).join('')}</${kind}>`
}

/** What stands for itself after a backslash; a picture or link; an address within angle brackets; emphasis. */
const inline =
  /\\([\\`*_{}[\]()#+\-.!>~|])|(!?)\[([^[\]]{0,500})\]\(\s*<?([^\s()<>]{1,2000})>?(?:\s+"[^"]{0,500}")?\s*\)|<((?:https?:\/\/|mailto:)[^<>\s]{1,2000})>|(\*\*|__)(?=\S)([^\n]{0,1000}?\S)\6|(?<![\p{L}\p{N}])([*_])(?=\S)([^\n*_]{0,1000}?\S)\8(?![\p{L}\p{N}])/gu

function inlineHtml(text: string): string {
  let html = ''
  let at = 0
  for (const match of text.matchAll(inline)) {
    const [all, escaped, picture, label = '', address, bare, , strong, , emphasis] = match
    html += escapeHtml(text.slice(at, match.index))
    at = match.index + all.length
    if (escaped !== undefined) html += escapeHtml(escaped)
    else if (address !== undefined)
      html += picture === '!' ? pictureHtml(address, label) : linkHtml(address, inlineHtml(label))
    else if (bare !== undefined) html += linkHtml(bare, escapeHtml(bare.replace(/^mailto:/i, '')))
    else if (strong !== undefined) html += `<strong>${inlineHtml(strong)}</strong>`
    else html += `<em>${inlineHtml(emphasis ?? '')}</em>`
  }
  return html + escapeHtml(text.slice(at))
}

/** What a link leads to is made harmless with all other HTML. */
function linkHtml(address: string, says: string): string {
  return `<a href="${escapeHtml(address)}">${says === '' ? escapeHtml(address) : says}</a>`
}

function pictureHtml(address: string, says: string): string {
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(says)}" />`
}
