import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GeocoderFault } from '../../src/records/geocoding/geocoding.answer.ts'
import { createGeocoder } from '../../src/records/geocoding/geocoding.worker.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
const times = { start_date: '2031-05-01 18:00', end_date: '2031-05-01 20:00', timezone: 'Europe/London' }

beforeAll(async () => {
  app = await createTestApp()
  app.setNow(Temporal.Instant.from('2031-04-20T12:00:00Z'))
  const at = async (title: string, venue: object) =>
    app.create('events', { title, ...times, venue: { venue: `Hall of ${title}`, ...venue } })
  await at('Castle', { city: 'Norwich', zip: 'NR1 3JU', geo_lat: 52.628, geo_lng: 1.296 })
  await at('Cathedral', { city: 'Norwich', zip: 'NR1 4DH', geo_lat: 52.632, geo_lng: 1.301 })
  await at('Loft', { city: 'NORWICH', zip: 'NR2 1AA' })
  await at('Wymondham', { city: 'Wymondham', zip: 'NR18 0JS', geo_lat: 52.57, geo_lng: 1.116 })
  await at('Norwich, Connecticut', { city: 'Norwich', zip: '06360', geo_lat: 41.524, geo_lng: -72.076 })
  await at('Köln', { city: 'Köln', zip: '50667', geo_lat: 50.941, geo_lng: 6.958 })
  await app.create('venues', { venue: 'Secret', city: 'Hush', status: 'private', geo_lat: 1, geo_lng: 1 })
  await app.create('events', { title: 'Nowhere', ...times })
})
afterAll(() => app.close())

const ask = (query: Record<string, unknown>) => app.ask({ path: 'events', query })
const titles = async (query: Record<string, unknown>): Promise<string[]> => {
  const { body, status } = await ask(query)
  expect([status, body.message]).toEqual([200, undefined])
  return body.events.map(({ title }: { title: string }) => title).toSorted()
}

describe('who types a place', () => {
  test.each([
    // What is in the town by its address is found although nobody knows where that is, and its namesake overseas is not.
    [{ near: 'Norwich' }, ['Castle', 'Cathedral', 'Loft']],
    [{ near: ' norwich, UK', within: 1 }, ['Castle', 'Cathedral', 'Loft']],
    [{ near: 'Norwich', within: 20 }, ['Castle', 'Cathedral', 'Loft', 'Wymondham']],
    [{ near: 'nr13ju', within: 0.1 }, ['Castle']],
    [{ near: 'NR1 4DH Norwich', within: 0.1 }, ['Cathedral']],
    [{ near: 'NR18', within: 5 }, ['Wymondham']],
    [{ near: '06360' }, ['Norwich, Connecticut']],
    [{ near: 'koln' }, ['Köln']],
    [{ near: '50667 Köln' }, ['Köln']],
    [{ near: '52.57, 1.116', within: 2 }, ['Wymondham']],
    [{ near: 'NR2 1AA' }, ['Loft']],
  ])('%j finds %j', async (query, found) => {
    expect(await titles(query)).toEqual(found)
  })

  test('finds venues by it too, and those whose coordinates nobody knows after all others', async () => {
    const names = async (query: Record<string, unknown>) => {
      const { body, status } = await app.ask({ path: 'venues', query })
      expect([status, body.message]).toEqual([200, undefined])
      return body.venues.map(({ venue }: { venue: string }) => venue)
    }
    const near = { near: 'Norwich', orderby: 'distance' }
    expect((await names(near)).toSorted()).toEqual(['Hall of Castle', 'Hall of Cathedral', 'Hall of Loft'])
    expect((await names(near)).at(-1)).toBe('Hall of Loft')
    expect((await names({ ...near, within: 20 })).slice(-2)).toEqual(['Hall of Wymondham', 'Hall of Loft'])
    expect(await names({ near: '1.0, 1.0' })).toEqual([])
    const { body } = await app.ask({ path: 'venues', query: { ...near, within: 20, per_page: 3 } })
    expect(body.venues.map(({ distance }: { distance?: number }) => typeof distance)).not.toContain(
      'undefined',
    )
    expect(body.next_rest_url).toMatch(/near=Norwich.*within=20|within=20.*near=Norwich/)
  })

  test('of venues that is nowhere is told, and that a distance needs a place', async () => {
    for (const [query, name] of [
      [{ near: 'Atlantis' }, 'near'],
      [{ within: 5 }, 'near'],
      [{ near: 'Norwich', within: 0 }, 'within'],
      [{ near: 'Norwich', geoloc_lat: 1, geoloc_lng: 1 }, 'near'],
    ] as const) {
      const { status, body } = await app.ask({ path: 'venues', query })
      expect([status, Object.keys(body.data.params)]).toEqual([400, [name]])
    }
  })

  test('gets them by distance, in the unit of distances, if asked for', async () => {
    const { body } = await ask({ near: 'Wymondham', within: 20, orderby: 'distance', geoloc_unit: 'mi' })
    expect(body.events.map(({ title }: { title: string }) => title).slice(0, 3)).toEqual([
      'Wymondham',
      'Castle',
      'Cathedral',
    ])
    expect(body.events[1].distance).toBeCloseTo(8.6, 0)
    const { total } = await app.read('events/facets', { near: 'Norwich', within: 20 })
    expect(total).toBe(4)
  })

  test.each([
    [{ near: 'Norwhich' }, 'near', /the nearest is .?Norwich/i],
    [{ near: 'Atlantis' }, 'near', /Atlantis.? is not\.$/],
    [{ near: 'Hush' }, 'near', /Hush/],
    [{ near: 'Norwich', within: 0 }, 'within', /above 0/],
    [{ near: 'Norwich', within: 'far' }, 'within', /kilometres/],
    [{ within: 5 }, 'near', /is missing: within needs it/],
    [{ near: 'Norwich', geoloc_lat: 52, geoloc_lng: 1 }, 'near', /send one of them/],
  ])('%j is refused, and told why', async (query, name, why) => {
    const { body, status } = await ask(query)
    expect(status).toBe(400)
    expect(Object.keys(body.data.params)).toEqual([name])
    expect(body.data.params[name]).toMatch(why)
  })
})

describe('the geocoder', () => {
  const asked: string[] = []
  let answer: () => Response
  const make = () =>
    createGeocoder({
      db: app.db,
      now: () => Temporal.Instant.from('2031-04-20T12:00:00Z'),
      log: () => {},
      url: 'https://geocoder.example/search',
      email: '',
      siteUrl: '',
      interval_ms: 0,
      fetch: async (url) => {
        asked.push(url instanceof URL ? (url.searchParams.get('q') ?? '') : '')
        return answer()
      },
    })

  test('is asked once for a place, and its first answer counts although there are others', async () => {
    const two = [
      { lat: '51.05', lon: '3.72' },
      { lat: '40.1', lon: '-88.2' },
    ]
    answer = () => Response.json(two)
    const geocoder = make()
    expect(await geocoder.find('Ghent')).toEqual({ lat: 51.05, lng: 3.72 })
    expect(await geocoder.find('GHENT')).toEqual({ lat: 51.05, lng: 3.72 })
    answer = () => Response.json([])
    expect(await geocoder.find('Atlantis')).toBeUndefined()
    expect(asked).toEqual(['Ghent', 'Atlantis'])
    await geocoder.close()
  })

  test('that fails is left alone, and not asked by the next reader', async () => {
    answer = () => new Response('', { status: 503 })
    const geocoder = make()
    await expect(geocoder.find('Bruges')).rejects.toThrow(GeocoderFault)
    const before = asked.length
    await expect(geocoder.find('Bruges')).rejects.toThrow(GeocoderFault)
    expect(asked).toHaveLength(before)
    await geocoder.close()
  })
})
