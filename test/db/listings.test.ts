import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/db/dialect.ts'
import { allEventLinks } from '../../src/db/eventLinks.ts'
import { toldCosts } from '../../src/db/listings/listings.costs.ts'
import { countedFlags, createListedDays, dayOf } from '../../src/db/listings/listings.days.ts'
import {
  linkedListings,
  listingColumns,
  type ListingFlagName,
  listingFlags,
} from '../../src/db/listings/listings.ts'
import { replacedIndexes } from '../../src/db/listings/listings.indexes.ts'
import { ranges } from '../../src/db/migrations/0012-ranges.ts'
import { flags } from '../../src/db/migrations/0014-flags.ts'
import { linkedDays } from '../../src/db/migrations/0018-linked-days.ts'
import { toldCosts as costs } from '../../src/db/migrations/0018-told-costs.ts'
import { listingTables } from '../../src/db/migrations/0019-tables.ts'
import { removals } from '../../src/db/migrations/0022-removals.ts'
import { deleteTermIn } from '../../src/terms/terms.write.ts'
import { costKinds } from '../../src/text/costKind.ts'
import { dump } from '../api/dump.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { usesSqlite } from '../support/database.ts'

let calendar: TestCalendar
let db: Database
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 60, now: Temporal.Instant.from('2031-02-15T12:00:00Z') })
  db = calendar.db
})
afterAll(() => calendar.close())

const columns = sql.join(['id', ...listingColumns].map((name) => sql.ref(name)))

/** The terms above each, and itself, by the parents that there are. */
const above = sql`
  with recursive above (term_id, id) as (
    select id, id from terms
    union select above.term_id, terms.parent from above join terms on terms.id = above.id where terms.parent <> 0)
  select term_id, id from above`

/** Of each kind of link, what events are linked to: by a term also to all above it. */
const linksOf = (table: keyof typeof linkedListings) => {
  const { links, column } = linkedListings[table]
  return table === 'term_listings'
    ? sql`(select event_id, above.id as target_id from event_terms join (${above}) as above on above.term_id = event_terms.term_id)`
    : sql`(select event_id, ${sql.ref(column)} as target_id from ${sql.table(links)})`
}

/** What there is in the one and not in the other, both ways: nothing, when listings are in step. */
async function differences(): Promise<unknown[]> {
  const pairs = [
    [sql`select ${columns} from events`, sql`select ${columns} from listings`],
    [above, sql`select term_id, ancestor_id from term_ancestors`],
    [sql.raw(allEventLinks), sql`select event_id, kind, position, id from event_links`],
    ...(Object.keys(linkedListings) as (keyof typeof linkedListings)[]).map((table) => [
      sql`select distinct links.target_id, events.* from ${linksOf(table)} as links
        join (select ${columns} from events) as events on events.id = links.event_id`,
      sql`select distinct target_id, ${columns} from ${sql.table(table)}`,
    ]),
    ...(Object.keys(listingFlags) as ListingFlagName[]).map((name) => [
      sql`select id from events where ${sql.raw(listingFlags[name].holdsFor('events.id'))}`,
      sql`select id from listings where ${sql.ref(name)} = 1`,
    ]),
  ] as const
  const found: unknown[] = [...(await daysThatDiffer()), ...(await linksThatDiffer())]
  for (const [wanted, kept] of pairs) {
    for (const [one, other] of [
      [wanted, kept],
      [kept, wanted],
    ] as const) {
      const { rows } =
        await sql`select * from (${one}) as one except select * from (${other}) as other`.execute(db.read)
      found.push(...rows)
    }
  }
  return found
}

/** Days on which not as many events start or end as are counted there, all of them or those with a flag. */
async function daysThatDiffer(): Promise<unknown[]> {
  const holds = (name: ListingFlagName) =>
    sql<number>`case when ${sql.raw(listingFlags[name].holdsFor('events.id'))} then 1 else 0 end`.as(name)
  const listed = await db.read
    .selectFrom('events')
    .select(['starts_at', 'ends_at', 'featured', holds('placed'), holds('ticketed')])
    .where('status', '=', 'publish')
    .where('hide_from_listings', '=', 0)
    .execute()
  const counts = ['events', ...countedFlags] as const
  const wanted = new Map<string, number>()
  for (const event of listed)
    for (const edge of ['starts_at', 'ends_at'] as const)
      for (const name of counts) {
        const count = `${name} ${edge} ${dayOf(event[edge])}`
        const number = name === 'events' ? 1 : event[name]
        if (number > 0) wanted.set(count, (wanted.get(count) ?? 0) + number)
      }
  const days = await db.read.selectFrom('listed_days').selectAll().execute()
  const kept = new Map(
    days.flatMap((row) =>
      counts
        .filter((name) => row[name] !== 0)
        .map((name): [string, number] => [`${name} ${row.edge} ${row.day}`, row[name]]),
    ),
  )
  return [...new Set([...wanted.keys(), ...kept.keys()])]
    .filter((count) => wanted.get(count) !== kept.get(count))
    .map((count) => [count, wanted.get(count), kept.get(count)])
}

/** Days, or all of them, on which not as many events start of those linked to something as are counted there. */
async function linksThatDiffer(): Promise<unknown[]> {
  const wanted: Counted = new Map()
  for (const link of ['term', 'venue', 'organizer'] as const) {
    const listed = await db.read
      .selectFrom(`${link}_listings`)
      .select(['target_id', 'starts_at'])
      .where('status', '=', 'publish')
      .where('hide_from_listings', '=', 0)
      .execute()
    for (const { target_id, starts_at } of listed)
      for (const day of [dayOf(starts_at), 'all']) add(wanted, `${link} ${target_id} ${day}`, 1)
  }
  for (const { starts_at, told } of await costsTold())
    for (const day of [dayOf(starts_at), 'all']) add(wanted, `cost ${told} ${day}`, 1)
  const kept: Counted = new Map()
  for (const { link, target_id, day, events } of await db.read
    .selectFrom('linked_days')
    .selectAll()
    .execute())
    add(kept, `${link} ${target_id} ${day}`, events)
  for (const { link, target_id, events } of await db.read.selectFrom('linked_totals').selectAll().execute())
    add(kept, `${link} ${target_id} all`, events)
  return [...new Set([...wanted.keys(), ...kept.keys()])]
    .filter((name) => (wanted.get(name) ?? 0) !== (kept.get(name) ?? 0))
    .map((name) => [name, wanted.get(name), kept.get(name)])
}

/** What listed events cost, by themselves or by their tickets. */
async function costsTold(): Promise<{ starts_at: number; told: number }[]> {
  const tickets = await db.read.selectFrom('tickets').selectAll().where('status', '=', 'publish').execute()
  const events = await db.read
    .selectFrom('events')
    .select(['id', 'starts_at', 'cost_kind'])
    .where('status', '=', 'publish')
    .where('hide_from_listings', '=', 0)
    .execute()
  return events.map(({ id, starts_at, cost_kind }) => {
    const own = tickets.filter(({ event_id }) => event_id === id)
    const prices = own.flatMap(({ kind, price }) => (kind === 'rsvp' ? '0' : (price ?? [])))
    const ofTickets = prices.some((price) => Number(price) > 0)
      ? 'paid'
      : prices.length > 0
        ? 'free'
        : 'unknown'
    const ofKind = {
      [costKinds.free]: 'free',
      [costKinds.paid]: 'paid',
      [costKinds.words]: 'unknown',
    } as const
    return { starts_at, told: toldCosts[cost_kind === 0 ? ofTickets : (ofKind[cost_kind as 1] ?? 'unknown')] }
  })
}

/** Of forty categories, those that are always there. */
const keptCategories = 25

/** Tables of numbers of events. */
const numberTables = ['listed_days', 'linked_days', 'linked_totals'] as const

type Counted = Map<string, number>

function add(counted: Counted, name: string, events: number): void {
  counted.set(name, (counted.get(name) ?? 0) + events)
}

/** What writes do to events and their links, each with numbers to choose by. */
const changes: Readonly<Record<string, (event: number, other: number) => Promise<unknown>>> = {
  move: (id, starts_at) =>
    db.write((tx) =>
      tx
        .updateTable('events')
        .set({ starts_at, ends_at: starts_at + 1 })
        .where('id', '=', id)
        .execute(),
    ),
  trash: (id) =>
    db.write((tx) =>
      tx
        .updateTable('events')
        .set({ status: 'trash', status_before: 'publish' })
        .where('id', '=', id)
        .execute(),
    ),
  hide: (id, some) =>
    db.write((tx) =>
      tx
        .updateTable('events')
        .set({ hide_from_listings: some % 2 === 0 ? 1 : 0, featured: 1 })
        .where('id', '=', id)
        .execute(),
    ),
  'protect, or open': (id, some) =>
    db.write((tx) =>
      tx
        .updateTable('events')
        .set({ password_digest: some % 2 === 0 ? null : 'digest' })
        .where('id', '=', id)
        .execute(),
    ),
  'leave as it is': (id) =>
    db.write((tx) => tx.updateTable('events').set({ description: 'new' }).where('id', '=', id).execute()),
  'link to a term': (event_id, some) =>
    db.write((tx) =>
      tx
        .insertInto('event_terms')
        .values({ event_id, term_id: 1 + (some % keptCategories) })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    ),
  'link to venues anew': (event_id, some) =>
    db.write(async (tx) => {
      await tx.deleteFrom('event_venues').where('event_id', '=', event_id).execute()
      const [one, other] = [1 + (some % 7), 1 + (some % 5)]
      await tx
        .insertInto('event_venues')
        .values([one, other, one].map((venue_id, position) => ({ event_id, venue_id, position })))
        .execute()
    }),
  'link to a venue before the others': (event_id, some) =>
    db.write(async (tx) => {
      await tx.deleteFrom('event_venues').where('event_id', '=', event_id).where('position', '=', 0).execute()
      await tx
        .insertInto('event_venues')
        .values({ event_id, venue_id: 1 + (some % 7), position: 0 })
        .execute()
    }),
  'place a venue, or publish it': (_, some) =>
    db.write((tx) =>
      tx
        .updateTable('venues')
        .set({ geo_lat: some % 3 === 0 ? null : 1, status: some % 5 === 0 ? 'trash' : 'publish' })
        .where('id', '=', 1 + (some % 7))
        .execute(),
    ),
  'sell a ticket': (event_id, some) =>
    db.write((tx) =>
      tx
        .insertInto('tickets')
        .values({
          event_id,
          status: some % 4 === 0 ? 'trash' : 'publish',
          kind: some % 7 === 0 ? 'rsvp' : 'paid',
          name: 'Ticket',
          price: some % 7 === 0 ? null : ([null, '0.00', '0.50'][some % 3] ?? null),
          description: '',
          url: '',
          currency: 'EUR',
          position: 0,
          created_at: 0,
          modified_at: 0,
        })
        .execute(),
    ),
  'trash tickets, or have them back': (event_id, some) =>
    db.write((tx) =>
      tx
        .updateTable('tickets')
        .set({ status: some % 2 === 0 ? 'trash' : 'publish' })
        .where('event_id', '=', event_id)
        .execute(),
    ),
  'sell tickets at another price, or for another event': (event_id, some) =>
    db.write((tx) =>
      tx
        .updateTable('tickets')
        .set({ price: some % 2 === 0 ? '0' : '12', event_id })
        .where('id', '=', 1 + (some % 10))
        .execute(),
    ),
  'cost something': (id, some) =>
    db.write((tx) =>
      tx
        .updateTable('events')
        .set({ cost_kind: some % 4 })
        .where('id', '=', id)
        .execute(),
    ),
  'sell no tickets': (event_id) =>
    db.write((tx) => tx.deleteFrom('tickets').where('event_id', '=', event_id).execute()),
  'put a category below another one': (_, some) =>
    db.write((tx) =>
      tx
        .updateTable('terms')
        // Loops included: nothing keeps them out but the API.
        .set({ parent: some % 41 })
        .where('id', '=', 1 + (Math.floor(some / 41) % 40))
        .execute(),
    ),
  'unlink the first venue': (event_id) =>
    db.write((tx) =>
      tx.deleteFrom('event_venues').where('event_id', '=', event_id).where('position', '=', 0).execute(),
    ),
  'remove a venue': (_, some) =>
    db.write((tx) =>
      tx
        .deleteFrom('items')
        .where('kind', '=', 'venue')
        .where('id', '=', 8 + (some % 20))
        .execute(),
    ),
  'remove an organizer': (_, some) =>
    db.write(async (tx) => {
      const organizers = await tx.selectFrom('organizers').select('id').orderBy('id').execute()
      const { id = 0 } = organizers[some % organizers.length] ?? {}
      await tx.deleteFrom('items').where('id', '=', id).execute()
    }),
  'remove a category': (_, some) =>
    db.write(async (tx) => {
      const row = await tx
        .selectFrom('terms')
        .selectAll()
        .where('id', '=', keptCategories + 1 + (some % (40 - keptCategories)))
        .executeTakeFirst()
      if (row) await deleteTermIn(tx, row)
    }),
  'remove a term': (_, some) =>
    db.write((tx) =>
      tx
        .deleteFrom('terms')
        .where('id', '=', 41 + (some % 900))
        .execute(),
    ),
  remove: (id) => db.write((tx) => tx.deleteFrom('items').where('id', '=', id).execute()),
}

test('whatever happens to events and their links, listings say the same', async () => {
  const ids = (await db.read.selectFrom('events').select('id').execute()).map(({ id }) => id)
  expect(await differences()).toEqual([])
  const step = fc.tuple(
    fc.constantFrom(...Object.keys(changes)),
    fc.constantFrom(...ids),
    fc.integer({ min: 0, max: 2 ** 31 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const [name, id, some] of steps) {
        const isThere = await db.read
          .selectFrom('events')
          .select('id')
          .where('id', '=', id)
          .executeTakeFirst()
        if (isThere) await changes[name]?.(id, some)
      }
      expect(await differences()).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('of the venues of an event it is known which stand before another, and whether it has a password', async () => {
  const told = await db.read
    .selectFrom('venue_listings')
    .select(['id', 'target_id', 'after_id', 'protected'])
    .execute()
  const links = await db.read
    .selectFrom('event_venues')
    .innerJoin('events', 'events.id', 'event_venues.event_id')
    .select(['events.id', 'venue_id', 'password_digest'])
    .orderBy('event_id')
    .orderBy('position')
    .execute()
  const expected = [...Map.groupBy(links, ({ id }) => id)].flatMap(([id, own]) => {
    const venues = [...new Set(own.map(({ venue_id }) => venue_id))]
    return venues.map((target_id, index) => ({
      id,
      target_id,
      after_id: index < 2 ? (venues[index - 1] ?? 0) : null,
      protected: own[0]?.password_digest ? 1 : 0,
    }))
  })
  const inOrder = (rows: typeof told) => rows.map((row) => JSON.stringify(row)).toSorted()
  expect(inOrder(told)).toEqual(inOrder(expected as typeof told))
  expect(new Set(told.map(({ after_id }) => after_id)).size).toBeGreaterThan(2)
})

test('a category that is made after those below it has their events', async () => {
  const { ids } = await db.write(async (tx) => {
    const term = (id: number, parent: number) => ({
      id,
      parent,
      taxonomy: 'tribe_events_cat' as const,
      name: `${id}`,
      name_folded: `${id}`,
      slug: `t${id}`,
      description: '',
      folded: '',
    })
    const { id: event_id } = await tx.selectFrom('events').select('id').executeTakeFirstOrThrow()
    await tx.insertInto('terms').values(term(9001, 9002)).execute()
    await tx.insertInto('event_terms').values({ event_id, term_id: 9001 }).execute()
    await tx.insertInto('terms').values(term(9002, 9003)).execute()
    await tx.insertInto('terms').values(term(9003, 0)).execute()
    return { ids: [event_id] }
  })
  const found = await db.read.selectFrom('term_listings').select('id').where('target_id', '=', 9003).execute()
  expect(found.map(({ id }) => id)).toEqual(ids)
  expect(await differences()).toEqual([])
  await db.write((tx) => tx.deleteFrom('terms').where('id', 'in', [9001, 9002, 9003]).execute())
  expect(await differences()).toEqual([])
})

test.runIf(usesSqlite())('a calendar of the version before has all of it once it is migrated', async () => {
  const written = await dump(db)
  await db.write(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'trigger' and (sql like '%listings%' or sql like '%listed_days%' or sql like '%term_ancestors%')`.execute(
      tx,
    )
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(tx)
    await sql`drop view cost_listings`.execute(tx)
    for (const name of [...Object.keys(linkedListings), 'listings', ...numberTables, 'term_ancestors'])
      await sql`drop table ${sql.table(name)}`.execute(tx)
    // The listings took their place.
    for (const name of ['start', 'end', 'parent', 'title', 'modified'])
      await sql`create index if not exists ${sql.ref(`events_by_${name}`)} on events (id)`.execute(tx)
    await sql`create index if not exists events_listed on events (id)`.execute(tx)
    await sql`create index if not exists events_featured on events (id)`.execute(tx)
    await db.dialect.createListings(tx)
    await ranges(tx, db.dialect)
    await flags(tx, db.dialect)
    await linkedDays(tx, db.dialect)
    await costs(tx, db.dialect)
    await removals(tx, db.dialect)
  }, 'aside')
  expect(await dump(db)).toEqual(written)
  expect(await differences()).toEqual([])
})

test.runIf(!usesSqlite())(
  'a calendar of the version that had views has tables once it is migrated',
  async () => {
    const written = await dump(db)
    await db.write(async (tx) => {
      const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc where prorettype = 'trigger'::regtype and prosrc like '%listings%'`.execute(
        tx,
      )
      for (const { name } of rows) await sql`drop function ${sql.table(name)}() cascade`.execute(tx)
      await sql`drop view cost_listings`.execute(tx)
      for (const name of [...Object.keys(linkedListings), 'listings', ...numberTables])
        await sql`drop table ${sql.table(name)}`.execute(tx)
      for (const name of replacedIndexes) await sql`create index ${sql.ref(name)} on events (id)`.execute(tx)
      await db.dialect.createListings(tx)
      await createListedDays(tx, db.dialect)
      await db.dialect.createRanges(tx)
      await listingTables(tx, db.dialect)
    }, 'aside')
    expect(await dump(db)).toEqual(written)
    expect(await differences()).toEqual([])
  },
)
