import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeLogs } from '../../src/db/changes.ts'
import type { Database, Writer } from '../../src/db/dialect.ts'
import type { Sees, Within } from '../../src/db/spans.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { always, countedAt } from '../support/countedAt.ts'

let calendar: TestCalendar
/** Two processes on one database: each keeps for itself where events are. */
let nodes: readonly [Database, Database]
let events: readonly number[] = []
let venues: readonly number[] = []
/** Venues of many events that stay there: where there are few, the database is asked rather than memory. */
let others: readonly number[] = []
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 60, now: Temporal.Instant.from('2031-02-15T12:00:00Z') })
  nodes = [calendar.db, await calendar.openAgain()]
  events = (await idsOf('events')).slice(0, 6)
  const all = await idsOf('venues')
  venues = all.slice(0, 3)
  others = all.slice(3)
})
afterAll(() => calendar.close())

/** The times of the events that change. */
const times = [10, 20, 30]

const change = fc.record({
  event: fc.nat(5),
  to: fc.oneof(
    fc.record({ venues: fc.array(fc.nat(2), { maxLength: 3 }) }),
    fc.record({ status: fc.constantFrom('publish' as const, 'draft' as const, 'trash' as const) }),
    fc.record({ hide_from_listings: fc.constantFrom(0 as const, 1 as const) }),
    fc.record({ password_digest: fc.constantFrom(null, 'digest') }),
    fc.constantFrom(...times).map((at) => ({ starts_at: at, ends_at: at + 5 })),
  ),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

const question = fc.record({
  node: fc.constantFrom(0 as const, 1 as const),
  at: fc.subarray([0, 1, 2]),
  from: fc.constantFrom(-Infinity, ...times),
  until: fc.constantFrom(Infinity, ...times),
  seesDrafts: fc.boolean(),
})

test('whatever happens to events and their venues, each process counts those that are listed there now', async () => {
  const steps = fc.array(fc.tuple(fc.array(change, { maxLength: 3 }), question), {
    minLength: 1,
    maxLength: 10,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      for (const [changes, { node, at, from, until, seesDrafts }] of steps) {
        for (const each of changes) await nodes[0].write((tx) => apply(tx, each))
        const within = { starts_at: { from, until }, ends_at: { from, until: Infinity } }
        const ids = [...others, ...at.map((index) => venues[index] ?? 0)]
        expect(
          await countedAt(nodes[node], ids, {
            ...always,
            within,
            sees: seesDrafts ? isDraft : undefined,
          }),
        ).toBe(await countInSql(ids, within, seesDrafts))
      }
    }),
    { numRuns: 100 },
  )
})

test('who has missed more changes of venues than are kept counts what is there now', async () => {
  const [first, second] = nodes
  const [event = 0] = events
  const [venue = 0] = venues
  const link = (to: number[]) => first.write((tx) => apply(tx, { event: 0, to: { venues: to } }))
  await first.write((tx) => tx.updateTable('events').set(shown).where('id', '=', event).execute())
  await link([])
  const ids = [...others, venue]
  const before = await countedAt(second, ids)
  await link([0])
  await missChanges(first)
  expect(await countedAt(second, ids)).toBe(before + 1)
})

test('an event that is removed is not counted, and removing a venue notes none of the many events it may have had', async () => {
  const [first, second] = nodes
  const [gone, kept] = [events[4] ?? 0, events[5] ?? 0]
  const venue = others.at(-1) ?? 0
  await first.write(async (tx) => {
    await tx.updateTable('events').set(shown).where('id', 'in', [gone, kept]).execute()
    await tx.deleteFrom('event_venues').where('event_id', 'in', [gone, kept]).execute()
    await tx
      .insertInto('event_venues')
      .values([gone, kept].map((event_id) => ({ event_id, venue_id: venue, position: 0 })))
      .execute()
  })
  const before = await countedAt(second, others)
  await first.write((tx) => tx.deleteFrom('items').where('id', '=', gone).execute())
  expect(await countedAt(second, others)).toBe(before - 1)
  const last = await lastNoted()
  await first.write((tx) => tx.deleteFrom('items').where('id', '=', venue).execute())
  expect(await lastNoted()).toBe(last)
})

test('where ids are too far between nothing is kept, until some thousand changes after they no longer are', async () => {
  const [db] = nodes
  const node = await calendar.openAgain()
  const [far, [near = 0]] = [2 ** 40, events]
  await db.write(async (tx) => {
    const rows = tx.selectFrom('events').selectAll().where('id', '=', near)
    await tx.insertInto('items').values({ id: far, kind: 'event' }).execute()
    const copy = { ...(await rows.executeTakeFirstOrThrow()), id: far, slug: 'far', uid: 'far' }
    await tx.insertInto('events').values(copy).execute()
  })
  for (const to of [[0], [1], [2]]) {
    await db.write((tx) => apply(tx, { event: 0, to: { venues: to } }))
    expect(await node.countAt(others, always)).toBeUndefined()
  }
  await db.write((tx) => tx.deleteFrom('items').where('id', '=', far).execute())
  await missChanges(db)
  expect(await countedAt(node, others)).toBe(await countInSql(others, always.within))
})

test('where few events are, the database is asked', async () => {
  await countedAt(nodes[0], others)
  expect(await nodes[0].countAt([], always)).toBeUndefined()
})

const shown = { status: 'publish', hide_from_listings: 0, password_digest: null } as const

const isDraft: Sees = ({ status, isProtected }) => status === 'draft' && !isProtected

async function countInSql(
  ids: readonly number[],
  { starts_at, ends_at }: Within,
  seesDrafts = false,
): Promise<number> {
  const shown = sql.join(['publish', ...(seesDrafts ? ['draft'] : [])])
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from events
    where status in (${shown}) and hide_from_listings = 0 and password_digest is null
      and starts_at >= ${Math.max(starts_at.from, -1e12)} and starts_at < ${Math.min(starts_at.until, 1e12)}
      and ends_at >= ${Math.max(ends_at.from, -1e12)}
      and id in (select event_id from event_venues where venue_id in (${sql.join([0, ...ids])}))`.execute(
    nodes[0].read,
  )
  return rows[0]?.count ?? NaN
}

async function apply(tx: Writer, { event, to }: Change): Promise<void> {
  const id = events[event] ?? 0
  if (!('venues' in to)) {
    await tx.updateTable('events').set(to).where('id', '=', id).execute()
    return
  }
  await tx.deleteFrom('event_venues').where('event_id', '=', id).execute()
  const links = to.venues.map((index, position) => ({ event_id: id, venue_id: venues[index] ?? 0, position }))
  if (links.length > 0) await tx.insertInto('event_venues').values(links).execute()
}

/** More changes than are kept. */
async function missChanges(db: Database): Promise<void> {
  const some = Array.from({ length: 500 }, () => ({ event_id: 0 }))
  await db.write(async (tx) => {
    for (const log of changeLogs)
      for (let time = 0; time < 10; time += 1) await tx.insertInto(log).values(some).execute()
  })
}

async function lastNoted(): Promise<number> {
  const { rows } = await sql<{ last: number }>`select max(number) as last from event_venue_changes`.execute(
    nodes[0].read,
  )
  return rows[0]?.last ?? 0
}

async function idsOf(table: 'events' | 'venues'): Promise<number[]> {
  const rows = await calendar.db.read.selectFrom(table).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
