import { decodeEntities } from '../../../pure/text/html.ts'
import { siteRootOf } from '../imports.address.ts'
import { withoutEndingSlash } from '../../../pure/text/address.ts'
import { ImportFault } from '../imports.record.ts'
import { charsetOf, decodeText } from '../imports.text.ts'
import { type Web, type WebAnswer, WebFault } from '../imports.web.ts'
import {
  basic,
  createSiteClient,
  retryAfterOf,
  type SiteAnswer,
  type SiteClient,
  type SiteClientOptions,
} from './site.client.ts'
import { indexAddress } from './site.index.ts'
import { createPacing } from './site.pacing.ts'
import { attributesOf } from '../imports.tag.ts'
import { asWire, textIn, type Wire } from './site.wire.ts'

/** How a site is looked for. */
export type Finding = Omit<SiteClientOptions, 'root' | 'isAnonymous'> & { readonly web: Web }

/** A site that was found. */
export interface FoundSite {
  readonly client: SiteClient
  /** The name under which its records are remembered, whichever of its addresses was given. */
  readonly name: string
}

/** The namespace of The Events Calendar; other programs with this interface may have another one. */
const usualNamespace = 'tribe/events/v1'

/**
 * The site that an address belongs to: its interface, its home page or any other page but that of a single event. With or without
 * `www`, and where its routes are in a parameter. Undefined when there is none; throws an {@link ImportFault} when the login is wrong,
 * or nothing answers.
 */
export async function findSite(address: string, finding: Finding): Promise<FoundSite | undefined> {
  const roots = rootsIn(address)
  const named = roots.length > 0 ? roots : await rootsOfPage(address, finding)
  for (const root of named) {
    const found = await siteAt(root, finding, roots.length > 0)
    if (found) return found
  }
  return undefined
}

/** What an address of the interface itself says of where it is. */
function rootsIn(address: string): string[] {
  const root = siteRootOf(address)
  if (root !== undefined) return [root]
  const url = URL.parse(address)
  if (!url) return []
  const base = `${url.origin}${url.pathname}`
  if (url.searchParams.has('rest_route')) return [`${base}?rest_route=/${usualNamespace}`]
  const [, json] = /^(.*\/wp-json)(?:\/|$)/.exec(base) ?? []
  return json === undefined ? [] : [`${json}/${usualNamespace}`]
}

/** Where the interfaces of a page are that says so, or where they usually are. */
async function rootsOfPage(address: string, finding: Finding): Promise<string[]> {
  const answer = await pageAt(address, finding)
  const type = String(answer.headers['content-type'] ?? '')
  if (!/html/i.test(type)) return []
  const html = decodeText({ bytes: answer.bytes, ...charsetOf(type) })
  const links = linksIn(html)
  // The page of one event is read for that event alone.
  if (links.some(({ href }) => /\/(?:wp\/v2\/tribe_events|tribe\/events\/v1\/events)\/\d+\/?$/.test(href)))
    return []
  const told = [
    ...linksInHeader(answer.headers['link']),
    ...links.filter(({ rel }) => rel === 'https://api.w.org/').map(({ href }) => href),
  ]
  const roots = await Promise.all(
    [...new Set(told)].map((href) => rootBelow(new URL(href, answer.url).href, finding)),
  )
  const isOfWordPress = /wp-content|wp-includes|tribe-events/.test(html) || finding.credentials !== undefined
  const { origin, pathname } = new URL(answer.url)
  const folders = [...new Set([pathname.replace(/[^/]*$/, ''), '/'])]
  const usual = folders.flatMap((folder) => [
    `${origin}${folder}wp-json/${usualNamespace}`,
    `${origin}${folder}?rest_route=/${usualNamespace}`,
  ])
  return [...new Set([...roots.flat(), ...(isOfWordPress ? usual : [])])]
}

/** The addresses of the namespace of events below the root of interfaces, which names those that it has. */
async function rootBelow(api: string, finding: Finding): Promise<string[]> {
  const base = withoutEndingSlash(api)
  const client = createSiteClient({ ...finding, root: `${base}/${usualNamespace}` })
  const { body } = await client.get(api, { isOptional: true })
  const names = asWire(body)?.['namespaces']
  const all = Array.isArray(names) ? names.map(String) : []
  const other = all.find((name) => /^[\w-]+\/events\/v\d+$/.test(name))
  const namespace = all.includes(usualNamespace) ? usualNamespace : (other ?? usualNamespace)
  return [`${base}/${namespace}`]
}

function linksIn(html: string): { rel: string; href: string }[] {
  return [...html.matchAll(/<link\b[^>]*>/gi)].map(([tag]) => {
    const attributes = attributesOf(tag)
    return { rel: attributes.get('rel') ?? '', href: decodeEntities(attributes.get('href') ?? '') }
  })
}

function linksInHeader(header: string | string[] | undefined): string[] {
  return [...String(header ?? '').matchAll(/<([^>]*)>\s*;[^,]*rel="?https:\/\/api\.w\.org\/"?/g)].map(
    ([, href = '']) => href,
  )
}

/** The site at a root, if it answers as one does; where it redirects to is where it is. A page is no answer of one that is only guessed. */
async function siteAt(root: string, finding: Finding, isNamed: boolean): Promise<FoundSite | undefined> {
  const first = createSiteClient({ ...finding, root })
  const { status, body, url } = await first.get('/events?page=1&per_page=1', { isOptional: !isNamed })
  if (status === 401) throw new ImportFault(`The source does not accept the login (status 401).${said(body)}`)
  if (!isList(body)) return undefined
  const moved =
    siteRootOf(url.replace(/\/events\/?\?page=1&per_page=1$|\/events\/?&page=1&per_page=1$/, '')) ?? root
  const isAnonymous = await isUnknown(createSiteClient({ ...finding, root: moved }))
  const client = createSiteClient({ ...finding, root: moved, isAnonymous })
  const { body: index } = await client.get(indexAddress(moved), { isOptional: true })
  return { client, name: nameOf(moved, asWire(index) ?? {}) }
}

function isList(body: unknown): boolean {
  const wire = asWire(body)
  return wire !== undefined && ('events' in wire || textIn(wire, 'code') === 'event-archive-page-not-found')
}

/** Whether the login is that of the server in front of the site, which does not know it. */
async function isUnknown(client: SiteClient): Promise<boolean> {
  if (!client.isAuthenticated) return false
  const { status, body }: SiteAnswer = await client.get(client.wp('/users/me'), { isOptional: true })
  return status === 401 && textIn(asWire(body) ?? {}, 'code') === 'rest_not_logged_in'
}

/** One site has one name, with `www` and without, by whichever scheme it is read, and wherever its routes are. */
function nameOf(root: string, index: Wire): string {
  const home = URL.parse(textIn(index, 'home'))
  if (!home || !/^https?:$/.test(home.protocol)) return root
  return `https://${home.host.replace(/^www\./, '')}${withoutEndingSlash(home.pathname)}/wp-json/${usualNamespace}`
}

function said(body: unknown): string {
  const message = textIn(asWire(body) ?? {}, 'message')
    .replaceAll(/<[^<>]*>|\s+/g, ' ')
    .trim()
  return message === '' ? '' : ` It says: ${message.slice(0, 200)}`
}

/** How often a page is asked for that a busy site does not give. */
const attempts = 5

/** The page at the address, asked for patiently; of a host that there is not, that with `www` or without. */
async function pageAt(address: string, finding: Finding): Promise<WebAnswer> {
  const other = new URL(address)
  other.hostname = other.hostname.startsWith('www.') ? other.hostname.slice(4) : `www.${other.hostname}`
  const found = await patiently(address, finding)
  const answer = found instanceof WebFault ? await patiently(other.href, finding, 1) : found
  if (!(answer instanceof WebFault)) return answer
  throw new ImportFault(`The source ${found instanceof WebFault ? found.message : answer.message}.`)
}

async function patiently(
  address: string,
  { web, credentials, now, sleep = async () => {}, signal }: Finding,
  most = attempts,
): Promise<WebAnswer | WebFault> {
  const pacing = createPacing(now, sleep)
  const headers = { Accept: 'text/html,*/*', ...(credentials ? { Authorization: basic(credentials) } : {}) }
  for (let tried = 1; ; tried += 1) {
    await pacing.turn()
    signal?.throwIfAborted()
    const answer = await web.get(address, headers).catch((error: unknown) => {
      if (error instanceof WebFault) return error
      throw error
    })
    if (answer instanceof WebFault) return answer
    const isBusy = answer.status === 429 || answer.status >= 500
    if (answer.status === 401)
      throw new ImportFault('The source wants a login (status 401): --user LOGIN, with --password-file FILE.')
    if (!isBusy || tried === most) return answer
    pacing.pause(tried, retryAfterOf(answer))
  }
}
