import { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createGeocoder } from '../../src/records/geocoding/geocoding.worker.ts'
import { findDue } from '../../src/records/geocoding/geocoding.query.ts'
import { usesSqlite } from '../support/database.ts'
import {
  app,
  berlin,
  coordinates,
  create,
  geocoder,
  json,
  later,
  linden,
  now,
  partsOf,
  place,
  seconds,
  standIn,
  start,
  update,
  waited,
  warnings,
  useGeocoding,
} from './geocoding.ts'

useGeocoding()

describe('questions', () => {
  test('are never asked faster than one an interval', async () => {
    for (let number = 0; number < 5; number += 1) await create({ ...linden, address: `Linden ${number}` })
    const moments: number[] = []
    standIn.answer = (request, response) => {
      moments.push(now.since(start).total('milliseconds'))
      json([berlin])(request, response)
    }
    const one = geocoder({ interval_ms: 1500 })
    expect(await one.geocodeDue()).toBe(5)
    await create({ ...linden, address: 'Linden 6' })
    later({ milliseconds: 400 })
    await one.geocodeDue()
    expect(moments).toEqual([0, 1500, 3000, 4500, 6000, 7500])
    expect(waited).toEqual([1500, 1500, 1500, 1500, 1100])
  })

  test('do not wait for a clock that was set back', async () => {
    await create(linden)
    const one = geocoder()
    await one.geocodeDue()
    await create({ ...linden, address: 'Linden 2' })
    later({ hours: -5 })
    await one.geocodeDue()
    expect(waited).toEqual([1000])
  })

  test('are asked a few dozen at a time', async () => {
    for (let number = 0; number < 55; number += 1) await create({ ...linden, address: `Linden ${number}` })
    const one = geocoder()
    expect(await one.geocodeDue()).toBe(50)
    expect(await one.geocodeDue()).toBe(5)
  })

  test('are not asked twice by two processes', async () => {
    const ids = await Promise.all(
      [0, 1, 2, 3].map((number) => create({ ...linden, address: `Linden ${number}` })),
    )
    const two = [geocoder(), geocoder()]
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(two.map((one) => one.geocodeDue()))
      later({ minutes: 3 })
    }
    expect(new Set(standIn.asked.map(({ url }) => url)).size).toBe(4)
    expect(standIn.asked).toHaveLength(4)
    for (const id of ids) expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
  })

  test('that a process took to its grave are asked by another after a while', async () => {
    const id = await create(linden)
    const address = ['unter den linden 1', 'berlin', '', '10117', 'germany'].join('\n')
    await app.db.write((tx) =>
      tx
        .insertInto('geocoding_cache')
        .values({ address, attempts: 0, next_try_at: seconds(now) + 120 })
        .execute(),
    )
    const one = geocoder()
    await one.geocodeDue()
    later({ seconds: 119 })
    await one.geocodeDue()
    expect(standIn.asked).toEqual([])
    later({ seconds: 1 })
    await one.geocodeDue()
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
  })

  test('are given up at once when the service stops, and asked by the next process', async () => {
    const id = await create(linden)
    const isAsked = Promise.withResolvers<void>()
    standIn.answer = () => isAsked.resolve()
    const one = geocoder()
    const pass = one.geocodeDue()
    await isAsked.promise
    await one.close()
    expect(await pass).toBe(0)
    expect(await one.geocodeDue()).toBe(0)
    expect(warnings).toEqual([])
    standIn.answer = json([berlin])
    await geocoder().geocodeDue()
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
  })

  test('that wait for their turn are given up as well', async () => {
    const id = await create(linden)
    await create({ ...linden, address: 'Linden 2' })
    const { sleep: _, ...parts } = partsOf({ interval_ms: 3_600_000 })
    const one = createGeocoder(parts)
    const pass = one.geocodeDue()
    await expect.poll(() => coordinates(id)).not.toEqual([null, null])
    await one.close()
    expect(await pass).toBe(1)
    expect(standIn.asked).toHaveLength(1)
  })

  test('are asked of nobody without the setting', async () => {
    await create(linden)
    const one = geocoder({ url: '', fetch: () => expect.unreachable() })
    expect(await one.geocodeDue()).toBe(0)
    await one.close()
  })
})

describe('what a person says', () => {
  test('wins: coordinates that were given are not looked up', async () => {
    const id = await create(linden)
    await place(id, 1, 2)
    expect(await geocoder().geocodeDue()).toBe(0)
    await update(id, { city: 'Potsdam' })
    expect(await geocoder().geocodeDue()).toBe(0)
    expect(standIn.asked).toEqual([])
    expect(await coordinates(id)).toEqual([1, 2])
  })

  test('wins also when it is said while the question is asked', async () => {
    const id = await create(linden)
    standIn.answer = async (request, response) => {
      await place(id, 1, 2)
      json([berlin])(request, response)
    }
    const one = geocoder()
    expect(await one.geocodeDue()).toBe(0)
    expect(await one.geocodeDue()).toBe(0)
    expect(await coordinates(id)).toEqual([1, 2])
  })

  test('wins over coordinates that were looked up, whatever the address is changed to', async () => {
    const id = await create(linden)
    const one = geocoder()
    await one.geocodeDue()
    await place(id, 1, 2)
    await update(id, { city: 'Potsdam' })
    await one.geocodeDue()
    expect(standIn.asked).toHaveLength(1)
    expect(await coordinates(id)).toEqual([1, 2])
  })

  test('of another address has it looked up anew', async () => {
    const id = await create(linden)
    const one = geocoder()
    await one.geocodeDue()
    await update(id, { city: 'Potsdam' })
    standIn.answer = json([{ lat: '52.39', lon: '13.06' }])
    await one.geocodeDue()
    expect(await coordinates(id)).toEqual([52.39, 13.06])
    await update(id, { city: 'Berlin' })
    await one.geocodeDue()
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
    expect(standIn.asked).toHaveLength(2)
  })

  test('of another address while the old one is asked for drops the answer', async () => {
    const id = await create(linden)
    standIn.answer = async (request, response) => {
      standIn.answer = json([{ lat: '52.39', lon: '13.06' }])
      await update(id, { city: 'Potsdam' })
      json([berlin])(request, response)
    }
    const one = geocoder()
    await one.geocodeDue()
    expect(await coordinates(id)).toEqual([null, null])
    await one.geocodeDue()
    expect(await coordinates(id)).toEqual([52.39, 13.06])
  })

  test('of another address does not wait until the old one has rested', async () => {
    const id = await create(linden)
    standIn.answer = json({})
    const one = geocoder()
    await one.geocodeDue()
    await update(id, { city: 'Potsdam' })
    standIn.answer = json([berlin])
    later({ seconds: 5 })
    expect(await one.geocodeDue()).toBe(1)
  })

  test.each([
    ['that nobody knows', { city: 'Nowhere' }],
    ['that is none', { address: '', city: '' }],
  ])('of another address %s takes back the coordinates of the old one', async (_, change) => {
    const id = await create(linden)
    const one = geocoder()
    await one.geocodeDue()
    standIn.answer = json([])
    await update(id, change)
    await one.geocodeDue()
    expect(await coordinates(id)).toEqual([null, null])
  })

  test('of no coordinates is not contradicted, until the address changes', async () => {
    const id = await create(linden)
    const one = geocoder()
    await one.geocodeDue()
    await place(id, null, null)
    expect(await one.geocodeDue()).toBe(0)
    expect(await coordinates(id)).toEqual([null, null])
    await update(id, { address: 'Unter den Linden 2' })
    expect(await one.geocodeDue()).toBe(1)
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
  })

  test('of anything else leaves coordinates and questions alone', async () => {
    const id = await create(linden)
    const one = geocoder()
    await one.geocodeDue()
    await update(id, { phone: '030 1' })
    expect(await one.geocodeDue()).toBe(0)
    expect(await coordinates(id)).toEqual([52.517_036_5, 13.388_859_9])
  })
})

test('writes go on and are answered while a question has no answer', async () => {
  await create(linden)
  const isAsked = Promise.withResolvers<void>()
  standIn.answer = () => isAsked.resolve()
  const one = geocoder()
  const pass = one.geocodeDue()
  await isAsked.promise
  const id = await create({ ...linden, venue: 'Other' })
  await update(id, { city: 'Potsdam' })
  expect((await app.ask({ path: `venues/${id}` })).status).toBe(200)
  await one.close()
  await pass
})

test.runIf(usesSqlite())('venues that wait are found by their index', async () => {
  const { read } = app.db
  let asked: CompiledQuery | undefined
  const watched = read.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked = read.getExecutor().compileQuery(node, queryId)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await findDue(watched, seconds(now), 10)
  const explain = CompiledQuery.raw(`explain query plan ${asked?.sql}`, [...(asked?.parameters ?? [])])
  const { rows } = await read.executeQuery<{ detail: string }>(explain)
  expect(rows.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH venues USING INDEX venues_to_geocode \(<expr>/),
  ])
})
