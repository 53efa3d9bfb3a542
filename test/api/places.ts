import type { TestApp } from '../support/app.ts'

type Status = 'publish' | 'draft' | 'private' | 'trash'
/** In degrees. */
export type Point = readonly [lat: number, lng: number]

/** A venue as it was stored: where it is, and who sees it. */
export interface PlacedVenue {
  readonly id: number
  readonly at: Point | undefined
  readonly status: Status
}

/** An event as it was stored. */
export interface PlacedEvent {
  readonly id: number
  readonly venues: readonly PlacedVenue[]
  readonly isProtected: boolean
}

/** Towns, the equator, both poles by several longitudes, and the antimeridian by both its names and on both its sides. */
export const points: readonly (Point | undefined)[] = [
  [52.516_272, 13.377_722],
  [52.520_008, 13.404_954],
  [52.3906, 13.0645],
  [53.5511, 9.9937],
  [48.1351, 11.582],
  [40.7128, -74.006],
  [-33.8688, 151.2093],
  [0, 0],
  [0, 90],
  [0, -0.5],
  [90, 0],
  [90, 120],
  [89.9, -60],
  [-90, 45],
  [-89.95, 10],
  [-17.7134, 178.065],
  [-13.759, -172.1046],
  [-16.8, 180],
  [-16.8, -180],
  [-16.8, 179.99],
  [-16.8, -179.99],
  [65.5, 180],
  undefined,
  undefined,
]
const statuses: readonly Status[] = [
  'publish',
  'publish',
  'publish',
  'draft',
  'publish',
  'private',
  'publish',
  'trash',
]

/** Stores venues at all these places, twice, and events at one or two of them, or nowhere. */
export async function storePlaces(app: TestApp) {
  const venues: PlacedVenue[] = []
  const events: PlacedEvent[] = []
  for (const [n, at] of [...points, ...points].entries()) {
    const status = n < points.length ? 'publish' : (statuses[n % statuses.length] ?? 'publish')
    const { id } = await app.create('venues', {
      venue: `Venue ${n}`,
      status: status === 'trash' ? 'publish' : status,
      ...(at ? { geo_lat: at[0], geo_lng: at[1] } : {}),
    })
    venues.push({ id, at, status })
  }
  for (let n = 0; n < 90; n++) {
    const own = [venues[n % venues.length], ...(n % 3 ? [] : [venues[(n * 7 + 5) % venues.length]])]
    const linked = n % 11 === 10 ? [] : own.filter((venue) => venue !== undefined)
    const isProtected = n % 13 === 12
    const { id } = await app.create('events', {
      title: `Event ${n}`,
      start_date: `2031-04-${String(1 + (n % 28)).padStart(2, '0')} 10:00`,
      end_date: `2031-04-${String(1 + (n % 28)).padStart(2, '0')} 11:00`,
      venue: linked.map((venue) => venue.id),
      ...(isProtected ? { password: 'sesame' } : {}),
    })
    events.push({ id, venues: linked, isProtected })
  }
  for (const { id, status } of venues) {
    if (status === 'trash') await app.ask({ as: 'administrator', method: 'DELETE', path: `venues/${id}` })
  }
  return { venues, events }
}
