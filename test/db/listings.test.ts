import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/db/dialect.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { changes } from './listings.changes.ts'
import { differences } from './listings.differences.ts'

let calendar: TestCalendar
let db: Database
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 60, now: Temporal.Instant.from('2031-02-15T12:00:00Z') })
  db = calendar.db
})
afterAll(() => calendar.close())

test('whatever happens to events and their links, listings say the same', async () => {
  const ids = (await db.read.selectFrom('events').select('id').execute()).map(({ id }) => id)
  expect(await differences(db.read)).toEqual([])
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
        if (isThere) await db.write(async (tx) => changes[name]?.(tx, id, some))
      }
      expect(await differences(db.read)).toEqual([])
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
  expect(await differences(db.read)).toEqual([])
  await db.write((tx) => tx.deleteFrom('terms').where('id', 'in', [9001, 9002, 9003]).execute())
  expect(await differences(db.read)).toEqual([])
})
