/** The draft that these headers follow; their form is that of its eighth version and since. */
export const rateLimitDraft = 'draft-ietf-httpapi-ratelimit-headers-10'

/** A limit as it stands for one sender. */
export interface Standing {
  /** What is limited: a promise to clients, as they tell limits apart by it. */
  readonly name: string
  /** How often within the window; without a window, how many at a time. */
  readonly quota: number
  readonly window_s?: number
  /** How often it may still be done. */
  readonly left: number
  /** In how many seconds the oldest that was counted counts no more. */
  readonly reset_s: number
}

/** The names of the headers. */
export const rateLimitHeaders = ['RateLimit-Policy', 'RateLimit'] as const

/** The headers that tell a sender how the limit stands (structured lists, RFC 9651). */
export function rateLimitOf({ name, quota, window_s, left, reset_s }: Standing): Record<string, string> {
  const window = window_s === undefined ? '' : `;w=${window_s}`
  return {
    'RateLimit-Policy': `"${name}";q=${quota}${window}`,
    RateLimit: `"${name}";r=${left};t=${reset_s}`,
  }
}

/** What refuses for a while: when it may be tried again, and that nothing is left until then. */
export function spentHeaders(limit: Omit<Standing, 'left'>): Record<string, string> {
  return { 'retry-after': String(limit.reset_s), ...rateLimitOf({ ...limit, left: 0 }) }
}

/** Those of the headers of a refusal that a page is answered with, too. */
export function waitHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(?:retry-after|ratelimit)/i.test(name)),
  )
}
