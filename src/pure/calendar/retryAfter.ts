/**
 * How long a `Retry-After` asks to wait from now on, in milliseconds, by a number of seconds or a date (RFC 9110, 10.2.3);
 * undefined for none and for anything else.
 */
export function readRetryAfter(text: string | null | undefined, now: Temporal.Instant): number | undefined {
  const said = text?.trim() ?? ''
  if (/^\d{1,9}$/.test(said)) return Number(said) * 1000
  // Every form of HTTP date begins with the name of a day; Date would accept others too.
  const at_ms = /^[a-z]/i.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(at_ms) ? undefined : Math.max(at_ms - now.epochMilliseconds, 0)
}
