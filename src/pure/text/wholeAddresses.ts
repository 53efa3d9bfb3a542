import { splitMarkup } from './markup.ts'

/**
 * The HTML with whole addresses (D71): what is relative, or lacks its scheme, is read from the root of the site, `home`, which does not
 * end in a slash. Addresses within the text itself (`#part`) stay, and so does every other octet.
 */
export function withWholeAddresses(html: string, home: string): string {
  if (!mayBeRelative.test(html)) return html
  return splitMarkup(html)
    .map(({ kind, source }) => (kind === 'tag' ? wholeTag(source, home) : source))
    .join('')
}

/** The attributes in which texts may have addresses (`allowList.ts`). */
const names = 'href|src|cite|poster'

/** Whether a text may have such an address; most have none, and are left as they are after one look. */
const mayBeRelative = new RegExp(
  String.raw`\s(?:${names})\s*=\s*(?!["']?\s*(?:https?://|mailto:|tel:|#))`,
  'i',
)

const attribute = new RegExp(
  String.raw`(\s(?:${names})\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>=\u0060]+))`,
  'gi',
)

function wholeTag(tag: string, home: string): string {
  return tag.replaceAll(
    attribute,
    (all: string, before: string, double?: string, single?: string, bare?: string) => {
      const address = (double ?? single ?? bare ?? '').trim()
      const whole = wholeAddress(address, home)
      if (whole === address) return all
      return single === undefined ? `${before}"${whole}"` : `${before}'${whole}'`
    },
  )
}

/** An address as it stands in HTML, with its references: these are none of its beginning. */
function wholeAddress(address: string, home: string): string {
  if (address === '' || address.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(address)) return address
  if (/^[/\\]{2}/.test(address)) return `${new URL(home).protocol}//${address.slice(2)}`
  const [, path = '', rest = ''] = /^([^?#&]*)(.*)$/s.exec(address) ?? []
  // Dots lead up and down as in any address; letters of other languages and blanks in it stay as they were written.
  const isDotted = /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(path)
  if (!isDotted) return path.startsWith('/') ? new URL(home).origin + address : `${home}/${address}`
  return (URL.parse(path, `${home}/`)?.href ?? `${home}/${path}`) + rest
}
