import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

type Fields = Readonly<Record<string, unknown>>

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

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
])('a venue with %j shows %j', async (sent, shown) => {
  const venue = { venue: `Shown ${JSON.stringify(sent)}` }
  const { id, ...created } = await app.create('venues', { ...venue, ...sent })
  expect(coordinates(created)).toEqual(shown)
  const { body } = await app.ask({ path: `venues/${id}` })
  expect(coordinates(body)).toEqual(shown)
  expect(body.json_ld.geo).toEqual(
    'geo_lat' in shown
      ? { '@type': 'GeoCoordinates', latitude: shown.geo_lat, longitude: shown.geo_lng }
      : undefined,
  )
  await app.remove(`venues/${id}`)
})

test('a venue has its coordinates between region and flags, and in its json_ld after the address', async () => {
  const sent = {
    venue: 'In order',
    state: 'TX',
    city: 'Austin',
    website: 'https://x.example',
    geo_lat: 1,
    geo_lng: 2,
  }
  const { id } = await app.create('venues', sent)
  const { body } = await app.ask({ path: `venues/${id}` })
  const keys = Object.keys(body)
  expect(keys.slice(keys.indexOf('stateprovince'), -2).join()).toBe(
    'stateprovince,geo_lat,geo_lng,json_ld,show_map,show_map_link',
  )
  expect(Object.keys(body.json_ld).slice(-3)).toEqual(['address', 'geo', 'sameAs'])
  await app.remove(`venues/${id}`)
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
])('a venue is not made with %j', async (sent, names) => {
  const refused = await app.ask({
    as: 'editor',
    method: 'POST',
    path: 'venues',
    json: { venue: 'Refused', ...sent },
  })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.body.data.params)).toEqual(names)
  const { body } = await app.ask({ path: 'venues', query: { search: 'Refused' } })
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
])('a venue with %j that is sent %j answers %j and has %j', async (before, sent, answer, after) => {
  const { id } = await app.create('venues', { venue: 'Changed', ...before })
  const changed = await app.ask({ as: 'editor', method: 'PATCH', path: `venues/${id}`, json: sent })
  expect(changed.status).toBe(answer === 200 ? 200 : 400)
  if (answer !== 200) expect(Object.keys(changed.body.data.params)).toEqual(answer)
  expect(coordinates((await app.ask({ path: `venues/${id}` })).body)).toEqual(after)
  // The index has moved with it.
  const near = await venuesAt({
    geoloc_lat: after['geo_lat'] ?? 1,
    geoloc_lng: after['geo_lng'] ?? 2,
    geoloc_radius: 0,
  })
  expect(near.includes(id)).toBe('geo_lat' in after)
  await app.remove(`venues/${id}`)
  expect(await venuesAt({ geoloc_bbox: '-180,-90,180,90' })).not.toContain(id)
})

test('a venue that is posted again is the same one, unless it is elsewhere', async () => {
  const place = { venue: 'Twice', geo_lat: 10.5, geo_lng: -20.25 }
  const { id } = await app.create('venues', place)
  expect((await app.create('venues', place)).id).toBe(id)
  expect((await app.create('venues', { venue: 'twice' })).id).toBe(id)
  const elsewhere = await app.create('venues', { ...place, geo_lng: -20.250_001 })
  expect(elsewhere.id).not.toBe(id)
  for (const one of [id, elsewhere.id]) await app.remove(`venues/${one}`)
})

test('a venue is made with an event, or refused with it', async () => {
  const event = { title: 'Nested', start_date: '2031-05-01', end_date: '2031-05-01' }
  const half = { ...event, venue: { venue: 'Half a place', geo_lat: 5 } }
  const refused = await app.ask({ as: 'editor', method: 'POST', path: 'events', json: half })
  expect(refused.status).toBe(400)
  expect(refused.body.data.params.venue).toContain('[geo_lng]')
  const { id, venue } = await app.create('events', {
    ...event,
    venue: { venue: 'Whole', geo_lat: 5, geo_lng: 6 },
  })
  expect(coordinates(venue)).toEqual({ geo_lat: 5, geo_lng: 6 })
  const { body } = await app.ask({ path: `events/${id}` })
  expect(body.json_ld.location.geo).toEqual({ '@type': 'GeoCoordinates', latitude: 5, longitude: 6 })
  await app.remove(`events/${id}`)
  await app.remove(`venues/${venue.id}`)
})

function coordinates(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name.startsWith('geo_')))
}

/** The ids of venues in an area. */
async function venuesAt(area: Fields): Promise<number[]> {
  const { body } = await app.ask({ path: 'venues', query: area })
  return body.venues.map(({ id }: { id: number }) => id)
}
