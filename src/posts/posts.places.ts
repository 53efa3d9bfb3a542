import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Caller } from '../auth/rights.ts'
import type { Dialect } from '../db/dialect.ts'
import { readNumbers } from '../db/numbers.ts'
import {
  type Bounds,
  boxesAroundCircle,
  boxesOfBounds,
  type Circle,
  isInBounds,
  isInCircle,
} from '../geo/area.ts'
import { distance_km, kilometresIn, type LengthUnit, type Place } from '../geo/sphere.ts'
import type { Faults } from '../http/resource.ts'
import { usualRadius } from '../params/places.ts'
import type { Context } from './context.ts'
import { visibleIn } from './posts.query.ts'

/** The parameters of a list that limit it to a place. */
export interface PlaceFilters {
  readonly geoloc_lat?: number
  readonly geoloc_lng?: number
  readonly geoloc_radius?: number
  readonly geoloc_unit?: LengthUnit
  readonly geoloc_bbox?: Bounds
}

/** The venues within the place of a list. */
export interface Nearby {
  readonly ids: readonly number[]
  /** The distance of each in the unit that was asked for, if the list has a point to measure from. */
  readonly distances?: ReadonlyMap<number, number>
}

/** Distances are rounded to a thousandth: they are those on a sphere, and more digits would be wrong on the Earth. */
const digits = 1000

/** With more venues than this, it is quicker to look up the venues of events than the events of venues. */
const fewVenues = 1000

/** How many venues the nearest events are looked for at first; every further try takes as many times more. */
const fewest = 8

/** Whether a list is limited to a place. */
export function looksSomewhere({ geoloc_lat, geoloc_lng, geoloc_bbox }: PlaceFilters): boolean {
  return (geoloc_lat !== undefined && geoloc_lng !== undefined) || geoloc_bbox !== undefined
}

/** Faults of places that are incomplete. */
export function placeFaults({ geoloc_lat, geoloc_lng, geoloc_radius }: PlaceFilters): Faults {
  const given = Object.entries({ geoloc_lat, geoloc_lng, geoloc_radius }).find(
    ([, value]) => value !== undefined,
  )
  if (!given) return {}
  const missing = Object.entries({ geoloc_lat, geoloc_lng }).filter(([, value]) => value === undefined)
  return Object.fromEntries(missing.map(([name]) => [name, `is missing: ${given[0]} needs it`]))
}

/**
 * The venues within the place of a list, a circle or a box or both; undefined when it is not limited to one. With a reader,
 * only those that a list shows them.
 */
export async function findNearby(
  context: Context,
  filters: PlaceFilters,
  reader?: Caller,
): Promise<Nearby | undefined> {
  const unit = kilometresIn[filters.geoloc_unit ?? context.geoUnit]
  const circle = circleOf(filters, unit)
  const { geoloc_bbox: bounds } = filters
  // The index finds those in the box; then their coordinates tell which are in the circle.
  const boxes = circle ? boxesAroundCircle(circle) : bounds && boxesOfBounds(bounds)
  if (!boxes) return undefined
  const { dialect } = context.db
  const isShown = reader ? visibleIn('venues', reader, undefined) : sql`1 = 1`
  const [found = [], lats = [], lngs = []] = await readNumbers(
    context.db,
    [sql.ref('id'), sql.ref('geo_lat'), sql.ref('geo_lng')],
    sql`venues where ${dialect.inBoxes(boxes)} and ${isShown}`,
  )
  const near = found.flatMap((id, index) => {
    const place = { lat: lats[index] ?? NaN, lng: lngs[index] ?? NaN }
    const isWithin = (!bounds || isInBounds(place, bounds)) && (!circle || isInCircle(place, circle))
    return isWithin ? [{ id, place }] : []
  })
  const ids = near.map(({ id }) => id)
  if (!circle) return { ids }
  return {
    ids,
    distances: new Map(near.map(({ id, place }) => [id, shownDistance(circle.centre, place, unit)])),
  }
}

/** Whether these are all of the venues that give published events a place. */
export async function holdsAllPlaces({ db }: Context, { ids }: Nearby): Promise<boolean> {
  const places = db.read
    .selectFrom('venues')
    .select('id')
    .where('status', '=', 'publish')
    .where('geo_lat', 'is not', null)
    // Reading one more than these is enough to know.
    .limit(ids.length + 1)
  const { found } = await db.read
    .selectFrom(places.as('places'))
    .select((eb) => eb.fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow()
  return found === ids.length
}

/** The parameters without those of places. */
export function everywhere<Params extends PlaceFilters>(params: Params) {
  const { geoloc_lat: _lat, geoloc_lng: _lng, geoloc_radius: _radius, ...others } = params
  const { geoloc_unit: _unit, geoloc_bbox: _bbox, ...all } = others
  return all
}

/** The nearest of the venues: a few, then more, until they would be nearly all. */
export function* nearestOf({ distances = new Map() }: Nearby): Generator<Nearby, void, undefined> {
  const inOrder = [...distances].toSorted(([, one], [, other]) => one - other)
  for (let few = fewest; few < inOrder.length / 2; few *= fewest) {
    const [, farthest] = inOrder[few - 1] ?? [0, 0]
    // Venues at the same distance as the last one belong to them.
    const near = inOrder.filter(([, distance]) => distance <= farthest)
    yield { ids: near.map(([id]) => id), distances: new Map(near) }
  }
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

/** The venues as a subquery in brackets with the columns `id` and `number`, which is the distance. */
export function nearbyTable(dialect: Dialect, { ids, distances }: Nearby): RawBuilder<unknown> {
  return dialect.numbersById(new Map(ids.map((id) => [id, distances?.get(id) ?? 0])))
}

/** Whether an event is at one of the venues; `testsEach`: where events are tested one by one until there are enough. */
export function isAtNearby(dialect: Dialect, nearby: Nearby, testsEach: boolean): Expression<SqlBool> {
  const venues = sql`select id from ${nearbyTable(dialect, nearby)} as nearby`
  return testsEach || nearby.ids.length > fewVenues
    ? isAtAny(venues)
    : sql<SqlBool>`events.id in (select event_id from event_venues where venue_id in (${venues}))`
}

/** Whether an event is at one of the many venues whose ids the query selects. */
export function isAtAny(venues: RawBuilder<unknown>): Expression<SqlBool> {
  // The `+` keeps SQLite from using the index by venue, in which it would look through all events of a venue.
  return sql<SqlBool>`exists (
    select 1 from event_venues where event_venues.event_id = events.id and +event_venues.venue_id in (${venues}))`
}

function circleOf({ geoloc_lat, geoloc_lng, geoloc_radius }: PlaceFilters, unit: number): Circle | undefined {
  if (geoloc_lat === undefined || geoloc_lng === undefined) return undefined
  return { centre: { lat: geoloc_lat, lng: geoloc_lng }, radius_km: (geoloc_radius ?? usualRadius) * unit }
}

function shownDistance(from: Place, to: Place, unit: number): number {
  return Math.round((distance_km(from, to) / unit) * digits) / digits
}
