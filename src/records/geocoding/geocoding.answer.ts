import { distance_km, type Place } from '../../pure/geo/sphere.ts'

/** Why there is no answer, as the end of the sentence “The geocoder …”, without its address, which may contain a key. */
export class GeocoderFault extends Error {
  override readonly name = 'GeocoderFault'
  /** Whether the service is overloaded, rather than broken or unable to understand the query. */
  readonly isBusy: boolean
  /** How long it asks to wait, in seconds. */
  readonly retryAfter_s: number

  constructor(says: string, { isBusy = false, retryAfter_s = 0 } = {}) {
    super(says)
    this.isBusy = isBusy
    this.retryAfter_s = retryAfter_s
  }
}

/** Two answers further apart than this are different places, so that the address is ambiguous. */
const near_km = 10

/** A centimetre, in digits of a degree. */
const digits = 7

/**
 * The place in an answer in `jsonv2`; undefined when it has none, or several: a venue is better nowhere than in the wrong town.
 * Throws a {@link GeocoderFault} for anything that is not such an answer, complete and in range.
 */
export function readAnswer(text: string): Place | undefined {
  const answer = parsed(text)
  if (!Array.isArray(answer)) throw new GeocoderFault('answered with something other than a list')
  const [first, ...others] = answer.map(placeOf)
  if (!first || others.some((other) => distance_km(first, other) > near_km)) return undefined
  // Some services answer this for unknown addresses; no venue is on the open sea where both are zero.
  return first.lat === 0 && first.lng === 0 ? undefined : first
}

/** The first place in an answer, which the service holds for the most likely one; undefined when it has none. */
export function readFirst(text: string): Place | undefined {
  const answer = parsed(text)
  if (!Array.isArray(answer)) throw new GeocoderFault('answered with something other than a list')
  return answer.map(placeOf)[0]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new GeocoderFault('answered with something other than JSON')
  }
}

function placeOf(entry: unknown): Place {
  if (typeof entry !== 'object' || entry === null) throw new GeocoderFault('answered with no place')
  const lat = degreesOf('lat' in entry ? entry.lat : undefined, 90)
  const lng = degreesOf('lon' in entry ? entry.lon : undefined, 180)
  if (lat === undefined || lng === undefined)
    throw new GeocoderFault('answered with a place without coordinates')
  return { lat, lng }
}

/** Nominatim writes numbers as texts; others as numbers. */
function degreesOf(sent: unknown, limit: number): number | undefined {
  const isNumber =
    typeof sent === 'number' || (typeof sent === 'string' && /^-?\d{1,3}(\.\d{1,30})?$/.test(sent))
  const degrees = isNumber ? Number(sent) : Number.NaN
  // Adding zero turns minus zero into zero.
  return Math.abs(degrees) <= limit ? Number(degrees.toFixed(digits)) + 0 : undefined
}
