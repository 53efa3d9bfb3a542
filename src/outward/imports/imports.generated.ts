import { decodeEntities, escapeHtml } from '../../pure/text/html.ts'
import { type Piece, splitMarkup } from '../../pure/text/markup.ts'
import { attributesOf, tagWith } from './imports.tag.ts'

/**
 * Programs that show texts put names into them that they make anew for each answer, or count through the page: WordPress by
 * `wp_unique_id` (`wp-container-core-group-is-layout-3`), `wp_unique_prefixed_id`, md5 (`wp-elements-…`), `uniqid` (pictures with a
 * lightbox), and the running number of galleries and players. None of it is anything that somebody has written.
 */
const generatedNames = String.raw`(?:gallery-\d+|wp-container-[\w-]+|wp-elements-\w+|wp-duotone-[\w-]+|wp-block-gallery-\d+|wp-block-file--media-[\w-]+|playlist-\d+|video-\d+-\d+|audio-\d+-\d+|(?:[\w-]*-)?[\da-f]{13,}|__cf_email__)`
const generated = new RegExp(`(?<=^|\\s)${generatedNames}(?=\\s|$)`, 'g')

/** A list of names of a class or id, without those that are made anew. */
export function withoutGeneratedNames(names: string): string {
  const kept = names.replaceAll(generated, '')
  return kept === names ? names : kept.trim().replaceAll(/\s+/g, ' ')
}

/** Fields that hold HTML. */
export const htmlFields: ReadonlySet<string> = new Set(['description', 'excerpt', 'caption'])

/** A text as it is kept: without names that its source makes anew, and with the addresses that were hidden from collectors of them. */
export function withoutGenerated(html: string): string {
  if (!/(?:class|id|href|data-cfemail)\s*=/i.test(html)) return html
  let mail: string | undefined
  return splitMarkup(html)
    .map(({ kind, source, closing }) => {
      if (kind === 'text') return mail === undefined ? source : escapeHtml(mail)
      mail = undefined
      if (kind !== 'tag' || closing || !source.includes('=')) return source
      const attributes = attributesOf(source)
      // What stands within says only that it is hidden.
      mail = mailIn(attributes.get('data-cfemail') ?? '')
      return steadyTag(source, attributes)
    })
    .join('')
}

function steadyTag(source: string, attributes: Map<string, string>): string {
  const before = [...attributes].join('\n')
  for (const name of ['class', 'id']) {
    const names = attributes.get(name) ?? ''
    const kept = withoutGeneratedNames(names)
    if (kept === '' && names !== '') attributes.delete(name)
    else if (kept !== names) attributes.set(name, kept)
  }
  const mail = hiddenMail(attributes.get('href') ?? '')
  if (mail !== undefined) attributes.set('href', `mailto:${mail}`)
  return before === [...attributes].join('\n') ? source : tagWith(source, attributes)
}

/** The address of e-mail that Cloudflare hides in a link, under another key each time: its first byte is XORed onto the others. */
function hiddenMail(href: string): string | undefined {
  return mailIn(/\/cdn-cgi\/l\/email-protection#(.*)$/i.exec(href)?.[1] ?? '')
}

function mailIn(hex: string): string | undefined {
  if (!/^(?:[\da-f]{2}){4,}$/i.test(hex)) return undefined
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex')
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
}

/** What of an element changes what is read or seen here; other attributes are names, or advice for browsers that goes by neighbours. */
const telling: ReadonlySet<string> = new Set(
  (
    'href src alt title width height style class lang dir datetime cite start reversed type value colspan rowspan align valign ' +
    'color face size open controls loop muted poster kind srclang label target hreflang'
  ).split(' '),
)

/** Names of classes that say how a text is laid out; of others nothing can be known, and many count or are made anew. */
const tellingClass =
  /^(?:align(?:none|left|right|center|wide|full)|has-text-align-[a-z]+|is-style-[a-z-]+|columns-\d)$/

/** A text as two readings of it are compared: what can be read, where its links and pictures lead, and how it is laid out. */
export function comparedHtml(html: string): string {
  return splitMarkup(html)
    .map(comparedPiece)
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim()
}

/** Whether two texts differ in nothing but where their links and pictures lead. */
export function isSameButAddresses(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    comparedHtml(text).replaceAll(/ (?:href|src)="[^"]*"/g, ''),
  )
  return first === second
}

function comparedPiece({ kind, source, name, closing }: Piece): string {
  if (kind === 'comment') return ''
  if (kind === 'text') return escapeHtml(decodeEntities(source))
  if (closing) return `</${name}>`
  const told = [...attributesOf(source)].flatMap(([attribute, value]) => {
    const said = telling.has(attribute) ? comparedAttribute(attribute, value) : ''
    return said === '' && attribute !== 'alt' ? [] : [`${attribute}="${escapeHtml(said)}"`]
  })
  return `<${[name, ...told.filter((said) => said !== 'alt=""').toSorted()].join(' ')}>`
}

function comparedAttribute(name: string, value: string): string {
  if (name === 'class')
    return value
      .split(/\s+/)
      .filter((each) => tellingClass.test(each))
      .toSorted()
      .join(' ')
  return name === 'href' || name === 'src' || name === 'poster' || name === 'cite'
    ? steadyAddress(value)
    : value.replaceAll(/\s+/g, ' ').trim()
}

/** Parameters of addresses that tell when, or to whom, an answer was given. */
const fleeting =
  /^(?:_?(?:wp|ajax|preview_)?_?nonce|security|_|ver|rev|cb|nocache|cache_?bust(?:er)?|timestamp|ts|rnd|rand|random|sid|phpsessid|jsessionid|x-(?:amz|goog)-[\w-]+|signature|expires|key-pair-id|policy|sig|oh|oe|_nc_\w+|ccb|hdnea|token)$/i

/** Those that say the same of files, where a page may be named by them. */
const fleetingOfFiles = /^(?:v|t|d|m|mtime|version|modified|updated|hash|cache)$/i

/** An address without what its source makes anew: nonces, signatures that end, versions by which files are kept, and places within a page that are counted. */
export function steadyAddress(address: string): string {
  const mail = hiddenMail(address)
  if (mail !== undefined) return `mailto:${mail}`
  const [whole = '', path = '', query, hash] =
    /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address.trim()) ?? []
  if (query === undefined && hash === undefined) return whole
  const isFile = /\.[a-z\d]{2,5}$/i.test(path)
  const kept = (query ?? '').split('&').filter((pair) => {
    const [name = ''] = pair.split('=', 1)
    // Of a file a bare number is when it was made.
    return (
      pair !== '' && !fleeting.test(name) && !(isFile && (fleetingOfFiles.test(name) || /^\d+$/.test(pair)))
    )
  })
  return [
    path.replace(/;jsessionid=[^/;]*$/i, ''),
    kept.length > 0 ? `?${kept.join('&')}` : '',
    path === '' || hash === undefined || countedPlace.test(hash) ? '' : `#${hash}`,
  ].join('')
}

/** Places within a page that are counted or made anew, and secrets of embedded pages. */
const countedPlace = /^(?:$|\?secret=|[a-z_-]*-\d+$|(?:.*[^\w])?(?=[a-f]*\d)[\da-f]{10,}$)/i
