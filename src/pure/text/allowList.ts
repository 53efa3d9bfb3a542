import type { Attributes, IOptions, Tag } from 'sanitize-html'

const linkSchemes = ['http', 'https', 'mailto', 'tel', 'sms', 'ftp', 'ftps', 'webcal', 'xmpp']
const mediaSchemes = ['http', 'https']
const mediaTags = ['img', 'audio', 'video', 'source', 'track']

/** The elements that texts may contain; the text inside of others stays. */
export const allowedTags: ReadonlySet<string> = new Set([
  ...mediaTags,
  ...(
    'a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del ' +
    'details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol ' +
    'p picture pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead ' +
    'time tr tt u ul var wbr'
  ).split(' '),
])

const cellAttributes = [
  'colspan',
  'rowspan',
  'headers',
  'scope',
  'abbr',
  'align',
  'valign',
  'width',
  'height',
]
const playerAttributes = ['src', 'controls', 'loop', 'muted', 'preload', 'poster', 'width', 'height']

const attributesByTag: Record<string, string[]> = {
  '*': ['class', 'id', 'title', 'lang', 'dir', 'style', 'role', 'aria-label', 'aria-hidden', 'align'],
  a: ['href', 'target', 'rel', 'hreflang', 'download', 'name'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding', 'border', 'hspace', 'vspace'],
  audio: playerAttributes,
  video: playerAttributes,
  source: ['src', 'type', 'media'],
  track: ['src', 'kind', 'srclang', 'label', 'default'],
  blockquote: ['cite'],
  q: ['cite'],
  del: ['cite', 'datetime'],
  ins: ['cite', 'datetime'],
  time: ['datetime'],
  details: ['open'],
  ol: ['start', 'reversed', 'type'],
  ul: ['type'],
  li: ['value'],
  font: ['color', 'face', 'size'],
  table: ['border', 'cellpadding', 'cellspacing', 'width', 'summary'],
  col: ['span', 'width'],
  colgroup: ['span', 'width'],
  td: cellAttributes,
  th: cellAttributes,
}

/**
 * What HTML in titles, descriptions and excerpts may hold, for every role (D19): text markup, tables, links and media;
 * no scripts, frames, forms or event handlers. `restore` undoes in attributes what the caller did to the text.
 */
export function allowListOptions(restore: (value: string) => string): IOptions {
  return {
    allowedTags: [...allowedTags],
    allowedAttributes: attributesByTag,
    allowedSchemes: linkSchemes,
    allowedSchemesByTag: Object.fromEntries(mediaTags.map((tag) => [tag, mediaSchemes])),
    allowedSchemesAppliedToAttributes: urlAttributes,
    parseStyleAttributes: false,
    transformTags: { '*': (tagName, attribs) => harmless(tagName, attribs, restore) },
  }
}

const urlAttributes = ['href', 'src', 'cite', 'poster']

function harmless(tagName: string, sent: Attributes, restore: (value: string) => string): Tag {
  const schemes = mediaTags.includes(tagName) ? mediaSchemes : linkSchemes
  const attribs: Attributes = {}
  for (const [name, value] of Object.entries(sent)) {
    const whole = restore(value)
    const kept = urlAttributes.includes(name)
      ? withoutScheme(whole, schemes)
      : name === 'style'
        ? plainStyle(whole)
        : whole
    if (kept !== '' || whole === '') attribs[name] = kept
  }
  return { tagName, attribs }
}

/** Wire: of an address with a scheme that is not allowed the rest stays: `javascript:alert(1)` → `alert(1)`. */
function withoutScheme(address: string, allowed: readonly string[]): string {
  // Browsers skip blanks and control characters inside a scheme, so they must not hide one here.
  // oxlint-disable-next-line no-control-regex
  const scheme = /[\x00-\x20]*([a-z][a-z\d+.\x00-\x20-]*):/iy
  let rest = 0
  for (let found = scheme.exec(address); found; found = scheme.exec(address)) {
    // oxlint-disable-next-line no-control-regex
    if (allowed.includes((found[1] ?? '').replaceAll(/[\x00-\x20]/g, '').toLowerCase())) break
    rest = scheme.lastIndex
  }
  return address.slice(rest)
}

const sides = '(?:-(?:top|right|bottom|left))?'

const allowedStyles = new RegExp(
  `^(?:${[
    'text-(?:align|decoration|indent|transform)',
    'font-(?:weight|style|size)',
    '(?:background-)?color',
    '(?:max-|min-)?(?:width|height)',
    `(?:margin|padding)${sides}`,
    'border(?:-(?:collapse|color|radius|style|width))?',
    'list-style(?:-type)?',
    'float|clear|line-height|vertical-align|white-space',
  ].join('|')})$`,
  'i',
)

/** Keeps the declarations that set the look of text and boxes in place, and no functions, addresses or escapes. */
function plainStyle(style: string): string {
  const declarations = style.split(';')
  const kept = declarations.filter((declaration) => {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(colon, 0)).trim()
    return (
      declaration.trim() === '' ||
      (allowedStyles.test(name) && /^[\w\s.,#%!+-]*$/.test(declaration.slice(colon + 1)))
    )
  })
  return kept.every((declaration) => declaration.trim() === '') ? '' : kept.join(';')
}
