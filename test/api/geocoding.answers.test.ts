import { describe, expect, test } from 'vitest'
import {
  type Answer,
  berlin,
  coordinates,
  create,
  geocoder,
  json,
  later,
  linden,
  setNow,
  start,
  standIn,
  status,
  text,
  warnings,
  useGeocoding,
} from './geocoding.ts'

useGeocoding()

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
    const times = [0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 3487]
    let minutes = 0
    const askedAt = async (minute: number) => {
      later({ minutes: minute - minutes })
      minutes = minute
      await one.geocodeDue()
      return standIn.asked.length
    }
    // What is due stays so: not a minute before means at no time before.
    for (const [so, minute] of times.entries()) {
      if (minute - minutes > 1) expect([minute - 1, await askedAt(minute - 1)]).toEqual([minute - 1, so])
      expect([minute, await askedAt(minute)]).toEqual([minute, so + 1])
    }
    expect(await askedAt(3 * 24 * 60)).toBe(times.length)
  })

  test('rests until no date of a clock that was wrong', async () => {
    const id = await create(linden)
    const one = geocoder()
    standIn.answer = status(500)
    setNow(start.add({ hours: 24 * 365 }))
    expect(await one.geocodeDue()).toBe(0)
    standIn.answer = json([berlin])
    setNow(start.add({ minutes: 5 }))
    expect(await one.geocodeDue()).toBe(1)
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
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
