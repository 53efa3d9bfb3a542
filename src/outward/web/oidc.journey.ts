import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Journey } from '../../people/oidc/oidc.provider.ts'

/** How long the way to the provider and back may take, in seconds. */
const longestJourney_s = 900

/** What the browser keeps until it is back: the journey, and the query of the page that it began at. */
export interface Kept {
  readonly journey: Journey
  readonly query: string
  readonly at: number
  /** Where an account at the provider is to be joined: what only the session that asked for it could have made. */
  readonly join?: string
}

/** The proof of a session, of which the digest is the key, that it wants to join an account on this journey. */
export function proofOf({ state }: Journey, sessionDigest: string): string {
  return createHmac('sha256', sessionDigest).update(`join ${state}`).digest('base64url')
}

/** Whether the session with this digest asked to join an account on this journey: nobody plants one in the browser of another. */
export function joins({ journey, join = '' }: Kept, sessionDigest: string): boolean {
  const [given, right] = [Buffer.from(join), Buffer.from(proofOf(journey, sessionDigest))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The Set-Cookie header of the journey. Nobody but the browser that began it can end it. */
export function journeyCookie(kept: Kept, secure: boolean): string {
  return cookieOf(secure, Buffer.from(JSON.stringify(kept)).toString('base64url'), longestJourney_s)
}

/** The Set-Cookie header that takes it away. */
export function endedJourney(secure: boolean): string {
  return cookieOf(secure, '', 0)
}

/** What a Cookie header has of a journey that may still end; undefined for none. */
export function keptIn(cookie: string | undefined, secure: boolean, now: number): Kept | undefined {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim())
  const name = cookieName(secure)
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  if (value === undefined) return undefined
  try {
    // We have written it; whoever has changed it in their own browser gets an error of the provider.
    const kept = JSON.parse(Buffer.from(value, 'base64url').toString()) as Kept
    const { state, nonce, verifier } = kept.journey
    const isWhole = [state, nonce, verifier, kept.query, kept.join ?? ''].every(
      (text) => typeof text === 'string',
    )
    return isWhole && now - kept.at <= longestJourney_s ? kept : undefined
  } catch {
    return undefined
  }
}

function cookieName(secure: boolean): string {
  return secure ? '__Host-kalends-journey' : 'kalends-journey'
}

function cookieOf(secure: boolean, value: string, maxAge_s: number): string {
  const attributes = `Path=/; Max-Age=${maxAge_s}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName(secure)}=${value}; ${attributes}`
}
