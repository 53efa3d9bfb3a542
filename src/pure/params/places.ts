import { Type } from 'typebox'
import type { Bounds } from '../geo/area.ts'
import { type LengthUnit, lengthUnits } from '../geo/sphere.ts'
import { flag } from './flags.ts'
import { members } from './lists.ts'
import { decimal } from './numbers.ts'
import { Fault, isEmpty, parameter, quote } from './parameter.ts'
import { choice, searchText } from './texts.ts'

/** The longest radius in either unit: halfway around the Earth is 20,015 km. */
const radiusLimit = 25_000

/** The default distance from a named place, in kilometres: a town and its surroundings. */
export const usualWithin_km = 10

/** The default radius around a place, in either unit. */
export const usualRadius = 25

/** The filters by place that lists of events have, in declaration order (specification 4.2). */
export const eventPlaces = {
  geoloc: Type.Optional(flag('Keep events at a venue with coordinates (true), or at none (false).')),
  ...centre('events at a venue'),
}

/** The same for lists of venues. */
export const venuePlaces = {
  geoloc: Type.Optional(flag('Keep venues with coordinates (true), or without (false).')),
  ...centre('venues'),
}

/** Our extensions of these, which come after all specified parameters. */
export const placeExtensions = {
  geoloc_radius: Type.Optional(
    parameter(
      Type.Number({
        minimum: 0,
        maximum: radiusLimit,
        default: usualRadius,
        description:
          'How far from geoloc_lat and geoloc_lng to look, along the great circle, in the unit of geoloc_unit.',
      }),
      (sent) => {
        const radius = decimal(sent)
        if (radius === undefined || radius < 0 || radius > radiusLimit)
          throw new Fault(`must be a number from 0 to ${radiusLimit}, not ${quote(sent)}`)
        return radius
      },
    ),
  ),
  geoloc_unit: Type.Optional(
    choice<LengthUnit>(
      lengthUnits,
      'The unit of geoloc_radius and of distances; a setting says which by default.',
    ),
  ),
  geoloc_bbox: Type.Optional(
    parameter(
      Type.Array(Type.Number(), {
        minItems: 4,
        maxItems: 4,
        description:
          'Keep what is within west,south,east,north in degrees; west is greater than east across the antimeridian. A list, or comma-separated.',
      }),
      readBounds,
    ),
  ),
}

/** How far around a place that somebody types. */
const within = Type.Optional(
  parameter(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: radiusLimit,
      default: usualWithin_km,
      description: 'How far from the place of near to look, in kilometres.',
    }),
    (sent) => {
      const distance = decimal(sent)
      if (distance === undefined || distance <= 0 || distance > radiusLimit)
        throw new Fault(`must be a number of kilometres above 0, at most ${radiusLimit}, not ${quote(sent)}`)
      return distance
    },
  ),
)

/** The filter by a place that somebody types. */
export function namedPlaces(what: string) {
  return {
    near: Type.Optional(
      searchText(
        `Keep ${what} near this place: a city or a postcode (or the beginning of one) of the venues, what the geocoder knows, or “latitude, longitude”.`,
      ),
    ),
    within,
  }
}

function centre(what: string) {
  return {
    geoloc_lat: Type.Optional(
      parameter(degreesSchema(`Keep ${what} near this latitude; needs geoloc_lng.`, 90), (sent) =>
        readDegrees(sent, 90),
      ),
    ),
    geoloc_lng: Type.Optional(
      parameter(degreesSchema(`Keep ${what} near this longitude; needs geoloc_lat.`, 180), (sent) =>
        readDegrees(sent, 180),
      ),
    ),
  }
}

/** An angle on the Earth; null for none. The write of a venue checks that both are sent or neither. */
export function coordinate(description: string, limit: number) {
  return parameter(degreesSchema(description, limit), (sent) =>
    isEmpty(sent) ? null : readDegrees(sent, limit),
  )
}

function degreesSchema(description: string, limit: number) {
  return Type.Number({ minimum: -limit, maximum: limit, description })
}

function readDegrees(sent: unknown, limit: number): number {
  const number = decimal(sent)
  if (number === undefined || Math.abs(number) > limit)
    throw new Fault(`must be degrees from -${limit} to ${limit}, not ${quote(sent)}`)
  return number
}

function readBounds(sent: unknown): Bounds {
  const [west, south, east, north, ...more] = members(sent).map((member, index) =>
    readDegrees(member, index % 2 === 0 ? 180 : 90),
  )
  if (
    west === undefined ||
    south === undefined ||
    east === undefined ||
    north === undefined ||
    more.length > 0
  )
    throw new Fault(`must be four numbers: west,south,east,north, not ${quote(sent)}`)
  if (south > north) throw new Fault(`must have its south below its north, and ${south} is above ${north}`)
  return [west, south, east, north]
}
