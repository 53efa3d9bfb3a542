import { degrees, distance_km, earthRadius_km, type Place, radians } from './sphere.ts'

/** The places between two parallels and two meridians, edges included, in degrees; west is never greater than east. */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The places within a distance of a place. */
export interface Circle {
  readonly centre: Place
  readonly radius_km: number
}

/** West, south, east and north in degrees (RFC 7946, 5); west is greater than east where the antimeridian lies between. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** Places this near each other count as one, in kilometres: a pole has many longitudes, and arithmetic is not exact. */
const touch_km = 1e-6

/** Added to the boxes around a circle, in radians: far more than rounding takes away, and a few centimetres on the ground. */
const margin = 1e-8

/** Whether the place is in the circle, its edge included. */
export function isInCircle(place: Place, { centre, radius_km }: Circle): boolean {
  return distance_km(centre, place) <= radius_km + touch_km
}

/** Whether the place is within the bounds, edges included. */
export function isInBounds(place: Place, bounds: Bounds): boolean {
  return boxesOfBounds(bounds).some(
    ({ west, south, east, north }) =>
      west <= place.lng && place.lng <= east && south <= place.lat && place.lat <= north,
  )
}

/** Boxes that together hold every place of the circle, and little more. */
export function boxesAroundCircle({ centre: { lat, lng }, radius_km }: Circle): Box[] {
  const angle = (radius_km + touch_km) / earthRadius_km + margin
  const [south, north] = [lat - degrees(angle), lat + degrees(angle)]
  // Around a pole lies every longitude.
  if (south <= -90 || north >= 90)
    return [{ west: -180, south: Math.max(south, -90), east: 180, north: Math.min(north, 90) }]
  const width = degrees(Math.asin(Math.min(Math.sin(angle) / Math.cos(radians(lat)), 1)) + margin)
  return boxesBetween(lng - width, lng + width, { south, north })
}

/**
 * Boxes that together contain exactly the places within the bounds. Where the bounds touch the antimeridian, they contain it
 * as 180 and as -180; where they touch a pole, they contain it at any longitude.
 */
export function boxesOfBounds([west, south, east, north]: Bounds): Box[] {
  const spans = west > east ? [[west, 180] as const, [-180, east] as const] : [[west, east] as const]
  const poles = [-90, 90]
    .filter((pole) => south === pole || north === pole)
    .map((pole): Box => ({ west: -180, south: pole, east: 180, north: pole }))
  return [...spans.flatMap(([from, to]) => boxesBetween(from, to, { south, north })), ...poles]
}

/** Boxes from west to east, less than once around; the meridians may be beyond the antimeridian on either side. */
function boxesBetween(west: number, east: number, { south, north }: Pick<Box, 'south' | 'north'>): Box[] {
  return [-360, 0, 360].flatMap((turn) => {
    const box = { west: Math.max(west + turn, -180), south, east: Math.min(east + turn, 180), north }
    return box.west <= box.east ? [box] : []
  })
}
