import { describe, expect, test } from 'vitest'
import { findDue } from '../../src/records/geocoding/geocoding.query.ts'
import {
  app,
  berlin,
  coordinates,
  create,
  geocoder,
  json,
  linden,
  now,
  rowOf,
  seconds,
  setNow,
  standIn,
  start,
  update,
  useGeocoding,
} from './geocoding.ts'

useGeocoding()

describe('a venue with an address', () => {
  test('is given its coordinates, and is changed', async () => {
    const id = await create(linden)
    setNow(start.add({ minutes: 5 }))
    expect(await geocoder().geocodeDue()).toBe(1)
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
    expect(await rowOf(id)).toMatchObject({ modified_at: now.epochMilliseconds / 1000 })
    const { body } = await app.ask({ path: `venues/${id}` })
    expect(body).toMatchObject({ geo_lat: 52.517_036_5, geo_lng: 13.388_859_9 })
    // Who edits it is told where they come from, until somebody sets others.
    const told = async (as: 'editor' | 'subscriber') =>
      (await app.ask({ as, path: `venues/${id}`, query: { context: 'edit' } })).body.geocoded
    expect([body.geocoded, await told('subscriber'), await told('editor')]).toEqual([
      undefined,
      undefined,
      true,
    ])
    await update(id, { geo_lat: 52.5, geo_lng: 13.4 })
    expect(await told('editor')).toBeUndefined()
  })

  test('is asked for by a structured search that says who asks', async () => {
    await create({ ...linden, address: '  Unter den   Linden 1', stateprovince: 'Berlin (state)' })
    await geocoder({
      url: `${standIn.url}?key=secret&limit=9`,
      email: 'us@example.org',
      siteUrl: 'https://town.example',
    }).geocodeDue()
    const [{ url, headers } = { url: '', headers: {} }] = standIn.asked
    expect(Object.fromEntries(new URL(url, standIn.url).searchParams)).toEqual({
      key: 'secret',
      street: 'Unter den Linden 1',
      city: 'Berlin',
      state: 'Berlin (state)',
      postalcode: '10117',
      country: 'Germany',
      email: 'us@example.org',
      format: 'jsonv2',
      limit: '2',
    })
    expect(headers['user-agent']).toBe('Kalends (https://town.example; us@example.org)')
  })

  test('that nobody knows stays without, is unchanged, and is not asked for again', async () => {
    const id = await create(linden)
    const before = await rowOf(id)
    standIn.answer = json([])
    setNow(start.add({ minutes: 5 }))
    const one = geocoder()
    expect(await one.geocodeDue()).toBe(1)
    expect(await coordinates(id)).toEqual([null, null])
    expect(await rowOf(id)).toMatchObject({ modified_at: before.modified_at })
    setNow(start.add({ hours: 1000 }))
    expect(await one.geocodeDue()).toBe(0)
    expect(standIn.asked).toHaveLength(1)
  })

  test('that names places far apart is none of them; one and the same place twice is one', async () => {
    const springfield = await create({ city: 'Springfield' })
    standIn.answer = json([
      { lat: '39.7990175', lon: '-89.6439575' },
      { lat: '42.1018764', lon: '-72.5886727' },
    ])
    const one = geocoder()
    await one.geocodeDue()
    expect(await coordinates(springfield)).toEqual([null, null])
    const id = await create(linden)
    standIn.answer = json([berlin, { lat: '52.5186', lon: '13.3761' }])
    await one.geocodeDue()
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
  })

  test.each([
    ['only a region', { country: 'Germany', zip: '10117', state: 'Berlin' }],
    ['nothing', {}],
    ['a line that is no address', { address: 'x'.repeat(201) }],
  ])('of %s is not asked for', async (_, address) => {
    await create(address)
    await geocoder().geocodeDue()
    expect(standIn.asked).toEqual([])
    expect(await findDue(app.db.read, seconds(now), 10)).toEqual([])
  })

  test.each(['draft', 'pending', 'private'])('is told nobody while it is %s', async (status) => {
    const id = await create({ ...linden, status })
    const one = geocoder()
    await one.geocodeDue()
    expect(standIn.asked).toEqual([])
    await update(id, { status: 'publish' })
    await one.geocodeDue()
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
  })

  test('in the trash is left alone', async () => {
    const id = await create(linden)
    await app.ask({ as: 'editor', method: 'DELETE', path: `venues/${id}` })
    expect(await geocoder().geocodeDue()).toBe(0)
    expect(standIn.asked).toEqual([])
  })

  test('that another venue has as well is asked for once, and a difference in case or blanks is none', async () => {
    const ids = [await create(linden), await create({ ...linden, city: 'BERLIN ', venue: 'Other' })]
    const one = geocoder()
    expect(await one.geocodeDue()).toBe(2)
    const third = await create({ ...linden, venue: 'Third' })
    expect(await one.geocodeDue()).toBe(1)
    for (const id of [...ids, third]) expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
    expect(standIn.asked).toHaveLength(1)
  })
})
