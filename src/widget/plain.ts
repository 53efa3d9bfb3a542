/**
 * The plain text of what a record shows, which is HTML: tags are left out, references are characters. Done without the
 * browser’s HTML parser, which pages with Trusted Types keep from everybody.
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

/** The named references that records are written with; all others are numbers. */
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
