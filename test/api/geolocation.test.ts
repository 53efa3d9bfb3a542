import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import { type PlacedEvent, type PlacedVenue, type Point, points, storePlaces } from './places.ts'
import { runs } from '../support/runs.ts'

type Fields = Readonly<Record<string, unknown>>

const radius_km = 6371.0088
const mile_km = 1.609344

let app: TestApp
let venues: readonly PlacedVenue[]
let events: readonly PlacedEvent[]
beforeAll(async () => {
  app = await createTestApp({ PER_PAGE_MAX: '1000' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
  ;({ venues, events } = await storePlaces(app))
})
afterAll(() => app.close())

describe('a list that says where to look', () => {
  const near = (point: Point, reach: number) =>
    fc
      .tuple(
        fc.double({ min: -reach, max: reach, noNaN: true }),
        fc.double({ min: -reach, max: reach, noNaN: true }),
      )
      .map(([north, east]): Point => [
        Math.max(-90, Math.min(90, point[0] + north)),
        Math.max(-180, Math.min(180, point[1] + east)),
      ])
  const places = points.filter((point) => point !== undefined)
  const centre: fc.Arbitrary<Point> = fc.oneof(
    fc.constantFrom(...places),
    fc.constantFrom(...places).chain((point) => near(point, 0.5)),
    fc.constantFrom<Point>([90, -180], [-90, 180], [0, 180], [-16.8, -180], [60, -179.9]),
    near([0, 0], 180),
  )
  const radius = fc.oneof(
    fc.constantFrom(0, 1, 25, 111.2, 5000, 20_016),
    fc.double({ min: 0, max: 3000, noNaN: true }),
  )
  const unit = fc.constantFrom('km', 'mi', undefined)
  const callers = fc.constantFrom<Role | undefined>(undefined, 'subscriber', 'editor')

  const circle = fc
    .record({ centre, radius: fc.option(radius, { nil: undefined }), unit })
    .map(({ centre: [lat, lng], ...how }) => {
      const unit_km = how.unit === 'mi' ? mile_km : 1
      return {
        sent: {
          geoloc_lat: lat,
          geoloc_lng: lng,
          ...given({ geoloc_radius: how.radius, geoloc_unit: how.unit }),
        },
        // What is so near the edge is decided by rounding; but what is at the place itself is in any circle.
        isEdge: (at: Point) => {
          const far = haversine([lat, lng], at)
          return Math.abs(far - (how.radius ?? 25) * unit_km) < 1e-4 && (how.radius !== 0 || far > 1e-7)
        },
        holds: (at: Point) => haversine([lat, lng], at) <= (how.radius ?? 25) * unit_km + 1e-5,
        distance: (at: Point) => haversine([lat, lng], at) / unit_km,
      }
    })
  const bounds = fc.tuple(centre, centre).map(([[a, west], [b, east]]) => ({
    sent: { geoloc_bbox: [west, Math.min(a, b), east, Math.max(a, b)].join(',') },
    isEdge: () => false,
    holds: ([lat, lng]: Point) => {
      if (lat < Math.min(a, b) || lat > Math.max(a, b)) return false
      const names = Math.abs(lat) === 90 ? [west] : Math.abs(lng) === 180 ? [-180, 180] : [lng]
      return names.some((of) => (west <= east ? west <= of && of <= east : west <= of || of <= east))
    },
    distance: undefined,
  }))
  const isSeen = ({ status }: PlacedVenue, as: Role | undefined) =>
    status === 'publish' || (as === 'editor' && status !== 'trash')

  test('holds the events and the venues that a look at each of them finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(circle, bounds), callers, async ({ sent, isEdge, holds, distance }, as) => {
        const certain = ({ at }: PlacedVenue) => at === undefined || !isEdge(at)
        const there = venues.filter((venue) => venue.at && isSeen(venue, as) && holds(venue.at))
        const found = await ask('venues', { ...sent, per_page: 1000 }, as)
        const [wanted, got] = [ids(there.filter(certain)), idsIn(found, 'venues')]
        expect(new Set(got.filter((id) => certain(venue(id))))).toEqual(new Set(wanted))
        const list = await ask('events', { ...sent, per_page: 1000 }, as)
        const expected = events.filter(
          (event) => !event.isProtected && event.venues.some((own) => there.includes(own)),
        )
        const isCertain = (id: number) => event(id).venues.every(certain)
        expect(new Set(idsIn(list, 'events').filter(isCertain))).toEqual(
          new Set(ids(expected).filter(isCertain)),
        )
        for (const record of [...found.body.venues, ...list.body.events]) {
          if (!distance) expect(record).not.toHaveProperty('distance')
          else {
            expect(Object.keys(record).at(-1)).toBe('distance')
            const own = 'venue' in record && 'title' in record ? event(record.id).venues : [venue(record.id)]
            const far = own.filter((one) => there.includes(one)).map((one) => distance(one.at ?? [0, 0]))
            if (own.every(certain)) expect(record.distance).toBeCloseTo(Math.min(...far), 2)
          }
        }
      }),
      { numRuns: runs(400) },
    )
  })

  test('by geoloc keeps events and venues with coordinates, or those without', async () => {
    for (const as of [undefined, 'editor'] as const) {
      const seen = venues.filter((one) => isSeen(one, as))
      for (const wanted of [true, false]) {
        const own = seen.filter(({ at }) => (at !== undefined) === wanted)
        expect(new Set(await idsOf('venues', { geoloc: wanted }, as))).toEqual(new Set(ids(own)))
        const expected = events.filter(
          (one) => !one.isProtected && one.venues.some((each) => seen.includes(each) && each.at) === wanted,
        )
        expect(new Set(await idsOf('events', { geoloc: wanted }, as))).toEqual(new Set(ids(expected)))
      }
    }
  })

  test('looks within both a circle and bounds, at one venue', async () => {
    const query = { geoloc_lat: 52.52, geoloc_lng: 13.4, geoloc_radius: 60, geoloc_bbox: '13,52,13.2,53' }
    const found = await ask('venues', query)
    expect(found.body.venues.map((one: Fields) => coordinates(one))).toEqual([
      { geo_lat: 52.3906, geo_lng: 13.0645 },
      { geo_lat: 52.3906, geo_lng: 13.0645 },
    ])
    expect(found.body.venues[0].distance).toBeCloseTo(26.97, 0)
  })

  test('orders by distance, the nearest first or last, and ties as always', async () => {
    for (const kind of ['venues', 'events'] as const) {
      for (const order of ['asc', 'desc']) {
        const { body } = await ask(kind, {
          geoloc_lat: -16.8,
          geoloc_lng: 179.5,
          geoloc_radius: 20_016,
          orderby: 'distance',
          order,
          per_page: 1000,
        })
        const far = body[kind].map(({ distance }: { distance: number }) => distance)
        expect(far.length).toBeGreaterThan(20)
        expect(far).toEqual(far.toSorted((a: number, b: number) => (order === 'asc' ? a - b : b - a)))
      }
    }
  })

  test('never tells where a protected event is to those who lack its password', async () => {
    const hidden = events.filter(
      (one) => one.isProtected && one.venues.some((own) => own.at && own.status === 'publish'),
    )
    expect(hidden.length).toBeGreaterThan(1)
    const everywhere = { geoloc_bbox: '-180,-90,180,90' }
    for (const as of [undefined, 'editor'] as const) {
      const listed = await idsOf('events', everywhere, as)
      expect(listed.filter((id) => event(id).isProtected)).toEqual([])
    }
    const listed = await idsOf('events', { ...everywhere, password: 'sesame' })
    expect(listed.filter((id) => event(id).isProtected).length).toBe(hidden.length)
  })

  test('says so in its links', async () => {
    const query = {
      geoloc_lat: 52.5,
      geoloc_lng: 13.25,
      geoloc_radius: 100.5,
      geoloc_unit: 'mi',
      geoloc_bbox: '-10,-20.5,30,85',
      orderby: 'distance',
      order: 'desc',
      per_page: 1,
    }
    for (const kind of ['events', 'venues'] as const) {
      const { body } = await ask(kind, query)
      const named = Object.fromEntries(new URL(body.next_rest_url).searchParams)
      expect(named).toMatchObject(
        Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      )
      const { pathname, search } = new URL(body.rest_url)
      expect((await app.ask({ path: pathname + search, absolute: true })).text).toBe(
        (await ask(kind, query)).text,
      )
    }
  })

  test.each<[Fields, string[]]>([
    [{ geoloc_lat: 5 }, ['geoloc_lng']],
    [{ geoloc_lng: 5 }, ['geoloc_lat']],
    [{ geoloc_lat: 90.5, geoloc_lng: 181 }, ['geoloc_lat', 'geoloc_lng']],
    [{ geoloc_lat: '', geoloc_lng: 1 }, ['geoloc_lat']],
    [{ geoloc_lat: 1, geoloc_lng: 1, geoloc_radius: -1 }, ['geoloc_radius']],
    [{ geoloc_lat: 1, geoloc_lng: 1, geoloc_radius: 1e9 }, ['geoloc_radius']],
    [{ geoloc_lat: 1, geoloc_lng: 1, geoloc_unit: 'nm' }, ['geoloc_unit']],
    [{ geoloc_radius: 5 }, ['geoloc_lat', 'geoloc_lng']],
    [{ geoloc_bbox: '1,2,3' }, ['geoloc_bbox']],
    [{ geoloc_bbox: '1,2,3,4,5' }, ['geoloc_bbox']],
    [{ geoloc_bbox: '1,20,3,10' }, ['geoloc_bbox']],
    [{ geoloc_bbox: '-181,2,3,4' }, ['geoloc_bbox']],
    [{ geoloc_bbox: '1,2,3,91' }, ['geoloc_bbox']],
    [{ geoloc_bbox: '1,2,x,4' }, ['geoloc_bbox']],
    [{ orderby: 'distance' }, ['orderby']],
  ])('that is asked with %j answers 400 on %j', async (query, names) => {
    for (const kind of ['events', 'venues']) {
      const refused = await ask(kind, query)
      expect(refused.status).toBe(400)
      expect(Object.keys(refused.body.data.params)).toEqual(names)
    }
  })

  test('takes its bounds as a list too, and its unit in any case', async () => {
    const one = await ask('venues', { 'geoloc_bbox[]': ['13', '52', '14', '53'] })
    expect(one.body.total).toBeGreaterThan(0)
    const other = await ask('venues', { geoloc_bbox: '13,52,14,53' })
    expect(other.body.venues).toEqual(one.body.venues)
    const { status } = await ask('venues', { geoloc_lat: 1, geoloc_lng: 1, geoloc_unit: 'MI' })
    expect(status).toBe(200)
  })
})

test('the unit is a setting', async () => {
  const other = await createTestApp({ GEO_UNIT: 'mi' })
  const sent = { venue: 'Hamburg', geo_lat: 53.5511, geo_lng: 9.9937 }
  await other.ask({ as: 'editor', method: 'POST', path: 'venues', json: sent })
  const from = { geoloc_lat: 52.516_272, geoloc_lng: 13.377_722 }
  const miles = await other.ask({ path: 'venues', query: { ...from, geoloc_radius: 160 } })
  expect(miles.body.venues[0].distance).toBeCloseTo(158.2, 0)
  const kilometres = await other.ask({
    path: 'venues',
    query: { ...from, geoloc_radius: 160, geoloc_unit: 'km' },
  })
  expect(kilometres.body.total).toBe(0)
  await other.close()
})

function haversine([lat, lng]: Point, [to, there]: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [up, round] = [Math.sin(radians(to - lat) / 2), Math.sin(radians(there - lng) / 2)]
  return (
    2 *
    radius_km *
    Math.asin(Math.min(1, Math.sqrt(up ** 2 + Math.cos(radians(lat)) * Math.cos(radians(to)) * round ** 2)))
  )
}

function coordinates(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name.startsWith('geo_')))
}

function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function venue(id: number): PlacedVenue {
  return venues.find((one) => one.id === id) ?? expect.fail(`There is no venue ${id}.`)
}

function event(id: number): PlacedEvent {
  return events.find((one) => one.id === id) ?? expect.fail(`There is no event ${id}.`)
}

function ids(of: readonly { readonly id: number }[]): number[] {
  return of.map(({ id }) => id)
}

function idsIn({ status, body, text }: Answered, kind: 'events' | 'venues'): number[] {
  expect(status, text).toBe(200)
  expect(body.total).toBe(body[kind].length)
  return ids(body[kind])
}

async function idsOf(kind: 'events' | 'venues', query: Fields, as?: Role): Promise<number[]> {
  return idsIn(await ask(kind, { per_page: 1000, ...query }, as), kind)
}

function ask(path: string, query: Fields = {}, as?: Role): Promise<Answered> {
  return app.ask({ ...(as ? { as } : {}), path, query })
}
