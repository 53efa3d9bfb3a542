import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous, type Caller, type Ownership, visibleStatuses } from '../../src/auth/rights.ts'
import type { Database } from '../../src/db/dialect.ts'
import { roles } from '../../src/db/tables.ts'
import { findEvents, slicesOf } from '../../src/events/events.facets.ids.ts'
import { type EventFacetsParams, eventFacetsParams } from '../../src/events/events.facets.params.ts'
import { countFacets } from '../../src/events/events.facets.query.ts'
import { type ListEvents, listEventsParams } from '../../src/events/events.params.ts'
import { listEvents } from '../../src/events/events.query.ts'
import type { EventWithLinks } from '../../src/events/events.row.ts'
import { costKinds } from '../../src/text/costKind.ts'
import { fold } from '../../src/text/fold.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { wordOf } from '../support/dice.ts'
import { giveToEachRole } from '../support/people.ts'
import { forgetfulContext, readAs } from './plans.context.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const events = 400
const as = (caller: Caller) => ({ caller, now, digest: undefined })
const reader = as(anonymous)

let calendar: TestCalendar
let db: Database
/** Nobody, and somebody of each role with events of their own. */
let readers: readonly Caller[] = []
beforeAll(async () => {
  calendar = await createTestCalendar({ events, now })
  db = calendar.db
  readers = [anonymous, ...(await giveToEachRole(db))]
})
afterAll(() => calendar.close())

const moment = fc
  .integer({ min: -600 * 24 * 60, max: 600 * 24 * 60 })
  .map((minutes) => now.add({ minutes }).toZonedDateTimeISO('UTC').toPlainDateTime().toString())
const dates = ['start_date', 'end_date', 'starts_after', 'starts_before', 'ends_after', 'ends_before']
const window = fc
  .tuple(fc.subarray(dates, { maxLength: 3 }), fc.boolean(), fc.array(moment, { minLength: 3, maxLength: 3 }))
  .map(([names, isStrict, moments]): Record<string, string> => {
    const dated = names.map((name, index) => [name, moments[index] ?? ''])
    return Object.fromEntries(isStrict ? [['strict_dates', 'true'], ...dated] : dated)
  })

/** What the list has, as it stands, with all that is shown of its events. */
async function listedBy(query: Record<string, string>, caller = anonymous): Promise<EventWithLinks[]> {
  const params = { ...readAs<ListEvents>(listEventsParams, query), per_page: events }
  const listed = await listEvents({ ...forgetfulContext(db), perPageMax: events }, params, as(caller))
  return listed.events
}

const statusesOfChanges = ['trash', 'publish', 'draft', 'private'] as const

/** A change of one event, or of what follows for it. */
const change = fc.record({
  index: fc.nat(),
  days: fc.integer({ min: -300, max: 300 }),
  what: fc.constantFrom('move', 'hide', 'status', 'cost', 'price', 'parent'),
})

async function apply({ index, days, what }: { index: number; days: number; what: string }): Promise<void> {
  const all = await db.read.selectFrom('events').select(['id', 'starts_at']).orderBy('id').execute()
  const event = all[index % all.length]
  if (!event) return
  const starts_at = event.starts_at + days * 86_400
  const event_changes = {
    move: { starts_at, ends_at: starts_at + (index % 5) * 40_000 },
    hide: { hide_from_listings: days % 2 === 0 ? 1 : 0 },
    status: { status: statusesOfChanges[index % statusesOfChanges.length] ?? 'publish' },
    cost: { cost_kind: index % 4 },
  } as const
  await db.write(async (tx) => {
    if (what === 'price')
      await tx
        .updateTable('tickets')
        .set({ price: days > 0 ? '5' : '0' })
        .where('event_id', '<', event.id)
        .execute()
    else if (what === 'parent')
      await tx
        .updateTable('terms')
        .set({ parent: index % 3 })
        .where('id', '=', 6 + (index % 30))
        .execute()
    else
      await tx
        .updateTable('events')
        .set(event_changes[what as keyof typeof event_changes])
        .where('id', '=', event.id)
        .execute()
  })
}

/** Whether lists show a venue or an organizer to somebody. */
function isListedFor(caller: Caller, { status, author_id }: Ownership): boolean {
  const { everyone, own } = visibleStatuses(caller)
  return everyone.includes(status) || (author_id === caller.id && own.includes(status))
}

interface Named {
  readonly id: number
  readonly name: string
}

/** The most frequent, most first, then by name. */
function most(found: readonly Named[], limit: number): { id: number; count: number }[] {
  const named = new Map(found.map(({ id, name }) => [id, Buffer.from(name)]))
  return [...Map.groupBy(found, ({ id }) => id)]
    .map(([id, all]) => ({ id, count: all.length, name: named.get(id) ?? Buffer.of() }))
    .toSorted(
      (one, other) => other.count - one.count || Buffer.compare(one.name, other.name) || one.id - other.id,
    )
    .slice(0, limit)
    .map(({ id, count }) => ({ id, count }))
}

const counted = (facet: readonly { id: number; count: number }[] | undefined) =>
  facet?.map(({ id, count }) => ({ id, count }))

test('whatever was written, facets of a window count what its list has for whoever reads it, and tell of the most frequent', async () => {
  const categories = async () => {
    const terms = await db.read.selectFrom('terms').select(['id', 'parent', 'name_folded']).execute()
    const byId = new Map(terms.map((term) => [term.id, term]))
    const above = (id: number): Named[] => {
      const term = byId.get(id)
      return term ? [{ id, name: term.name_folded }, ...above(term.parent)] : []
    }
    return above
  }
  await fc.assert(
    fc.asyncProperty(
      window,
      fc.nat(roles.length),
      fc.integer({ min: 1, max: 5 }),
      fc.array(change, { maxLength: 3 }),
      async (query, who, limit, changes) => {
        for (const each of changes) await apply(each)
        const caller = readers[who] ?? anonymous
        const listed = await listedBy(query, caller)
        const sent = { ...query, facet_limit: String(limit) }
        const params = readAs<EventFacetsParams>(eventFacetsParams, sent)
        const facets = await countFacets(forgetfulContext(db), params, as(caller))
        expect(facets.total).toBe(listed.length)
        const above = await categories()
        const ofEach = (named: (event: EventWithLinks) => readonly Named[]) =>
          most(
            listed.flatMap((event) =>
              isOpen(event) ? [...new Map(named(event).map((one) => [one.id, one])).values()] : [],
            ),
            limit,
          )
        expect(counted(facets.categories)).toEqual(
          ofEach((event) => event.categories.flatMap(({ id }) => above(id))),
        )
        expect(counted(facets.tags)).toEqual(ofEach(({ tags }) => tags.flatMap(({ id }) => above(id))))
        for (const kind of ['venues', 'organizers'] as const)
          expect(counted(facets[kind])).toEqual(
            ofEach((event) =>
              event[kind]
                .filter((linked) => isListedFor(caller, linked))
                .map(({ id, title }) => ({ id, name: fold(title) })),
            ),
          )
        expect(facets.cost?.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(
          listed.length,
        )
      },
    ),
    { numRuns: 300 },
  )
})

const narrowing = fc.constantFrom(
  { categories: '1,7' },
  { tags: '41,45,60' },
  { venue: '1,2,3' },
  { organizer: '1' },
  { search: wordOf(4) },
  { search: wordOf(9), categories: '2' },
  { featured: 'false' },
  { ticketed: 'true', tags: '41,42,43,44' },
  { categories: '3', geoloc_bbox: '-180,0,180,90' },
  { featured: 'true', geoloc: 'true' },
)

/** What a password protects, no facet tells (D62). */
function isOpen({ event }: EventWithLinks): boolean {
  return event.password_digest === null
}

/** What an event and its tickets tell of its cost, to those who do not know its password. */
function costOf(
  { event, tickets }: EventWithLinks,
  kind: number = costKinds.none,
): 'free' | 'paid' | 'unknown' {
  if (event.password_digest !== null || kind === costKinds.words) return 'unknown'
  if (kind !== costKinds.none) return kind === costKinds.free ? 'free' : 'paid'
  if (tickets.some(({ price }) => Number(price) > 0)) return 'paid'
  return tickets.some(({ price, kind }) => price !== null || kind === 'rsvp') ? 'free' : 'unknown'
}

test('facets of any other list count what it has, each without the filter of its own name', async () => {
  const events = await db.read.selectFrom('events').select(['id', 'cost_kind']).execute()
  const kinds = new Map(events.map(({ id, cost_kind }) => [id, cost_kind]))
  await fc.assert(
    fc.asyncProperty(window, narrowing, async (dated, narrow) => {
      const query = { ...dated, ...narrow, facet_limit: '100' }
      const facets = await countFacets(
        forgetfulContext(db),
        readAs<EventFacetsParams>(eventFacetsParams, query),
        reader,
      )
      const others = (name: string) =>
        Object.fromEntries(Object.entries({ ...dated, ...narrow }).filter(([of]) => of !== name))
      const listedWithout = async (name: string) => (await listedBy(others(name))).filter(isOpen)
      const listed = await listedBy(others(''))
      expect(facets.total).toBe(listed.length)
      for (const { value, count } of facets.cost ?? [])
        expect(count).toBe(listed.filter((one) => costOf(one, kinds.get(one.event.id)) === value).length)
      const isTrue = {
        featured: ({ event }: EventWithLinks) => event.featured === 1,
        ticketed: ({ tickets }: EventWithLinks) => tickets.length > 0,
      }
      for (const name of ['featured', 'ticketed'] as const) {
        const all = await listedWithout(name)
        const count = all.filter(isTrue[name]).length
        expect(facets[name]?.map(({ count }) => count)).toEqual([count, all.length - count])
      }
      const tags = (await listedWithout('tags')).flatMap(({ tags }) => tags)
      const named = tags.map(({ id, name }) => ({ id, name: fold(name) }))
      expect(counted(facets.tags)).toEqual(most(named, 100))
      const organizers = (await listedWithout('organizer')).flatMap(({ organizers }) => organizers)
      const shown = organizers.filter(({ status }) => status === 'publish')
      expect(counted(facets.organizers)).toEqual(
        most(
          shown.map(({ id, title }) => ({ id, name: fold(title) })),
          100,
        ),
      )
    }),
    { numRuns: 40 },
  )
})

test('the ids of a list are found in however small parts', async () => {
  await fc.assert(
    fc.asyncProperty(window, async (dated) => {
      const sent = { ...dated, categories: '1,2,3' }
      const params = readAs<ListEvents>(listEventsParams, sent)
      const asked = { context: forgetfulContext(db), params, reader, nearby: undefined }
      const { parts } = await findEvents(asked, { looked: 20, counted: 7 })
      const ids = (await listedBy(sent)).map(({ event }) => event.id).toSorted((one, other) => one - other)
      expect(parts.flat()).toEqual(ids)
      expect(parts.every(({ length }) => length <= 7)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('slices follow one another from limit to limit, and few events are in each', async () => {
  const all = { context: forgetfulContext(db), params: {}, reader, nearby: undefined }
  const at = fc.integer({ min: -600 * 86_400, max: 600 * 86_400 })
  const starts = (await listedBy({ starts_after: '2000-01-01' })).map(({ event }) => event.starts_at)
  let most = 0
  await fc.assert(
    fc.asyncProperty(at, at, async (one, other) => {
      const now_s = now.epochMilliseconds / 1000
      const [from, until] = [now_s + Math.min(one, other), now_s + Math.max(one, other) + 1]
      const slices = await slicesOf(all, { from, until }, 20)
      expect(slices.flatMap((slice) => [slice.from, slice.until])).toEqual([
        from,
        ...slices.slice(1).flatMap((slice) => [slice.from, slice.from]),
        until,
      ])
      for (const slice of slices) {
        expect(slice.from).toBeLessThan(slice.until)
        const within = starts.filter((start) => start >= slice.from && start < slice.until)
        most = Math.max(most, within.length)
      }
    }),
    { numRuns: 50 },
  )
  // What a day has stays together.
  expect(most).toBeGreaterThan(10)
  expect(most).toBeLessThan(starts.length / 2)
})

test('a list of few events is gone through in one slice, however many others there are', async () => {
  const limits = { from: -Infinity, until: Infinity }
  const all = { context: forgetfulContext(db), params: {}, reader, nearby: undefined }
  const [busiest] = await db.read
    .selectFrom('linked_totals')
    .where('link', '=', 'venue')
    .orderBy('events', 'desc')
    .select(['target_id', 'events'])
    .execute()
  if (!busiest) throw new Error('No event has a venue.')
  const ofVenue = { ...all, params: { venue: [busiest.target_id] } }
  expect(await slicesOf(ofVenue, limits, busiest.events)).toEqual([limits])
  expect((await slicesOf(ofVenue, limits, busiest.events - 1)).length).toBeGreaterThan(1)
  expect((await slicesOf(all, limits, busiest.events)).length).toBeGreaterThan(1)
})
