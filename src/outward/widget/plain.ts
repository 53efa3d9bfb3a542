/**
 * The plain text of HTML from a record: without tags, and with references decoded. It does not use the browser’s HTML parser,
 * which pages with Trusted Types do not allow.
 */
export function plainText(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>?/g, (tag) => (tag.endsWith('>') ? '' : tag))
    .replaceAll(
      /&(#x[\da-f]+|#\d+|\w+);/gi,
      (whole, name: string) => named.get(name) ?? numbered(name) ?? whole,
    )
    .trim()
}

/** The named references in records; all others are numeric. */
const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

function numbered(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : undefined
}
