import { longestSession_s } from './sessions.ts'

/** Browsers take a cookie of this name from its own host over https only, and for all of its paths (RFC 6265bis, 4.1.3.2). */
const secureName = '__Host-kalends'
const plainName = 'kalends'

/** 32 bytes in base64url. */
const secretForm = /^[\w-]{43}$/

/** Whether readers reach the site over https: as SITE_URL says, or else as the request came. */
export function isSecure(siteUrl: string, protocol: string): boolean {
  return siteUrl === '' ? protocol === 'https' : siteUrl.startsWith('https:')
}

/** Whether a Cookie header may name a session, whichever the protocol: its answer is nobody else's. */
export function mayNameSession(cookie: string | undefined): boolean {
  return cookie !== undefined && /(?:^|[;\s])(?:__Host-)?kalends=/.test(cookie)
}

/** The secret of the session that a Cookie header names; undefined where it names none. */
export function secretIn(cookie: string | undefined, secure: boolean): string | undefined {
  const name = secure ? secureName : plainName
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim())
  const values = pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.find((value) => secretForm.test(value))
}

/** The Set-Cookie header that gives a browser its session. */
export function sessionCookie(secret: string, secure: boolean): string {
  return cookieOf(secret, longestSession_s, secure)
}

/** The Set-Cookie header that takes it away. */
export function endedCookie(secure: boolean): string {
  return cookieOf('', 0, secure)
}

function cookieOf(value: string, maxAge_s: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAge_s}; HttpOnly; SameSite=Lax`
  return secure ? `${secureName}=${value}; ${attributes}; Secure` : `${plainName}=${value}; ${attributes}`
}
