import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous, type Caller } from '../../src/auth/rights.ts'
import type { Database } from '../../src/db/dialect.ts'
import { roles } from '../../src/db/tables.ts'
import { type ListEvents, listEventsParams } from '../../src/events/events.params.ts'
import { listEvents } from '../../src/events/events.query.ts'
import { orderOfEvents } from '../../src/events/events.order.ts'
import type { EventWithLinks } from '../../src/events/events.row.ts'
import { seek } from '../../src/events/events.seek.ts'
import { type Asked, eventsOf } from '../../src/events/events.source.ts'
import { findEventIds } from '../../src/events/events.walk.ts'
import { sortKeysOf } from '../../src/posts/posts.order.ts'
import { everywhere } from '../../src/posts/posts.places.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { countedAt } from '../support/countedAt.ts'
import { giveToEachRole } from '../support/people.ts'
import { forgetfulContext, readAs } from './plans.context.ts'
import type { Query } from './plans.queries.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const events = 600

let calendar: TestCalendar
let db: Database
let edges: number[] = []
/** Somebody of each role, each with events of their own if they may have any; and nobody. */
let readers: readonly Caller[] = []
beforeAll(async () => {
  calendar = await createTestCalendar({ events, now })
  db = calendar.db
  readers = [anonymous, ...(await giveToEachRole(db))]
  await linkToMany()
  await makeLong()
  await cancelSome()
  const rows = await db.read.selectFrom('events').select(['starts_at', 'ends_at']).execute()
  edges = rows.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
  // Lists around places are counted in memory from then on, but those of few events or with a password.
  const venues = await db.read.selectFrom('venues').select('id').execute()
  await countedAt(
    db,
    venues.map(({ id }) => id),
  )
})
afterAll(() => calendar.close())

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

/** Some that were published are in the trash, since yesterday or for a week. */
async function cancelSome(): Promise<void> {
  for (const [rest, days] of [1, 7].entries())
    await db.write((tx) =>
      tx
        .updateTable('events')
        .set({
          status: 'trash',
          status_before: 'publish',
          trashed_at: now.epochMilliseconds / 1000 - days * 86_400,
        })
        .where('status', '=', 'publish')
        .where(sql<number>`id % 13`, '=', rest)
        .execute(),
    )
}

/** Many of them last for days or months, and end when or after others start. */
async function makeLong(): Promise<void> {
  for (const [rest, days] of [1, 20, 40, 200].entries())
    await db.write((tx) =>
      tx
        .updateTable('events')
        .set((eb) => ({ ends_at: eb('starts_at', '+', days * 86_400) }))
        .where(sql<number>`id % 11`, '=', rest)
        .execute(),
    )
}

/** When one of the events starts or ends, or a second before or after that. */
const moment = fc
  .tuple(fc.nat(), fc.integer({ min: -1, max: 1 }))
  .map(([index, seconds]) => (edges[index % edges.length] ?? 0) + seconds)
  .map((at) => Temporal.Instant.fromEpochMilliseconds(at * 1000).toString())
const dates = ['start_date', 'end_date', 'starts_after', 'starts_before', 'ends_after', 'ends_before']
const window = fc
  .tuple(fc.subarray(dates, { maxLength: 4 }), moment, moment, moment, moment)
  .map(([names, ...moments]) => Object.fromEntries(names.map((name, index) => [name, moments[index] ?? ''])))
const flags = fc
  .tuple(fc.subarray(['featured', 'geoloc', 'ticketed'], { maxLength: 2 }), fc.boolean())
  .map(([names, wanted]) => Object.fromEntries(names.map((name) => [name, String(wanted)])))
const circle = fc
  .constantFrom('1', '25', '300', '7000', '20000')
  .map((geoloc_radius) => ({ geoloc_lat: '52.5', geoloc_lng: '13.4', geoloc_radius }))
const bounds = fc
  .constantFrom('-180,-90,180,90', '13,52,14,53', '170,-50,-170,60')
  .map((geoloc_bbox) => ({ geoloc_bbox }))
const places = fc.oneof(circle, bounds)
const words = fc.constantFrom('en', 'er an', 'fest', 'ban -er', 'zzz').map((search) => ({ search }))
const statuses = fc
  .subarray(['publish', 'future', 'draft', 'pending', 'private', 'trash'], { minLength: 1 })
  .map((chosen) => ({ status: chosen.join(',') }))
const shown = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, statuses)

/** By ids as they are filled in: categories at the top and below, tags, and the first venues and organizers. */
const links = fc.oneof(
  fc.integer({ min: 1, max: 8 }).map((id) => ({ categories: String(id) })),
  fc.integer({ min: 1, max: 8 }).map((id) => ({ categories: `${id},${id + 2},${id + 9}` })),
  fc.integer({ min: 41, max: 60 }).map((id) => ({ tags: String(id) })),
  fc.integer({ min: 41, max: 60 }).map((id) => ({ tags: `${id},${id + 1}` })),
  fc.integer({ min: 1, max: 20 }).map((id) => ({ venue: String(id) })),
  fc.integer({ min: 1, max: 2 }).map((id) => ({ venue: `${id},${id + 1}` })),
  fc.integer({ min: 130, max: 140 }).map((id) => ({ organizer: String(id) })),
)
const twoLinks = fc.tuple(links, links).map((parts): Query => Object.assign({}, ...parts))

const together = fc.tuple(flags, links, places, words).map((parts) => Object.assign({}, ...parts))
const pair = fc
  .tuple(fc.oneof(flags, links), fc.oneof(places, words))
  .map((parts) => Object.assign({}, ...parts))

/** Windows, with flags, links, places, or words, or with all of these as they come, of any statuses. */
const query = fc
  .tuple(window, shown, fc.oneof(flags, links, twoLinks, places, words, pair, together))
  .map((parts): Query => Object.assign({}, ...parts))

const password = fc.constantFrom(undefined, undefined, 'digest', 'other')

test('a list has as many events as its total says, for whoever reads it, and of those at places each once', async () => {
  const context = { ...forgetfulContext(db), perPageMax: events }
  const links = await db.read.selectFrom('event_venues').select(['event_id', 'venue_id']).execute()
  const met = new Set<number>()
  await fc.assert(
    fc.asyncProperty(query, fc.nat(roles.length), password, async (sent, who, digest) => {
      const params = { ...readAs<ListEvents>(listEventsParams, sent), per_page: events }
      const reader = { caller: readers[who] ?? anonymous, now, digest }
      const { page, events: listed, nearby } = await listEvents(context, params, reader)
      expect(page.total).toBe(listed.length)
      met.add(page.total)
      // As the database alone finds them.
      const found = await idsOf({ context, params, reader, nearby }, false)
      expect(listed.map(({ event }) => event.id)).toEqual(found)
      if (!nearby) return
      const others = await listEvents(context, everywhere(params), reader)
      const venues = new Set(nearby.ids)
      const there = new Set(links.filter((link) => venues.has(link.venue_id)).map((link) => link.event_id))
      const isTold = ({ event: { id, password_digest } }: EventWithLinks) =>
        there.has(id) && (password_digest === null || password_digest === digest)
      expect(listed.map(({ event }) => event.id)).toEqual(
        others.events.filter(isTold).map(({ event }) => event.id),
      )
    }),
    { numRuns: 1200 },
  )
  expect(met.size).toBeGreaterThan(40)
})

test('a feed has the same events, in their order, whether they were looked for in memory or by the database', async () => {
  const context = forgetfulContext(db)
  const blind = { ...context, db: { ...db, findListed: async () => undefined } }
  const since = fc.constantFrom(undefined, now.epochMilliseconds / 1000 - 3 * 86_400)
  let most = 0
  await fc.assert(
    fc.asyncProperty(query, fc.nat(roles.length), since, async (sent, who, cancelledSince) => {
      const params = readAs<ListEvents>(listEventsParams, sent)
      const reader = { caller: readers[who] ?? anonymous, now, digest: undefined }
      const walk = { params, reader, page: 1, perPage: events, cancelledSince }
      const found = await findEventIds(context, walk)
      expect(found).toEqual(await findEventIds(blind, walk))
      most = Math.max(most, found.ids.length)
    }),
    { numRuns: 400 },
  )
  expect(most).toBeGreaterThan(100)
})

test('a place in a list is sought where it is, from either end, and few events are met before it', async () => {
  const context = forgetfulContext(db)
  let left = 0
  const sent = fc.tuple(window, fc.oneof(flags, links)).map((parts): Query => Object.assign({}, ...parts))
  await fc.assert(
    fc.asyncProperty(
      sent,
      fc.nat(99),
      fc.boolean(),
      fc.nat(roles.length),
      async (query, share, isBackwards, who) => {
        const params = readAs<ListEvents>(listEventsParams, query)
        const asked = {
          context,
          params,
          reader: { caller: readers[who] ?? anonymous, now },
          nearby: undefined,
        }
        const all = await idsOf(asked, isBackwards)
        const offset = Math.floor((all.length * share) / 100)
        const sought = await seek(asked, { offset, limit: 10, total: all.length, isBackwards }, 1)
        expect((await idsOf(sought.asked, isBackwards)).slice(sought.offset)).toEqual(all.slice(offset))
        expect(sought.offset).toBeLessThanOrEqual(offset)
        left += offset - sought.offset
      },
    ),
    { numRuns: 400 },
  )
  expect(left).toBeGreaterThan(1000)
})

/** The events in the order of starts. */
async function idsOf(asked: Asked, isBackwards: boolean): Promise<number[]> {
  const { query } = await eventsOf(asked)
  const terms = sortKeysOf(orderOfEvents(db.dialect, {}), isBackwards ? 'desc' : 'asc')
  const rows = await terms
    .reduce((query, [term, way]) => query.orderBy(term, way), query.select('events.id'))
    .execute()
  return rows.map(({ id }) => id)
}

test('a list that looks everywhere has what has a place, and neither has what it may not tell of', async () => {
  const totalOf = async (sent: Record<string, string>, digest?: string) => {
    const params = readAs<ListEvents>(listEventsParams, { starts_after: '2020-01-01', ...sent })
    const { page } = await listEvents(forgetfulContext(db), params, { caller: anonymous, now, digest })
    return page.total
  }
  const placed = await totalOf({ geoloc: 'true' })
  const everywhere = { geoloc_bbox: '-180,-90,180,90' }
  expect(placed).toBeGreaterThan(0)
  expect(await totalOf(everywhere)).toBe(placed)
  const known = await totalOf({ geoloc: 'true' }, 'digest')
  expect(known).toBeGreaterThan(placed)
  expect(await totalOf(everywhere, 'digest')).toBe(known)
  expect(await totalOf({ ...everywhere, geoloc: 'false' })).toBe(0)
})
