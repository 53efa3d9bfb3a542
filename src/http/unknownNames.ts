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
  readonly endpoint: Pick<Endpoint, 'params' | 'answer' | 'nested'>
  /** The members of a record, by the name of its schema: clients send it back as they have read it. */
  readonly membersOf: (schema: string) => readonly string[]
}

/** The names among what was sent that the address does not know, those within records that are nested in it too: `venue.adress`. */
export function unknownNames(sent: Sent, { method, resource, endpoint, membersOf }: Asked): UnknownName[] {
  const isWrite = method !== 'GET' && method !== 'DELETE'
  const schema = isWrite ? endpoint.answer.schema : undefined
  const isOfAddress = (name: string) => Object.hasOwn(resource.pathParams.properties, name)
  const isMember = (of: string | undefined, name: string) => of !== undefined && membersOf(of).includes(name)
  const own = unknownIn(
    [sent],
    endpoint.params,
    (name) => isOfAddress(name) || isMember(schema, name) || everywhere.test(name),
  )
  const within = Object.entries((isWrite && endpoint.nested) || {}).flatMap(([parent, nested]) =>
    unknownIn(objectsIn(sent[parent]), nested.params, (name) => isMember(nested.schema, name)).map(
      ({ name, nearest: meant }) => named(`${parent}.${name}`, meant && `${parent}.${meant}`),
    ),
  )
  return [...own, ...within].slice(0, mostNames)
}

/** Nearly all names are declared, so that these are asked first and nothing is gathered about the others. */
function unknownIn(
  sent: readonly object[],
  { properties }: Pick<Endpoint['params'], 'properties'>,
  isKnown: (name: string) => boolean,
): UnknownName[] {
  const undeclared = sent
    .flatMap((one) => Object.keys(one))
    .filter((name) => !Object.hasOwn(properties, name))
  return [...new Set(undeclared)]
    .filter((name) => name !== '' && !isKnown(name))
    .slice(0, mostNames)
    .map((name) => named(name, meantBy(name.slice(0, longestName), Object.keys(properties))))
}

function named(name: string, meant: string | undefined): UnknownName {
  return meant === undefined ? { name } : { name, nearest: meant }
}

/** The records among what was sent of a parameter: one, a list of them, or an object with numbers for keys, as PHP encodes lists. */
function objectsIn(sent: unknown): readonly object[] {
  if (typeof sent !== 'object' || sent === null) return []
  const isList = Array.isArray(sent) || Object.keys(sent).every((key) => /^\d+$/.test(key))
  const all: readonly unknown[] = isList ? Object.values(sent) : [sent]
  return all.filter((one): one is object => typeof one === 'object' && one !== null && !Array.isArray(one))
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
