/** Names of U+00A0 to U+00FF, in order (HTML 4.01, section 24.2). */
const latin1Names =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr ' +
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const otherNames = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsaquo: '‹',
  rsaquo: '›',
  hellip: '…',
  bull: '•',
  prime: '′',
  Prime: '″',
  trade: '™',
  euro: '€',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  zwnj: '\u200c',
  zwj: '\u200d',
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
  Yuml: 'Ÿ',
  minus: '−',
  rarr: '→',
  larr: '←',
} as const

const namedCharacters = new Map<string, string>([
  ...latin1Names.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries(otherNames),
])

/** The pattern of one character reference. Lengths are bounded so that a run of `&` is not read again and again. */
export const entityPattern = '&(?:#\\d{1,7}|#[xX][\\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\\d]{1,31});'

/** The character that a reference like `&amp;`, `&#038;` or `&#x26;` stands for; undefined when unknown or no character. */
export function entityCharacter(entity: string): string | undefined {
  const body = entity.slice(1, -1)
  if (body[0] !== '#') return namedCharacters.get(body)
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1))
  const isCharacter =
    code >= 0x20 ? code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) : code === 9 || code === 10
  return isCharacter ? String.fromCodePoint(code) : undefined
}
