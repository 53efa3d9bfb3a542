import { describe, expect, test } from 'vitest'
import { findDue } from '../../src/geocoding/geocoding.query.ts'
import {
  type Answer,
  app,
  berlin,
  coordinates,
  create,
  geocoder,
  json,
  later,
  linden,
  now,
  rowOf,
  seconds,
  setNow,
  standIn,
  start,
  status,
  text,
  update,
  warnings,
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

describe('an answer that is none', () => {
  test.each([
    ['no JSON', text('<html>Log in</html>')],
    ['no list', json({ error: 'Unable to geocode' })],
    ['a list of something else', json(['here'])],
    ['a place without longitude', json([{ lat: '52' }])],
    ['a latitude out of range', json([{ lat: '90.5', lon: '13' }])],
    ['a longitude out of range', json([{ lat: '52', lon: '181' }])],
    ['a number in another notation', json([{ lat: '0x10', lon: '1e1' }])],
    ['a blank number', json([{ lat: '', lon: ' ' }])],
    ['null', json([{ lat: null, lon: null }])],
    ['garbage after what is good', json([berlin, null])],
    ['too long', text(`[${' '.repeat(70_000)}]`)],
    [
      'cut off',
      (_, response) =>
        void response.writeHead(200, { 'content-length': 999 }).write('[', () => response.destroy()),
    ],
    ['a connection broken off', (_, response) => void response.destroy()],
    ['a redirect', (_, response) => void response.writeHead(302, { location: standIn.url }).end()],
    ['a refusal', status(403)],
    ['an error', status(500)],
    ['nothing', status(204)],
  ] satisfies [string, Answer][])(
    '(%s) gives no coordinates, and rests before it is asked for again',
    async (_, answer) => {
      const id = await create(linden)
      standIn.answer = answer
      const one = geocoder()
      expect(await one.geocodeDue()).toBe(0)
      expect(await coordinates(id)).toEqual([null, null])
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).not.toContain(standIn.url)
      standIn.answer = json([berlin])
      later({ seconds: 59 })
      expect(await one.geocodeDue()).toBe(0)
      expect(standIn.asked).toHaveLength(1)
      later({ seconds: 1 })
      expect(await one.geocodeDue()).toBe(1)
      expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
    },
  )

  test('where both coordinates are zero is a service that knows nothing', async () => {
    const id = await create(linden)
    standIn.answer = json([{ lat: 0, lon: -0 }])
    expect(await geocoder().geocodeDue()).toBe(1)
    expect(await coordinates(id)).toEqual([null, null])
  })

  test('that is slow is not waited for longer than allowed, headers or body', async () => {
    await create(linden)
    const one = geocoder({ timeout_ms: 100 })
    standIn.answer = () => undefined
    await one.geocodeDue()
    later({ hours: 1 })
    standIn.answer = (_, response) => void response.writeHead(200).write('[')
    await one.geocodeDue()
    expect(warnings).toEqual([
      'The geocoder took longer than 100 ms. It is left alone for 5 seconds.',
      'The geocoder took longer than 100 ms. It is left alone for 10 seconds.',
    ])
  })

  test('from nobody there is like any other failure', async () => {
    await create(linden)
    await standIn.close()
    await geocoder().geocodeDue()
    expect(warnings).toEqual([
      'The geocoder cannot be reached (ECONNREFUSED). It is left alone for 5 seconds.',
    ])
  })

  test('comes ever more rarely, for the same address and for the service', async () => {
    await create(linden)
    standIn.answer = status(500)
    const one = geocoder()
    const times: number[] = []
    for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 1) {
      await one.geocodeDue()
      if (times.length < standIn.asked.length) times.push(minutes)
      later({ minutes: 1 })
    }
    expect(times).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 3487])
  })

  test('rests the whole service, and a good one wakes it up', async () => {
    for (let number = 1; number <= 4; number += 1) await create({ ...linden, address: `Linden ${number}` })
    const one = geocoder({ interval_ms: 0 })
    const asked = async (wait: Temporal.DurationLike) => {
      later(wait)
      await one.geocodeDue()
      return standIn.asked.length
    }
    standIn.answer = status(500)
    expect(await asked({ seconds: 0 })).toBe(1)
    expect(await asked({ seconds: 4 })).toBe(1)
    expect(await asked({ seconds: 1 })).toBe(2)
    expect(await asked({ seconds: 9 })).toBe(2)
    standIn.answer = json([berlin])
    expect(await asked({ seconds: 1 })).toBe(4)
    expect(await asked({ minutes: 2 })).toBe(6)
  })

  test.each([
    ['in seconds', '600', 600],
    ['by date', 'Sat, 01 Mar 2031 12:10:00 GMT', 600],
    ['for longer than a day', '9999999', 86_400],
    ['in no way known', 'soon', 5],
  ])('because we ask too much is heeded (%s)', async (_, retryAfter, rest_s) => {
    const id = await create(linden)
    standIn.answer = status(429, { 'retry-after': retryAfter })
    const one = geocoder()
    await one.geocodeDue()
    standIn.answer = json([berlin])
    later({ seconds: rest_s - 1 })
    expect(await one.geocodeDue()).toBe(0)
    later({ seconds: 1 })
    expect(await one.geocodeDue()).toBe(1)
    expect(standIn.asked).toHaveLength(2)
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
  })
})
