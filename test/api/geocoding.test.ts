import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createGeocoder, type Geocoder, type GeocoderParts } from '../../src/geocoding/geocoding.worker.ts'
import { findDue } from '../../src/geocoding/geocoding.query.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { usesSqlite } from '../support/database.ts'

/** A geocoder on the loopback: it answers as it is told, and remembers what it was asked. */
let standIn: StandIn
let app: TestApp
let now: Temporal.Instant
let waited: number[]
let warnings: string[]

const start = Temporal.Instant.from('2031-03-01T12:00:00Z')
const berlin = { lat: '52.5170365', lon: '13.3888599' }
const linden = { address: 'Unter den Linden 1', city: 'Berlin', zip: '10117', country: 'Germany' }

beforeEach(async () => {
  standIn = await startStandIn()
  app = await createTestApp()
  ;[waited, warnings] = [[], []]
  setNow(start)
})
afterEach(async () => {
  await app.close()
  await standIn.close()
})

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
    await create(linden)
    await create({ ...linden, address: 'Linden 2' })
    const { sleep: _, ...parts } = partsOf({ interval_ms: 3_600_000 })
    const one = createGeocoder(parts)
    const pass = one.geocodeDue()
    await expect.poll(() => standIn.asked.length).toBe(1)
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

interface StandIn {
  readonly url: string
  readonly asked: { url: string; headers: IncomingMessage['headers'] }[]
  answer: Answer
  close(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => {
    standIn.asked.push({ url: request.url ?? '', headers: request.headers })
    standIn.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Of a server that listens on an IP address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/search`,
    asked: [],
    answer: json([berlin]),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function json(answer: unknown): Answer {
  return text(JSON.stringify(answer))
}

function text(answer: string): Answer {
  return (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
}

function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_, response) => void response.writeHead(code, headers).end()
}

/** Asks the stand-in, by a clock that goes on only when it is told to or waited for. */
function geocoder(parts: Partial<GeocoderParts> = {}): Geocoder {
  const one = createGeocoder(partsOf(parts))
  onTestFinished(() => one.close())
  return one
}

function partsOf(parts: Partial<GeocoderParts>): GeocoderParts {
  return {
    db: app.db,
    now: () => now,
    log: (message) => warnings.push(message),
    url: standIn.url,
    email: '',
    siteUrl: '',
    interval_ms: 1000,
    sleep: async (time_ms) => {
      waited.push(time_ms)
      later({ milliseconds: time_ms })
    },
    ...parts,
  }
}

function setNow(moment: Temporal.Instant): void {
  now = moment
  app.setNow(moment)
}

function later(duration: Temporal.DurationLike): void {
  setNow(now.add(duration))
}

function seconds(moment: Temporal.Instant): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}

async function create(json: object): Promise<number> {
  const asked = { as: 'editor', method: 'POST', path: 'venues', json: { venue: 'Hall', ...json } } as const
  const { status, body, text } = await app.ask(asked)
  expect(status, text).toBe(201)
  return body.id
}

async function update(id: number, json: object): Promise<void> {
  const { status, text } = await app.ask({ as: 'editor', method: 'PATCH', path: `venues/${id}`, json })
  expect(status, text).toBe(200)
}

/** As a person does. */
async function place(id: number, geo_lat: number | null, geo_lng: number | null): Promise<void> {
  await update(id, { geo_lat, geo_lng })
  expect(await coordinates(id)).toEqual([geo_lat, geo_lng])
}

async function rowOf(id: number) {
  return app.db.read.selectFrom('venues').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function coordinates(id: number): Promise<[number | null, number | null]> {
  const { geo_lat, geo_lng } = await rowOf(id)
  return [geo_lat, geo_lng]
}
