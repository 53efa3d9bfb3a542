import { ApiError } from '../pure/errors/errors.ts'
import { type Call, mayWrite } from './call.ts'
import type { ServerSettings } from './serverParts.ts'
import { originOf, siteOf } from './site.ts'

type Settings = Pick<ServerSettings, 'corsOrigins' | 'siteUrl' | 'restRoot'>
type Sending = Pick<Call, 'method' | 'headers' | 'protocol' | 'host'>

/**
 * Refuses what a page of another site has a browser send: browsers add the password that they remember for this one, to forms
 * too (D57). Programs send neither `Origin` nor `Sec-Fetch-Site`. To be asked before the credentials are looked at, so that
 * no other site can use up the failed logins of its readers. Throws 403 `rest_cross_site_write`.
 */
export function assertOwnWrite(settings: Settings, call: Sending): void {
  const { authorization, origin } = call.headers
  if (authorization === undefined || !mayWrite(call)) return
  // `*` is for those who read without credentials, and names nobody.
  if (origin !== undefined && settings.corsOrigins !== '*' && settings.corsOrigins.includes(origin)) return
  const own = ownOrigins(settings, call)
  const isForeign = origin !== undefined && !own.includes(origin)
  // A browser knows better than we do whether a page is of this site: an address in `http` may be anybody's on the way.
  const site = call.headers['sec-fetch-site']
  if (isForeign || site === 'cross-site' || site === 'same-site')
    throw new ApiError('rest_cross_site_write', {
      origin: origin ?? 'another site',
      own: own[0] ?? '',
    })
}

/** The origin in SITE_URL, and the one that the request was sent to. */
function ownOrigins(settings: Settings, call: Sending): string[] {
  const here = originOf(call)
  return [new URL(siteOf(settings, '', here).home).origin, here]
}
