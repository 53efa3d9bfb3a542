import fc from 'fast-check'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoggedLink, spanFlags } from '../../src/db/changes.ts'
import type { Database, Writer } from '../../src/db/dialect.ts'
import type { Wanted } from '../../src/db/eventSearch.ts'
import { linkSources } from '../../src/db/eventLinks.ts'
import type { LinkedTo } from '../../src/db/linkedRows.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { always, countedAt } from '../support/countedAt.ts'
import { otherTicketColumns } from './listings.changes.ts'

let calendar: TestCalendar
/** Two processes on one database: each keeps for itself which events are linked to what. */
let nodes: readonly [Database, Database]
let events: readonly number[] = []
/** The first three of each kind that events may be linked to. */
let targets: Readonly<Record<LoggedLink, readonly number[]>>
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 60, now: Temporal.Instant.from('2031-02-15T12:00:00Z') })
  nodes = [calendar.db, await calendar.openAgain()]
  events = (await idsOf('events')).slice(0, 6)
  const [venue, organizer, term] = [await idsOf('venues'), await idsOf('organizers'), await idsOf('terms')]
  targets = { venue: venue.slice(0, 3), organizer: organizer.slice(0, 3), term: term.slice(0, 3) }
  // From then on it is in memory which events lists show.
  for (const node of nodes) await countedAt(node, venue)
})
afterAll(() => calendar.close())

const link = fc.constantFrom('venue' as const, 'organizer' as const, 'term' as const)
const some = fc.subarray([0, 1, 2])
const change = fc.record({
  event: fc.nat(5),
  to: fc.oneof(
    fc.record({ link, places: some }),
    fc.constantFrom('publish' as const, 'draft' as const, 'trash' as const).map((status) => ({ status })),
    fc.constantFrom(0 as const, 1 as const).map((featured) => ({ featured })),
    fc.constantFrom('publish' as const, 'trash' as const, undefined).map((ticket) => ({ ticket })),
  ),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

const flag = fc.constantFrom(undefined, undefined, true, false)
const question = fc.record({
  node: fc.constantFrom(0 as const, 1 as const),
  wanted: fc.array(fc.record({ link, places: some }), { maxLength: 3 }),
  at: fc.option(fc.record({ places: some, isAt: fc.boolean() }), { nil: undefined }),
  flags: fc.record({ featured: flag, ticketed: flag }),
})

test('whatever happens to events, their links and flags, each process finds those with what is wanted now', async () => {
  const steps = fc.array(fc.tuple(fc.array(change, { maxLength: 3 }), question), {
    minLength: 1,
    maxLength: 10,
  })
  const met = new Set<number>()
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      for (const [changes, { node, wanted, at, flags }] of steps) {
        for (const each of changes) await nodes[0].write((tx) => apply(tx, each))
        const linked = wanted.map(linkedTo)
        const places = at
          ? [{ venues: at.places.map((place) => targets.venue[place] ?? 0), isAt: at.isAt }]
          : []
        const found = await nodes[node].findListed({ linked, places, flags }, always)
        expect(found?.ids()).toEqual(await findInSql({ linked, places, flags }))
        met.add(found?.size ?? NaN)
      }
    }),
    { numRuns: 150 },
  )
  expect(met.size).toBeGreaterThan(5)
})

test('who has missed more changes of links than are kept finds what is there now', async () => {
  const [first, second] = nodes
  const linked = [linkedTo({ link: 'term', places: [0] })]
  const event = 1
  await first.write((tx) => apply(tx, { event, to: { status: 'publish' } }))
  for (const places of [[0], [1], [0]]) {
    await first.write((tx) => apply(tx, { event, to: { link: 'term', places } }))
    await first.write(async (tx) => {
      for (let time = 0; time < 5000; time += 500)
        await tx
          .insertInto('event_term_changes')
          .values(Array.from({ length: 500 }, () => ({ event_id: events[5] ?? 0 })))
          .execute()
    })
    expect((await second.findListed({ linked }, always))?.ids()).toEqual(await findInSql({ linked }))
  }
})

test('removing a term that many events have notes none of them; for very many records the database is asked', async () => {
  const [first, second] = nodes
  const gone = (await idsOf('terms')).at(-1) ?? 0
  const rows = events.map((event_id) => ({ event_id, term_id: gone }))
  await first.write((tx) => tx.deleteFrom('event_terms').where('term_id', '=', gone).execute())
  await first.write((tx) => tx.insertInto('event_terms').values(rows).execute())
  const last = await lastNoted()
  await first.write((tx) => tx.deleteFrom('terms').where('id', '=', gone).execute())
  expect(await lastNoted()).toBe(last)
  const many = Array.from({ length: 65 }, (_, index) => index + 1)
  expect(await second.findListed({ linked: [{ link: 'term', ids: many }] }, always)).toBeUndefined()
})

function linkedTo({ link, places }: { link: LoggedLink; places: readonly number[] }): LinkedTo {
  return { link, ids: places.map((place) => targets[link][place] ?? 0) }
}

async function findInSql({ linked = [], places = [], flags = {} }: Wanted): Promise<number[]> {
  const isAmong = ({ link, ids }: LinkedTo) => {
    const { table, id } = linkSources[link]
    return sql<SqlBool>`id in (
      select event_id from ${sql.table(table)} where ${sql.ref(id)} in (${sql.join([0, ...ids])}))`
  }
  const holds = (condition: RawBuilder<SqlBool>, isWanted: boolean) =>
    isWanted ? condition : sql<SqlBool>`not ${condition}`
  const flagged = {
    featured: sql<SqlBool>`(featured = 1)`,
    ticketed: sql<SqlBool>`id in (select event_id from tickets where status = 'publish')`,
  }
  const conditions = [
    sql<SqlBool>`status = 'publish' and hide_from_listings = 0 and password_digest is null`,
    ...linked.map(isAmong),
    ...places.map(({ venues, isAt }) => holds(isAmong({ link: 'venue', ids: venues }), isAt)),
    ...spanFlags.flatMap((flag) => (flags[flag] === undefined ? [] : holds(flagged[flag], flags[flag]))),
  ]
  const { rows } = await sql<{ id: number }>`
    select id from events where ${sql.join(conditions, sql` and `)} order by id`.execute(nodes[0].read)
  return rows.map(({ id }) => id)
}

async function apply(tx: Writer, { event, to }: Change): Promise<void> {
  const event_id = events[event] ?? 0
  if ('ticket' in to) {
    await tx.deleteFrom('tickets').where('event_id', '=', event_id).execute()
    const { ticket: status } = to
    if (status)
      await tx
        .insertInto('tickets')
        .values({ ...ticket, event_id, status })
        .execute()
    return
  }
  if ('status' in to || 'featured' in to) {
    await tx.updateTable('events').set(to).where('id', '=', event_id).execute()
    return
  }
  const { link, ids } = linkedTo(to)
  const { table } = linkSources[link]
  await tx.deleteFrom(table).where('event_id', '=', event_id).execute()
  const positioned = ids.map((id, position) => ({ event_id, id, position }))
  for (const { id, position } of positioned) {
    if (link === 'term') await tx.insertInto('event_terms').values({ event_id, term_id: id }).execute()
    else if (link === 'venue')
      await tx.insertInto('event_venues').values({ event_id, venue_id: id, position }).execute()
    else await tx.insertInto('event_organizers').values({ event_id, organizer_id: id, position }).execute()
  }
}

const ticket = { kind: 'paid', name: 'Ticket', price: '5', ...otherTicketColumns } as const

async function lastNoted(): Promise<number> {
  const { rows } = await sql<{ last: number }>`select max(number) as last from event_term_changes`.execute(
    nodes[0].read,
  )
  return rows[0]?.last ?? 0
}

async function idsOf(table: 'events' | 'venues' | 'organizers' | 'terms'): Promise<number[]> {
  const rows = await nodes[0].read.selectFrom(table).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
