import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous } from '../../src/auth/rights.ts'
import { createUser } from '../../src/auth/users.ts'
import type { Database } from '../../src/db/dialect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { type ListEvents, listEventsParams } from '../../src/events/events.params.ts'
import { listEvents } from '../../src/events/events.query.ts'
import type { EventRow } from '../../src/events/events.row.ts'
import { everywhere } from '../../src/posts/posts.places.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { fillCalendar } from '../support/fill.ts'
import { forgetfulContext, readAs } from './plans.context.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const events = 600

let folder: string
let place: TestDatabase
let db: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kalends-totals-'))
  place = await createTestDatabase(folder)
  db = await openDatabase(place.url)
  const { id } = await createUser(db, { login: 'a', email: 'a@example.org', role: 'administrator' }, 0)
  await fillCalendar(db, { events, now, authors: [id] })
  await linkToMany()
}, 120_000)
afterAll(async () => {
  await db.close()
  await place.remove()
  rmSync(folder, { recursive: true })
})

/** Every third event is at several venues more, some of them named twice. */
async function linkToMany(): Promise<void> {
  const ids = async (table: 'events' | 'venues') =>
    (await db.read.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
  const venues = await ids('venues')
  const links = (await ids('events')).flatMap((event_id) =>
    Array.from({ length: event_id % 3 === 0 ? 2 + (event_id % 5) : 0 }, (_, index) => ({
      event_id,
      venue_id: venues[(event_id * 7 + index * index) % venues.length] ?? 0,
      position: index + 2,
    })),
  )
  await db.write((tx) => tx.insertInto('event_venues').values(links).execute())
}

const moment = fc
  .integer({ min: -600 * 24 * 60, max: 600 * 24 * 60 })
  .map((minutes) => now.add({ minutes }).toZonedDateTimeISO('UTC').toPlainDateTime().toString())
const dates = ['start_date', 'end_date', 'starts_after', 'starts_before', 'ends_after', 'ends_before']
const window = fc
  .tuple(fc.subarray(dates, { maxLength: 2 }), moment, moment)
  .map(([names, ...moments]) => Object.fromEntries(names.map((name, index) => [name, moments[index]])))
const flags = fc
  .tuple(fc.subarray(['featured', 'geoloc', 'ticketed'], { maxLength: 2 }), fc.boolean())
  .map(([names, wanted]) => Object.fromEntries(names.map((name) => [name, String(wanted)])))
const circle = fc
  .constantFrom('1', '25', '300', '7000', '20000')
  .map((geoloc_radius) => ({ geoloc_lat: '52.5', geoloc_lng: '13.4', geoloc_radius }))
const bounds = fc
  .constantFrom('-180,-90,180,90', '13,52,14,53', '170,-50,-170,60')
  .map((geoloc_bbox) => ({ geoloc_bbox }))
const places = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, circle, bounds)

/** Windows, with flags and places as they come. */
const query = fc
  .tuple(window, flags, places)
  .map((parts): Record<string, string> => Object.assign({}, ...parts))

test('a list has as many events as its total says, and of those at places each once', async () => {
  const context = { ...forgetfulContext(db), perPageMax: events }
  const links = await db.read.selectFrom('event_venues').select(['event_id', 'venue_id']).execute()
  const met = new Set<number>()
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(undefined, 'digest', 'other'), async (sent, digest) => {
      const params = { ...readAs<ListEvents>(listEventsParams, sent), per_page: events }
      const reader = { caller: anonymous, now, digest }
      const { page, events: listed, nearby } = await listEvents(context, params, reader)
      expect(page.total).toBe(listed.length)
      met.add(page.total)
      if (!nearby) return
      const others = await listEvents(context, everywhere(params), reader)
      const venues = new Set(nearby.ids)
      const there = new Set(links.filter((link) => venues.has(link.venue_id)).map((link) => link.event_id))
      const isTold = ({ id, password_digest }: EventRow) =>
        there.has(id) && (password_digest === null || password_digest === digest)
      expect(listed.map(({ id }) => id)).toEqual(others.events.filter(isTold).map(({ id }) => id))
    }),
    { numRuns: 400 },
  )
  expect(met.size).toBeGreaterThan(40)
})

test('a list that looks everywhere has what has a place, but for what it may not tell of', async () => {
  const totalOf = async (sent: Record<string, string>, digest?: string) => {
    const params = readAs<ListEvents>(listEventsParams, { starts_after: '2020-01-01', ...sent })
    const { page } = await listEvents(forgetfulContext(db), params, { caller: anonymous, now, digest })
    return page.total
  }
  const placed = await totalOf({ geoloc: 'true' })
  const everywhere = { geoloc_bbox: '-180,-90,180,90' }
  const told = await totalOf(everywhere)
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThan(placed)
  expect(await totalOf(everywhere, 'digest')).toBe(placed)
  expect(await totalOf({ ...everywhere, geoloc: 'false' })).toBe(0)
})
