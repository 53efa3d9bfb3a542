import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous } from '../../src/http/auth/rights.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { type ListEvents, listEventsParams } from '../../src/records/events/events.params.ts'
import { listEvents } from '../../src/records/events/events.list.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { forgetfulContext, readAs } from '../support/context.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const reader = { caller: anonymous, now, digest: undefined }

/** Categories below one, and the ids of the first of these and of a tag. */
const below = 3000
const [root, firstBelow, tag] = [100_000, 100_001, 99_999]

let calendar: TestCalendar
let db: Database
let linked: readonly number[]
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 60, now })
  db = calendar.db
  const listed = await db.read
    .selectFrom('events')
    .select('id')
    .where('status', '=', 'publish')
    .where('hide_from_listings', '=', 0)
    .orderBy('id')
    .limit(6)
    .execute()
  const ids = listed.map(({ id }) => id)
  linked = ids.slice(0, 3)
  await db.write(async (tx) => {
    const children = Array.from({ length: below }, (_, index) => term(firstBelow + index, root))
    await db.dialect.insertAll(tx, 'terms', [term(tag, 0, 'post_tag'), term(root, 0), ...children])
    const links = [
      ...ids.map((event_id) => ({ event_id, term_id: tag })),
      ...linked.map((event_id, index) => ({ event_id, term_id: firstBelow + below - 1 - index })),
    ]
    await tx.insertInto('event_terms').values(links).execute()
  })
}, 120_000)
afterAll(() => calendar.close())

function term(id: number, parent: number, taxonomy = 'tribe_events_cat') {
  const name = `term-${id}`
  return {
    id,
    taxonomy,
    name,
    name_folded: name,
    slug: name,
    description: '',
    folded: name,
    parent,
    count: 0,
  }
}

const query = { categories: String(root), tags: String(tag), starts_after: '2000-01-01' }

test('a category with very many below it is a filter beside others, and no parameter for each of them', async () => {
  const context = forgetfulContext(db)
  const params = readAs<ListEvents>(listEventsParams, query)
  const { events, page } = await listEvents(context, params, reader)
  expect(events.map(({ event }) => event.id).toSorted((one, other) => one - other)).toEqual(linked)
  expect(page.total).toBe(linked.length)
})
