import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest'
import {
  createGeocoder,
  type Geocoder,
  type GeocoderParts,
} from '../../src/records/geocoding/geocoding.worker.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

/** Where tests of geocoding take place, made anew for each: an app, and a geocoder on the loopback that answers as it is told. */
export let app: TestApp
/** What stands in for the geocoder. */
export let standIn: StandIn
/** When it is. */
export let now: Temporal.Instant
/** How long the geocoder was told to wait, in milliseconds, and what it warned of. */
export let waited: number[]
/** What was warned of. */
export let warnings: string[]

/** When each test begins. */
export const start = Temporal.Instant.from('2031-03-01T12:00:00Z')
/** Where the geocoder finds what it is asked for. */
export const berlin = { lat: '52.5170365', lon: '13.3888599' }
/** An address there. */
export const linden = { address: 'Unter den Linden 1', city: 'Berlin', zip: '10117', country: 'Germany' }

/** Makes all of this anew for each test of the file that calls it: modules are kept from file to file, and would do so for one only. */
export function useGeocoding(): void {
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
}

interface StandIn {
  readonly url: string
  readonly asked: { url: string; headers: IncomingMessage['headers'] }[]
  answer: Answer
  close(): Promise<void>
}

/** How the stand-in answers a request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

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

/** Answers with JSON. */
export function json(answer: unknown): Answer {
  return text(JSON.stringify(answer))
}

/** Answers with a text. */
export function text(answer: string): Answer {
  return (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
}

/** Answers with a status. */
export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_, response) => void response.writeHead(code, headers).end()
}

/** Asks the stand-in, by a clock that goes on only when it is told to or waited for. */
export function geocoder(parts: Partial<GeocoderParts> = {}): Geocoder {
  const one = createGeocoder(partsOf(parts))
  onTestFinished(() => one.close())
  return one
}

/** What a geocoder is made of, but for these parts. */
export function partsOf(parts: Partial<GeocoderParts>): GeocoderParts {
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

/** Sets the clock. */
export function setNow(moment: Temporal.Instant): void {
  now = moment
  app.setNow(moment)
}

/** Sets the clock on. */
export function later(duration: Temporal.DurationLike): void {
  setNow(now.add(duration))
}

/** The moment in epoch seconds. */
export function seconds(moment: Temporal.Instant): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}

/** The id of a new venue. */
export async function create(json: object): Promise<number> {
  return (await app.create('venues', { venue: 'Hall', ...json }, 'editor')).id
}

/** Changes a venue as an editor. */
export async function update(id: number, json: object): Promise<void> {
  const { status, text } = await app.ask({ as: 'editor', method: 'PATCH', path: `venues/${id}`, json })
  expect(status, text).toBe(200)
}

/** As a person does. */
export async function place(id: number, geo_lat: number | null, geo_lng: number | null): Promise<void> {
  await update(id, { geo_lat, geo_lng })
  expect(await coordinates(id)).toEqual([geo_lat, geo_lng])
}

/** The venue as it is stored. */
export async function rowOf(id: number) {
  return app.db.read.selectFrom('venues').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The coordinates of a venue as they are stored. */
export async function coordinates(id: number): Promise<[number | null, number | null]> {
  const { geo_lat, geo_lng } = await rowOf(id)
  return [geo_lat, geo_lng]
}
