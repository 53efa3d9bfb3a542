import type { IncomingHttpHeaders } from 'node:http'
import { isSecure } from './cookie.ts'

/** What a request says of who sends it. The requests of the server fit. */
export interface Sender {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The address of the client. */
  readonly ip: string
  readonly protocol: string
  readonly host: string
}

/**
 * The rule that stands in place of tokens against forged requests: what a cookie authenticates may change something only when
 * the browser says that a page of this site, or its reader alone, had it sent. Browsers that send no `Sec-Fetch-Site`, as to
 * addresses in `http`, send the `Origin` of what changes something. A sandboxed page of anybody has the origin `null`, so that
 * it counts only beside what a browser says itself.
 */
export function isOwnWrite(sender: Sender, siteUrl: string): boolean {
  const site = sender.headers['sec-fetch-site']
  const { origin } = sender.headers
  if (site === undefined) return origin !== undefined && isOwnOrigin(origin, sender, siteUrl)
  if (site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === 'null' || isOwnHost(origin, sender, siteUrl)
}

/** Whether a browser says that a page of another site had this sent. Programs say nothing. */
export function isForeign(sender: Sender, siteUrl: string): boolean {
  const { origin } = sender.headers
  return (
    (origin !== undefined || sender.headers['sec-fetch-site'] !== undefined) && !isOwnWrite(sender, siteUrl)
  )
}

/**
 * Whether the cookie counts for a read: where nothing says that another site asks. `arriving`: a reader who follows a link of
 * another site to a page is the reader all the same, as that site does not see what they are shown.
 */
export function isOwnRead(sender: Sender, siteUrl: string, arriving: boolean): boolean {
  if (!isForeign(sender, siteUrl)) return true
  const { headers } = sender
  return (
    arriving &&
    headers.origin === undefined &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  )
}

/**
 * Whether the sender is a browser, which would ask its reader for a password where a program is told of HTTP Basic. Node’s own fetch sends
 * `Sec-Fetch-Mode` too, but no site that a request comes from.
 */
export function isBrowser({ headers }: Pick<Sender, 'headers'>): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
}

/**
 * Whether a request came over plain http to a site whose readers come over https, by SITE_URL: browsers keep no session there, as its
 * cookie is for https alone. What a proxy hands on is believed where it says so, even if it is not among those that are trusted; and
 * to its own machine a browser sends `Sec-Fetch-Site`, and keeps the cookie.
 */
export function isPlain({ headers, protocol, host }: Sender, siteUrl: string): boolean {
  if (!siteUrl.startsWith('https:') || headers['sec-fetch-site'] !== undefined) return false
  const { origin } = headers
  if (origin !== undefined) return origin === `http://${host}`
  const isHandedOn = headers['x-forwarded-proto'] !== undefined || headers.forwarded !== undefined
  return protocol === 'http' && !isHandedOn
}

/** Whether the origin is that of this site, and no weaker. */
function isOwnOrigin(origin: string, sender: Sender, siteUrl: string): boolean {
  const isWeaker = isSecure(siteUrl, sender.protocol) && !origin.startsWith('https:')
  return !isWeaker && isOwnHost(origin, sender, siteUrl)
}

/** Whether the origin has the host and port that the request was sent to, or those of SITE_URL. */
function isOwnHost(origin: string, { host }: Sender, siteUrl: string): boolean {
  const from = URL.parse(origin)
  // Anything beyond scheme, host and port is no origin.
  if (from === null || from.origin !== origin) return false
  const here = URL.parse(`${from.protocol}//${host}`)
  return from.host === here?.host || (siteUrl !== '' && from.origin === new URL(siteUrl).origin)
}
