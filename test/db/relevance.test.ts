import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous } from '../../src/http/auth/rights.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { type ListEvents, listEventsParams } from '../../src/records/events/events.params.ts'
import { listEvents } from '../../src/records/events/events.list.ts'
import type { Context } from '../../src/http/context.ts'
import { createTestCalendar, type TestCalendar } from '../support/calendar.ts'
import { forgetfulContext, readAs } from '../support/context.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const perPage = 50

let calendar: TestCalendar
let db: Database
let folder: string
let context: Context
beforeAll(async () => {
  calendar = await createTestCalendar({ events: 4000, now })
  db = calendar.db
  folder = await mkdtemp(join(tmpdir(), 'kalends-words-'))
  context = forgetfulContext(db, folder)
  await context.words.fill()
})
afterAll(async () => {
  await context.index.close()
  await context.words.close()
  await calendar.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['en er', undefined],
  ['en er', 'asc'],
  ['en er', 'desc'],
  ['an', undefined],
  ['en ing -zzz', undefined],
] as const)('of a long list by relevance each page is the one it is, for %s, %s', async (search, order) => {
  const words = search.split(' ').filter((word) => !word.startsWith('-'))
  const expected = await idsByRelevance(words)
  if (order === 'asc') expected.reverse()
  const pages = Math.ceil(expected.length / perPage)
  expect(expected.length).toBeGreaterThan(2500)
  for (let page = 1; page <= pages; page += 1) {
    const { events, total } = await pageOf({ search, order, page: String(page) })
    expect(total).toBe(expected.length)
    expect(events).toEqual(expected.slice((page - 1) * perPage, page * perPage))
  }
})

async function pageOf({ order, ...query }: { search: string; order: string | undefined; page: string }) {
  const asked = { ...query, ...(order ? { order } : {}), orderby: 'relevance', starts_after: '1990-01-01' }
  const params = readAs<ListEvents>(listEventsParams, { ...asked, per_page: String(perPage) })
  const reader = { caller: anonymous, now, digest: undefined }
  const { events, page } = await listEvents(context, params, reader)
  return { events: events.map(({ event }) => event.id), total: page.total }
}

/** The ids of all listed events with the words, by how many of them their titles lack, then as lists are ordered. */
async function idsByRelevance(words: readonly string[]): Promise<number[]> {
  const rows = await db.read
    .selectFrom('events')
    .select(['id', 'folded', 'title_folded', 'starts_at', 'date_at'])
    .where('status', '=', 'publish')
    .where('hide_from_listings', '=', 0)
    .where('password_digest', 'is', null)
    .execute()
  const misses = ({ title_folded }: (typeof rows)[number]) =>
    words.filter((word) => !title_folded.includes(word)).length
  return rows
    .filter(({ folded }) => words.every((word) => folded.includes(word)))
    .toSorted(
      (one, other) =>
        misses(one) - misses(other) ||
        one.starts_at - other.starts_at ||
        one.date_at - other.date_at ||
        one.id - other.id,
    )
    .map(({ id }) => id)
}
