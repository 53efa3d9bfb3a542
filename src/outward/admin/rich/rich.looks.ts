/** How letters look, as far as the text of an event can show it. */
export interface Look {
  readonly strong: boolean
  readonly em: boolean
  readonly underline: boolean
  readonly code: boolean
  readonly href: string
}

/** Letters as they are by themselves. */
export const plainLook: Look = { strong: false, em: false, underline: false, code: false, href: '' }

/** What elements look like before their style says anything. */
const looks: Readonly<Record<string, Partial<Look>>> = {
  b: { strong: true },
  strong: { strong: true },
  i: { em: true },
  em: { em: true },
  cite: { em: true },
  dfn: { em: true },
  var: { em: true },
  u: { underline: true },
  ins: { underline: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
}

/** What an element says of its look, where no browser applies it: our policy lets none. */
const told = 'data-look'

/** The HTML with what its elements say of their looks as texts for {@link styleOf}. */
export function withoutStyles(html: string): string {
  return html
    .replaceAll(/<style\b[^>]*>[^]*?<\/style\s*>/gi, '')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/i, ` ${told}`))
}

/** The declarations of the `style` of an element. */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const declarations = (element.getAttribute(told) ?? '').split(';').map((one) => one.split(':'))
  return new Map(
    declarations.map(([name = '', ...value]) => [
      name.trim().toLowerCase(),
      value.join(':').trim().toLowerCase(),
    ]),
  )
}

/** Whether nobody saw it where it was copied. */
export function isHidden(element: Element): boolean {
  const style = styleOf(element)
  return element.hasAttribute('hidden') || style.get('display') === 'none' || style.get('mso-hide') === 'all'
}

/** How the letters in an element look, by how those around it do. */
export function lookOf(element: Element, around: Look): Look {
  const style = styleOf(element)
  const look = { ...around, ...looks[element.localName] }
  const weight = style.get('font-weight') ?? /\bbold\b/.exec(style.get('font') ?? '')?.[0]
  if (/^(?:bold|bolder|[6-9]\d\d|1000)\b/.test(weight ?? '')) look.strong = true
  else if (/^(?:normal|lighter|[1-5]\d\d)\b/.test(weight ?? '')) look.strong = false
  const slope = style.get('font-style') ?? ''
  if (/^(?:italic|oblique)/.test(slope)) look.em = true
  else if (slope.startsWith('normal')) look.em = false
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  if (/\bunderline\b/.test(line)) look.underline = true
  else if (/\bnone\b/.test(line)) look.underline = false
  if (element.localName === 'a') look.href = linkIn(element) || look.href
  return look
}

/** What a link leads to, without the counting stations that mail programs put before it; empty for what leads nowhere from here. */
function linkIn(element: Element): string {
  const href = element.getAttribute('href')?.trim() ?? ''
  const url = URL.parse(href)
  if (url === null || !/^(?:https?|mailto|tel|sms|webcal):$/.test(url.protocol)) return ''
  const isStation =
    url.hostname.endsWith('.safelinks.protection.outlook.com') ||
    (/^(?:www\.)?google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url')
  const behind = isStation ? (url.searchParams.get('url') ?? url.searchParams.get('q') ?? '') : ''
  return /^https?:/i.test(behind) && URL.canParse(behind) ? behind : href
}

/** The letters with their look, as elements. */
export function lettersOf(text: string, look: Look, document: Document): Node {
  let node: Node = document.createTextNode(text)
  const around = (name: string) => {
    const element = document.createElement(name)
    element.append(node)
    node = element
    return element
  }
  if (look.code) around('code')
  // Links are underlined by themselves.
  if (look.underline && look.href === '') around('u')
  if (look.em) around('em')
  if (look.strong) around('strong')
  if (look.href !== '') around('a').setAttribute('href', look.href)
  return node
}
