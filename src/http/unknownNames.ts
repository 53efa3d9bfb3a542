import { ApiError } from '../pure/errors/errors.ts'
import { nearest } from '../pure/text/nearestWords.ts'
import type { Endpoint, Method, Resource } from './resource.ts'
import type { Sent } from './sources.ts'

/**
 * Names of parameters that an address does not know. The interface ignores them, as the original does; a client is told of them by a header
 * all the same, and refused if it asks for that by `strict`: a misspelt filter would otherwise answer with everything.
 */
export interface UnknownName {
  readonly name: string
  /** What may have been meant. */
  readonly nearest?: string
}

/** The header that names them. */
export const unknownHeader = 'X-Unknown-Fields'

/** The most names that are told, and the most characters of one. */
const [mostNames, longestName] = [20, 60]

/** What every address knows, or what others add to addresses to see where readers come from. */
const everywhere =
  /^(?:_fields|_embed|_envelope|_jsonp|_method|_locale|_wpnonce|_|strict|rest_route|fbclid|gclid|utm_\w*)$/

/** What is asked about. */
export interface Asked {
  readonly method: Method
  readonly resource: Pick<Resource, 'pathParams'>
  readonly endpoint: Pick<Endpoint, 'params'>
  /** The members of its record: clients send it back as they have read it. */
  readonly members: readonly string[]
}

/** The names among what was sent that the address does not know. */
export function unknownNames(sent: Sent, { method, resource, endpoint, members }: Asked): UnknownName[] {
  const declared = Object.keys(endpoint.params.properties)
  const isWrite = method !== 'GET' && method !== 'DELETE'
  const known = new Set([
    ...declared,
    ...Object.keys(resource.pathParams.properties),
    ...(isWrite ? members : []),
  ])
  return Object.keys(sent)
    .filter((name) => name !== '' && !known.has(name) && !everywhere.test(name))
    .slice(0, mostNames)
    .map((name) => {
      const meant = meantBy(name.slice(0, longestName), declared)
      return meant === undefined ? { name } : { name, nearest: meant }
    })
}

/** The declared name that was meant: with few slips, or with the same beginning, as `category` and `categories` have. */
function meantBy(name: string, declared: readonly string[]): string | undefined {
  const stem = name.slice(0, Math.max(4, name.length - 2)).toLowerCase()
  return nearest(name, declared) ?? declared.find((known) => known.startsWith(stem))
}

/** The names as the value of the header: `category;nearest=categories, limit`. */
export function unknownText(unknown: readonly UnknownName[]): string {
  return unknown
    .map(({ name, nearest: meant }) => {
      const written = encodeURIComponent(name.slice(0, longestName).toWellFormed())
      return meant === undefined ? written : `${written};nearest=${meant}`
    })
    .join(', ')
}

/** Throws 400 for unknown names where the client would rather be refused: `strict` is 1, true, yes or on. */
export function assertKnown(unknown: readonly UnknownName[], { strict }: Sent): void {
  const isStrict =
    strict === true || strict === 1 || (typeof strict === 'string' && /^(?:1|true|yes|on)$/i.test(strict))
  if (unknown.length === 0 || !isStrict) return
  const params = Object.fromEntries(
    unknown.map(({ name, nearest: meant }) => [
      name,
      `${name} is unknown here${meant === undefined ? '' : `; did you mean ${meant}?`}`.replace(
        /[^?]$/,
        '$&.',
      ),
    ]),
  )
  throw new ApiError(
    'rest_invalid_param',
    { reasons: Object.values(params).join(' ') },
    { data: { params, details: [], unknown_fields: unknown } },
  )
}
