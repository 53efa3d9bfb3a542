import type { RawBuilder } from 'kysely'
import type { Dialect } from '../../storage/db/dialect.ts'
import {
  type Bounds,
  type Box,
  boxesAroundCircle,
  boxesOfBounds,
  type Circle,
  isInBounds,
  isInCircle,
} from '../../pure/geo/area.ts'
import { distance_km, kilometresIn, type LengthUnit, type Place } from '../../pure/geo/sphere.ts'
import type { Faults } from '../../http/resource.ts'
import { usualRadius } from '../../pure/params/places.ts'

/** The parameters of a list that limit it to a place. */
export interface PlaceFilters {
  readonly geoloc_lat?: number
  readonly geoloc_lng?: number
  readonly geoloc_radius?: number
  readonly geoloc_unit?: LengthUnit
  readonly geoloc_bbox?: Bounds
  readonly near?: string
  readonly within?: number
}

/** The venues within the place of a list. */
export interface Nearby {
  readonly ids: readonly number[]
  /** The distance of each in the unit that was asked for, if the list has a point to measure from. */
  readonly distances?: ReadonlyMap<number, number>
}

/** Distances are rounded to a thousandth: they are those on a sphere, and more digits would be wrong on the Earth. */
const digits = 1000

/** Whether a list is limited to a place. */
export function looksSomewhere({ geoloc_lat, geoloc_lng, geoloc_bbox, near }: PlaceFilters): boolean {
  const isAround = geoloc_lat !== undefined && geoloc_lng !== undefined
  return isAround || geoloc_bbox !== undefined || near !== undefined
}

/** Faults of places that are incomplete. */
export function placeFaults(filters: PlaceFilters): Faults {
  const { geoloc_lat, geoloc_lng, geoloc_radius, near, within } = filters
  if (near !== undefined && geoloc_lat !== undefined)
    return { near: 'names a place, and so does geoloc_lat: send one of them' }
  if (within !== undefined && near === undefined) return { near: 'is missing: within needs it' }
  const given = Object.entries({ geoloc_lat, geoloc_lng, geoloc_radius }).find(
    ([, value]) => value !== undefined,
  )
  if (!given) return {}
  const missing = Object.entries({ geoloc_lat, geoloc_lng }).filter(([, value]) => value === undefined)
  return Object.fromEntries(missing.map(([name]) => [name, `is missing: ${given[0]} needs it`]))
}

/**
 * The venues within the place of a list, a circle or a box or both, of those whose places are given; undefined when it is not limited
 * to one. Going through ten thousand of them takes a millisecond.
 */
export function findNearby(
  places: ReadonlyMap<number, Place>,
  filters: PlaceFilters,
  usualUnit: LengthUnit,
): Nearby | undefined {
  const unit = kilometresIn[filters.geoloc_unit ?? usualUnit]
  const circle = circleOf(filters, unit)
  const { geoloc_bbox: bounds } = filters
  if (!circle && !bounds) return undefined
  // Most are outside of the boxes, which is told by comparing.
  const boxes = circle ? boxesAroundCircle(circle) : bounds ? boxesOfBounds(bounds) : []
  const ids: number[] = []
  const distances = new Map<number, number>()
  for (const [id, place] of places) {
    if (!boxes.some((box) => isInBox(place, box))) continue
    if ((bounds && !isInBounds(place, bounds)) || (circle && !isInCircle(place, circle))) continue
    ids.push(id)
    if (circle) distances.set(id, shownDistance(circle.centre, place, unit))
  }
  return circle ? { ids, distances } : { ids }
}

function isInBox({ lat, lng }: Place, { west, south, east, north }: Box): boolean {
  return south <= lat && lat <= north && west <= lng && lng <= east
}

/** The record with the distance of the nearest of its venues, if the list has distances. */
export function withDistance(
  record: object,
  nearby: Nearby | undefined,
  venues: readonly { readonly id: number }[],
): object {
  const distances = venues.flatMap(({ id }) => nearby?.distances?.get(id) ?? [])
  return distances.length > 0 ? { ...record, distance: Math.min(...distances) } : record
}

/** What stands for a distance that is not known: it is farther than any place. */
const unknownDistance = 1e6

/** The venues as a subquery in brackets with the columns `id` and `number`, which is the distance. */
export function nearbyTable(dialect: Dialect, { ids, distances }: Nearby): RawBuilder<unknown> {
  return dialect.numbersById(new Map(ids.map((id) => [id, distances?.get(id) ?? unknownDistance])))
}

function circleOf({ geoloc_lat, geoloc_lng, geoloc_radius }: PlaceFilters, unit: number): Circle | undefined {
  if (geoloc_lat === undefined || geoloc_lng === undefined) return undefined
  return { centre: { lat: geoloc_lat, lng: geoloc_lng }, radius_km: (geoloc_radius ?? usualRadius) * unit }
}

function shownDistance(from: Place, to: Place, unit: number): number {
  return Math.round((distance_km(from, to) / unit) * digits) / digits
}
