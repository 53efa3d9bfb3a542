import { isWantedMore, preferencesIn, wishFor } from '../http/accept.ts'

/** Which of the two an Accept header asks for rather than the other (RFC 9110, 12.5.1); undefined when it prefers neither. */
export function preferred(accept: string | undefined): 'html' | 'json' | undefined {
  if (accept === undefined) return undefined
  const accepted = preferencesIn(accept)
  const html = wishFor('text/html', accepted)
  const json = wishFor('application/json', accepted)
  if (isWantedMore(html, json)) return 'html'
  return isWantedMore(json, html) ? 'json' : undefined
}

/** What a header of preferences names, the most wanted first; what it refuses is left out. */
export function namesByPreference(header: string): string[] {
  return preferencesIn(header)
    .filter(({ name, quality }) => name !== '' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ name }) => name)
}
