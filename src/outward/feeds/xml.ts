/** Characters that XML cannot contain, not even escaped (XML 1.0, 2.2), and the control characters of Latin-1. */
const illegalCharacters = /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
])

/** XML that is escaped already: only `element` makes it. */
export class Xml {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** An element that holds a text, which is escaped, or elements. */
export function element(
  name: string,
  content: string | readonly Xml[],
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  const inner = typeof content === 'string' ? xmlText(content) : content.map(({ source }) => source).join('')
  return new Xml(
    inner === '' ? openTag(name, attributes, '/') : `${openTag(name, attributes)}${inner}</${name}>`,
  )
}

/** The opening tag of an element whose content is streamed. */
export function openTag(name: string, attributes: Readonly<Record<string, string>> = {}, end = ''): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeText(value)}"`)
  return `<${name}${given.join('')}${end}>`
}

function xmlText(text: string): string {
  return legal(text).replaceAll(/[&<>]/g, (character) => escapes.get(character) ?? '')
}

/** Blanks other than spaces would be read as spaces (XML 1.0, 3.3.3). */
function attributeText(text: string): string {
  return legal(text).replaceAll(/[&<>"\t\n]/g, (character) => escapes.get(character) ?? '')
}

/** Line breaks are those of Unix, as parsers make them anyway (XML 1.0, 2.11). */
function legal(text: string): string {
  return text.toWellFormed().replaceAll(illegalCharacters, '').replaceAll(/\r\n?/g, '\n')
}
