/**
 * How long a `Retry-After` asks to be left alone from now on, by number of seconds or date (RFC 9110, 10.2.3), in
 * milliseconds; undefined for none and for what is neither.
 */
export function readRetryAfter(text: string | null | undefined, now: Temporal.Instant): number | undefined {
  const said = text?.trim() ?? ''
  if (/^\d{1,9}$/.test(said)) return Number(said) * 1000
  // Every form of date that HTTP has begins with the name of a day; what else Date would read as one is none.
  const at_ms = /^[a-z]/i.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(at_ms) ? undefined : Math.max(at_ms - now.epochMilliseconds, 0)
}
