import { httpDate } from '../pure/calendar/text.ts'

/** Headers that browsers may read of our answers (D37). */
const exposed =
  'X-WP-Total, X-WP-TotalPages, X-TEC-Total, X-TEC-TotalPages, Link, ETag, Last-Modified, Location, Idempotent-Replayed, X-Unknown-Fields'
/** Headers that browsers may send us. Clients of the original send a nonce of their session; there are no sessions, and it says nothing. */
const accepted =
  'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-HTTP-Method-Override, X-TEC-EEA'

/** On every answer of the service (`wire-others.md` 5). */
export const everyAnswer: Readonly<Record<string, string>> = {
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Expose-Headers': exposed,
  'Access-Control-Allow-Headers': accepted,
}

/** Whose pages may call the service from a browser: anybody's, or those of these origins. */
export type CorsOrigins = '*' | readonly string[]

/** The CORS headers for a page of this origin; none where it is not allowed. Credentials never are (D37). */
export function corsHeaders(allowed: CorsOrigins, origin: string | undefined): Record<string, string> {
  if (origin === undefined || !(allowed === '*' || allowed.includes(origin))) return {}
  return {
    'Access-Control-Allow-Origin': allowed === '*' ? '*' : origin,
    'Access-Control-Allow-Methods': 'OPTIONS, GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Max-Age': '600',
  }
}

/** Whether a refusal with this status is temporary, so that no cache may keep it. */
export function willPass(status: number): boolean {
  return status === 429 || status >= 500
}

/** Caches may keep only what everybody would be answered, and have to revalidate it unless it has a lifetime (D38). */
export function cacheHeaders(isPublic: boolean, age: CacheAge = unkept): Record<string, string> {
  if (!isPublic) {
    return {
      'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
      Expires: httpDate(0),
    }
  }
  const { cacheMaxAge_s, cacheStale_s } = age
  if (cacheMaxAge_s === 0) return { 'Cache-Control': 'public, no-cache' }
  const fresh = `public, max-age=${cacheMaxAge_s}`
  if (cacheStale_s === 0) return { 'Cache-Control': fresh }
  const stale = `stale-while-revalidate=${cacheStale_s}, stale-if-error=${errorTimes * cacheStale_s}`
  return { 'Cache-Control': `${fresh}, ${stale}` }
}

/** How long caches may use public answers, and how long old ones while they ask again (RFC 5861). */
interface CacheAge {
  readonly cacheMaxAge_s: number
  readonly cacheStale_s: number
}

const unkept: CacheAge = { cacheMaxAge_s: 0, cacheStale_s: 0 }

/** While nodes do not answer, caches may use old answers for so many times that long. */
const errorTimes = 20
