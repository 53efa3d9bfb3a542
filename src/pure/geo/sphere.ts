/** A place on Earth in degrees, WGS 84. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

/** Units of distances. */
export const lengthUnits = ['km', 'mi'] as const
export type LengthUnit = (typeof lengthUnits)[number]

/** Kilometres in each unit; the international mile is exactly this long. */
export const kilometresIn: Readonly<Record<LengthUnit, number>> = { km: 1, mi: 1.609344 }

/** The mean radius of the Earth in kilometres (IUGG). On the ellipsoid, distances differ from those here by up to 0.56 %. */
export const earthRadius_km = 6371.0088

/**
 * The length of the great circle between two places in kilometres. By the arc tangent, which is exact to less than a
 * millimetre at any distance: the haversine loses that near the antipodes, the arc cosine near zero.
 */
export function distance_km(from: Place, to: Place): number {
  const [a, b] = [radians(from.lat), radians(to.lat)]
  const turn = radians(longitudeBetween(from.lng, to.lng))
  const across = Math.cos(b) * Math.sin(turn)
  const along = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn)
  const same = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(turn)
  return earthRadius_km * Math.atan2(Math.hypot(across, along), same)
}

/** The difference from one longitude to another, from -180 to below 180 degrees, across the antimeridian if that is shorter. */
function longitudeBetween(from: number, to: number): number {
  const turn = to - from
  return turn - 360 * Math.floor((turn + 180) / 360)
}

/** An angle in radians. */
export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** An angle in degrees. */
export function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}
