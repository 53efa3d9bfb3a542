import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/db/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

type Fields = Readonly<Record<string, unknown>>
type Status = 'publish' | 'draft' | 'private' | 'trash'
type Point = readonly [lat: number, lng: number]

/** A venue as it was stored: where it is, and who sees it. */
interface Venue {
  readonly id: number
  readonly at: Point | undefined
  readonly status: Status
}

interface Event {
  readonly id: number
  readonly venues: readonly Venue[]
  readonly isProtected: boolean
}

const radius_km = 6371.0088
const mile_km = 1.609344

let app: TestApp
const venues: Venue[] = []
const events: Event[] = []

/** Towns, the equator, both poles by several longitudes, and the antimeridian by both its names and on both its sides. */
const points: readonly (Point | undefined)[] = [
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

beforeAll(async () => {
  app = await createTestApp({ PER_PAGE_MAX: '1000' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
  for (const [n, at] of [...points, ...points].entries()) {
    const status = n < points.length ? 'publish' : (statuses[n % statuses.length] ?? 'publish')
    const { id } = await create('venues', {
      venue: `Venue ${n}`,
      status: status === 'trash' ? 'publish' : status,
      ...placed(at),
    })
    venues.push({ id, at, status })
  }
  for (let n = 0; n < 90; n++) {
    const own = [venues[n % venues.length], ...(n % 3 ? [] : [venues[(n * 7 + 5) % venues.length]])]
    const linked = n % 11 === 10 ? [] : own.filter((venue) => venue !== undefined)
    const isProtected = n % 13 === 12
    const { id } = await create('events', {
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
})
afterAll(() => app.close())

describe('a venue', () => {
  test.each([
    [
      { geo_lat: 52.5, geo_lng: 13.4 },
      { geo_lat: 52.5, geo_lng: 13.4 },
    ],
    [
      { geo_lat: '-17.7134', geo_lng: '1.78e2' },
      { geo_lat: -17.7134, geo_lng: 178 },
    ],
    [
      { geo_lat: 0, geo_lng: 0 },
      { geo_lat: 0, geo_lng: 0 },
    ],
    [
      { geo_lat: -90, geo_lng: -180 },
      { geo_lat: -90, geo_lng: -180 },
    ],
    [
      { geo_lat: 0.1 + 0.2, geo_lng: 5e-324 },
      { geo_lat: 0.1 + 0.2, geo_lng: 5e-324 },
    ],
    [{ geo_lat: null, geo_lng: '' }, {}],
    [{}, {}],
  ])('with %j shows %j', async (sent, shown) => {
    const venue = { venue: `Shown ${JSON.stringify(sent)}` }
    const { id, ...created } = await create('venues', { ...venue, ...sent })
    expect(coordinates(created)).toEqual(shown)
    const { body } = await ask(`venues/${id}`)
    expect(coordinates(body)).toEqual(shown)
    expect(body.json_ld.geo).toEqual(
      'geo_lat' in shown
        ? { '@type': 'GeoCoordinates', latitude: shown.geo_lat, longitude: shown.geo_lng }
        : undefined,
    )
    await remove('venues', id)
  })

  test('has its coordinates between region and flags, and in its json_ld after the address', async () => {
    const sent = {
      venue: 'In order',
      state: 'TX',
      city: 'Austin',
      website: 'https://x.example',
      geo_lat: 1,
      geo_lng: 2,
    }
    const { id } = await create('venues', sent)
    const { body } = await ask(`venues/${id}`)
    const keys = Object.keys(body)
    expect(keys.slice(keys.indexOf('stateprovince'), -2).join()).toBe(
      'stateprovince,geo_lat,geo_lng,json_ld,show_map,show_map_link',
    )
    expect(Object.keys(body.json_ld).slice(-3)).toEqual(['address', 'geo', 'sameAs'])
    await remove('venues', id)
  })

  test.each([
    [{ geo_lat: 90.000_001, geo_lng: 0 }, ['geo_lat']],
    [{ geo_lat: 0, geo_lng: -180.1 }, ['geo_lng']],
    [{ geo_lat: 'north', geo_lng: true }, ['geo_lat', 'geo_lng']],
    [{ geo_lat: [1], geo_lng: 'NaN' }, ['geo_lat', 'geo_lng']],
    [{ geo_lat: 'Infinity', geo_lng: '1e999' }, ['geo_lat', 'geo_lng']],
    [{ geo_lat: 1 }, ['geo_lng']],
    [{ geo_lng: 1 }, ['geo_lat']],
    [{ geo_lat: 1, geo_lng: '' }, ['geo_lng']],
  ])('is not made with %j', async (sent, names) => {
    const refused = await app.ask({
      as: 'editor',
      method: 'POST',
      path: 'venues',
      json: { venue: 'Refused', ...sent },
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.data.params)).toEqual(names)
    const { body } = await ask('venues', { search: 'Refused' })
    expect(body.total).toBe(0)
  })

  test.each<[Fields, Fields, 200 | readonly string[], Fields]>([
    [{ geo_lat: 1, geo_lng: 2 }, { geo_lat: 3 }, 200, { geo_lat: 3, geo_lng: 2 }],
    [{ geo_lat: 1, geo_lng: 2 }, { geo_lng: 0 }, 200, { geo_lat: 1, geo_lng: 0 }],
    [{ geo_lat: 1, geo_lng: 2 }, { city: 'X' }, 200, { geo_lat: 1, geo_lng: 2 }],
    [{ geo_lat: 1, geo_lng: 2 }, { geo_lat: '', geo_lng: null }, 200, {}],
    [{ geo_lat: 1, geo_lng: 2 }, { geo_lat: null }, ['geo_lat'], { geo_lat: 1, geo_lng: 2 }],
    [{ geo_lat: 1, geo_lng: 2 }, { geo_lng: '' }, ['geo_lng'], { geo_lat: 1, geo_lng: 2 }],
    [{}, { geo_lat: 1 }, ['geo_lng'], {}],
    [{}, { geo_lng: null }, 200, {}],
    [{}, { geo_lat: 5, geo_lng: 6 }, 200, { geo_lat: 5, geo_lng: 6 }],
  ])('with %j that is sent %j answers %j and has %j', async (before, sent, answer, after) => {
    const { id } = await create('venues', { venue: 'Changed', ...before })
    const changed = await app.ask({ as: 'editor', method: 'PATCH', path: `venues/${id}`, json: sent })
    expect(changed.status).toBe(answer === 200 ? 200 : 400)
    if (answer !== 200) expect(Object.keys(changed.body.data.params)).toEqual(answer)
    expect(coordinates((await ask(`venues/${id}`)).body)).toEqual(after)
    // The index has moved with it.
    const near = await idsOf('venues', {
      geoloc_lat: after['geo_lat'] ?? 1,
      geoloc_lng: after['geo_lng'] ?? 2,
      geoloc_radius: 0,
    })
    expect(near.includes(id)).toBe('geo_lat' in after)
    await remove('venues', id)
    expect(await idsOf('venues', { geoloc_bbox: '-180,-90,180,90' })).not.toContain(id)
  })

  test('that is posted again is the same one, unless it is elsewhere', async () => {
    const place = { venue: 'Twice', geo_lat: 10.5, geo_lng: -20.25 }
    const { id } = await create('venues', place)
    expect((await create('venues', place)).id).toBe(id)
    expect((await create('venues', { venue: 'twice' })).id).toBe(id)
    const elsewhere = await create('venues', { ...place, geo_lng: -20.250_001 })
    expect(elsewhere.id).not.toBe(id)
    for (const one of [id, elsewhere.id]) await remove('venues', one)
  })

  test('is made with an event, or refused with it', async () => {
    const event = { title: 'Nested', start_date: '2031-05-01', end_date: '2031-05-01' }
    const half = { ...event, venue: { venue: 'Half a place', geo_lat: 5 } }
    const refused = await app.ask({ as: 'editor', method: 'POST', path: 'events', json: half })
    expect(refused.status).toBe(400)
    expect(refused.body.data.params.venue).toContain('[geo_lng]')
    const { id, venue } = await create('events', {
      ...event,
      venue: { venue: 'Whole', geo_lat: 5, geo_lng: 6 },
    })
    expect(coordinates(venue)).toEqual({ geo_lat: 5, geo_lng: 6 })
    const { body } = await ask(`events/${id}`)
    expect(body.json_ld.location.geo).toEqual({ '@type': 'GeoCoordinates', latitude: 5, longitude: 6 })
    await remove('events', id)
    await remove('venues', venue.id)
  })
})

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
  const isSeen = ({ status }: Venue, as: Role | undefined) =>
    status === 'publish' || (as === 'editor' && status !== 'trash')

  test('holds the events and the venues that a look at each of them finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(circle, bounds), callers, async ({ sent, isEdge, holds, distance }, as) => {
        const certain = ({ at }: Venue) => at === undefined || !isEdge(at)
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
      { numRuns: 400 },
    )
  }, 120_000)

  test('by geoloc keeps events and venues with coordinates, or those without', async () => {
    for (const as of [undefined, 'editor'] as const) {
      const seen = venues.filter((one) => isSeen(one, as))
      for (const wanted of [true, false]) {
        const own = seen.filter(({ at }) => (at !== undefined) === wanted)
        expect(new Set(await idsOf('venues', { geoloc: wanted }, as))).toEqual(new Set(ids(own)))
        const expected = events.filter(
          (one) => one.venues.some((each) => seen.includes(each) && each.at) === wanted,
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

function placed(at: Point | undefined): Fields {
  return at ? { geo_lat: at[0], geo_lng: at[1] } : {}
}

function coordinates(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name.startsWith('geo_')))
}

function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function venue(id: number): Venue {
  return venues.find((one) => one.id === id) ?? expect.fail(`There is no venue ${id}.`)
}

function event(id: number): Event {
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

async function create(kind: 'events' | 'venues', json: Fields) {
  const { status, body, text } = await app.ask({ as: 'administrator', method: 'POST', path: kind, json })
  expect(status, text).toBe(201)
  return body
}

async function remove(kind: 'events' | 'venues', id: number): Promise<void> {
  await app.ask({ as: 'administrator', method: 'DELETE', path: `${kind}/${id}`, query: { force: true } })
}
