import { ApiError } from '../../pure/errors/errors.ts'
import type { Authenticator } from './authenticate.ts'
import { isSecure, secretIn } from './cookie.ts'
import { isBrowser, isOwnRead, isOwnWrite, type Sender } from './ownRequest.ts'
import { anonymous, type Caller } from './rights.ts'

/** How a request is looked at. */
export interface Looking {
  /** Whether it is for a page that its reader may have come to by a link of another site. */
  readonly arriving?: boolean
}

/** Finds out who sends a request. */
export type Identify = (sender: Sender, looking?: Looking) => Promise<Caller>

/**
 * Who sends a request: by its Authorization header, or else by the cookie of a session, which counts only where the request
 * is of this site (`ownRequest.ts`). Throws 401 and 429 as {@link Authenticator.authenticate} does, and 403 for what would
 * change something and is not of this site.
 */
export function createIdentify(
  authenticator: Pick<Authenticator, 'authenticate' | 'bySession'>,
  { siteUrl }: { readonly siteUrl: string },
): Identify {
  return async (sender, { arriving = false } = {}) => {
    const { authorization, cookie } = sender.headers
    if (authorization !== undefined) return authenticator.authenticate(authorization, sender.ip)
    const secret = secretIn(cookie, isSecure(siteUrl, sender.protocol))
    if (secret === undefined) return anonymous
    const isWrite = !isSafe(sender.method)
    if (!isWrite && !isOwnRead(sender, siteUrl, arriving)) return anonymous
    const caller = await authenticator.bySession(secret)
    if (caller === undefined) return anonymous
    if (isWrite && !isOwnWrite(sender, siteUrl)) throw new ApiError('rest_cookie_foreign_write')
    return caller
  }
}

/** The methods that change nothing (RFC 9110, 9.2.1). */
function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/**
 * What a 401 tells a browser: not of HTTP Basic, for which it would ask its reader in a window of its own, and keep what they
 * type for this site. Programs are told of both schemes.
 */
export function challengeFor(
  sender: Pick<Sender, 'headers'>,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const told = headers['www-authenticate']
  if (told === undefined || !isBrowser(sender)) return headers
  return { ...headers, 'www-authenticate': told.replace(/Basic [^,]*, charset="UTF-8", /, '') }
}
