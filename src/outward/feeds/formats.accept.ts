import { isWantedMore, preferencesIn, wishFor } from '../../pure/params/preferences.ts'
import { jsonType } from '../../http/resource.ts'
import { type Format, formats } from './formats.ts'

/**
 * The format that an `Accept` header prefers to the JSON of the API (RFC 9110, 12.5.1); undefined for the API, which also
 * answers requests without the header, for anything, or for types that do not exist here. Among types of equal weight the
 * most specific one counts, then the API, then the order of the table.
 */
export function formatByAccept(
  accept: string | undefined,
  among: readonly Format[] = formats,
): Format | undefined {
  if (accept === undefined) return undefined
  const accepted = preferencesIn(accept)
  const best = among
    .map((format) => ({ format, wish: wishFor(format.mediaType, accepted) }))
    .reduce((first, other) => (isWantedMore(other.wish, first.wish) ? other : first))
  return isWantedMore(best.wish, wishFor(jsonType, accepted)) ? best.format : undefined
}
