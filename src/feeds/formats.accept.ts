import { isWantedMore, preferencesIn, wishFor } from '../http/accept.ts'
import { jsonType } from '../http/resource.ts'
import { type Format, formats } from './formats.ts'

/**
 * The format that an `Accept` header asks for rather than the JSON of the API (RFC 9110, 12.5.1); undefined for the
 * API, which also answers who asks for nothing, for anything, or for nothing that there is. Among types wanted equally
 * the one that is named more exactly counts, then the API, then the order of the table.
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
