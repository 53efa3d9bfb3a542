import { isWantedMore, preferencesIn, wishFor } from './preferences.ts'

/** Which of the two an Accept header asks for rather than the other (RFC 9110, 12.5.1); undefined when it prefers neither. */
export function preferred(accept: string | undefined): 'html' | 'json' | undefined {
  if (accept === undefined) return undefined
  const accepted = preferencesIn(accept)
  const html = wishFor('text/html', accepted)
  const json = wishFor('application/json', accepted)
  if (isWantedMore(html, json)) return 'html'
  return isWantedMore(json, html) ? 'json' : undefined
}

/**
 * Whether an Accept header asks for JSON by its name, and rather than for a page. Link previews and crawlers, which send asterisks or
 * nothing, and people do not (D56).
 */
export function namesJson(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const accepted = preferencesIn(accept)
  const json = accepted.find(({ name }) => name === 'application/json')
  return json !== undefined && json.quality > 0 && preferred(accept) === 'json'
}

/** What a header of preferences names, the most wanted first; what it refuses is left out. */
export function namesByPreference(header: string): string[] {
  return preferencesIn(header)
    .filter(({ name, quality }) => name !== '' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ name }) => name)
}
