import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findZone } from '../../src/pure/calendar/zone.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openText } from '../../src/outward/imports/imports.textSource.ts'
import { emptyCalendar } from '../imports/importing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { event } from './generated.ts'

const siteZone = findZone('Europe/Berlin') ?? { name: 'UTC', id: 'UTC' }
const now = Temporal.Instant.from('2031-03-10T10:00:00Z')
const open = (text: string, name: string, map = new Map<string, string>()) =>
  openText(text, { name, siteZone, now, map })

describe('feeds of ours', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
    const ids = { venues: [], organizers: [], categories: [], tags: [], parents: [] }
    const shared = { ...ids, ...(await linkable(app)) }
    for (const fields of fc.sample(event(shared), 60)) {
      await app.ask({
        as: 'administrator',
        method: 'POST',
        path: 'events',
        json: {
          ...fields,
          status: 'publish',
          hide_from_listings: false,
          password: undefined,
          date: undefined,
          date_utc: undefined,
        },
      })
    }
  })
  afterAll(() => app.close())

  test.each(['ics', 'csv'])(
    'read as .%s give events at the same instants, and read again nothing new',
    async (extension) => {
      const { text, status } = await app.ask({
        path: `events.${extension}`,
        query: { start_date: '0002-01-01', end_date: '9998-12-31' },
      })
      expect(status, text).toBe(200)
      const { db, run } = await emptyCalendar({ IMAGE_FETCH: 'false' })
      const report = await run(open(text, `feed.${extension}`))
      expect(report.skipped).toEqual([])
      const there = await instants(app.db)
      expect(there.length).toBeGreaterThan(20)
      expect(await instants(db)).toEqual(there)
      const again = await run(open(text, `feed.${extension}`))
      expect(again.counts.event).toMatchObject({ created: 0, updated: 0, unchanged: there.length })
      expect(await instants(db)).toEqual(there)
    },
  )
})

test('a calendar that is read again in another version changes what has changed', async () => {
  const { db, run } = await emptyCalendar()
  const text = (title: string, count: number) =>
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:class@example.org',
      `SUMMARY:${title}`,
      'DTSTART;TZID=Europe/Berlin:20310318T180000',
      'DTEND;TZID=Europe/Berlin:20310318T190000',
      `RRULE:FREQ=WEEKLY;COUNT=${count}`,
      'LOCATION:School',
      'CATEGORIES:Courses',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\n')
  const first = await run(open(text('Class', 3), 'a.ics'))
  expect(first.counts).toMatchObject({
    event: { created: 3 },
    venue: { created: 1 },
    category: { created: 1 },
  })
  const { id } = await db.read.selectFrom('series').select('id').executeTakeFirstOrThrow()
  const dates = await db.read.selectFrom('events').select(['series_id', 'title']).execute()
  expect(dates).toEqual(Array.from({ length: 3 }, () => ({ series_id: id, title: 'Class' })))
  const second = await run(open(text('Evening class', 4), 'b.ics'))
  expect(second.counts.event).toMatchObject({ created: 1, updated: 3, unchanged: 0 })
  const titles = await db.read.selectFrom('events').select('title').execute()
  expect(titles.map(({ title }) => title)).toEqual(Array(4).fill('Evening class'))
  const { count } = await db.read.selectFrom('terms').select('count').executeTakeFirstOrThrow()
  expect(count).toBe(4)
})

test('a table: rows that cannot be are told of with their lines, and the others are there', async () => {
  const { db, run } = await emptyCalendar()
  const report = await run(
    open(
      'Event Name;Start Date;Start Time;Venue;Price;Status\nFair;11.03.2031;18:00;Hall;12 €;\nBad;32.13.2031;;;;\n;11.03.2031;;;;\nOdd;12.03.2031;;;;sometimes\n',
      'town.csv',
    ),
  )
  expect(report.skipped.map(({ at, says }) => `${at}: ${says}`)).toEqual([
    expect.stringMatching(/^line 3: Its start_date must be a day/),
    expect.stringMatching(/^line 4: Its title /),
  ])
  const rows = await db.read
    .selectFrom('events')
    .select(['title', 'status', 'starts_at', 'cost'])
    .orderBy('id')
    .execute()
  const fair = {
    title: 'Fair',
    status: 'publish',
    starts_at: seconds('2031-03-11T17:00:00Z'),
    cost: '["12 €"]',
  }
  // What a status that nobody knows means may be that the event is not public.
  expect(rows).toMatchObject([fair, { title: 'Odd', status: 'draft' }])
})

test('a page: its event is there with its place, and is not there twice', async () => {
  const { db, run } = await emptyCalendar()
  const json = {
    '@type': 'MusicEvent',
    name: 'Concert',
    startDate: '2031-03-11T20:00',
    url: 'https://example.org/concert',
    location: { '@type': 'Place', name: 'Hall', address: 'Main Street 1' },
    offers: { price: '12.50', priceCurrency: 'EUR' },
  }
  const page = `<html><script type="application/ld+json">${JSON.stringify(json)}</script></html>`
  expect((await run(open(page, 'concert'))).counts).toMatchObject({
    event: { created: 1 },
    venue: { created: 1 },
  })
  expect((await run(open(page, 'elsewhere.html'))).counts).toMatchObject({
    event: { unchanged: 1 },
    venue: { unchanged: 1 },
  })
  const [row] = await db.read.selectFrom('events').selectAll().execute()
  expect(row).toMatchObject({
    title: 'Concert',
    starts_at: seconds('2031-03-11T19:00:00Z'),
    cost: '["12.50 €"]',
    website: 'https://example.org/concert',
  })
})

test.each([
  ['', /line 1: it is empty/],
  ['Hello there', /line 1: it begins “Hello there” and is none of iCalendar, a table/],
  ['%PDF-1.7', /it is a PDF file, for people to read/],
  ['%!PS-Adobe', /is none of iCalendar/],
])('%j is refused', (text, reason) => {
  expect(() => open(text, 'file')).toThrow(reason)
})

function seconds(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds / 1000
}

async function linkable(app: TestApp) {
  const make = async (path: string, json: object) => {
    const { body } = await app.ask({ as: 'administrator', method: 'POST', path, json })
    return [body.id as number]
  }
  return {
    venues: await make('venues', { venue: 'Hall & Co', address: 'Main Street 1', city: 'Springfield' }),
    organizers: await make('organizers', { organizer: 'Ann', email: 'ann@example.org' }),
    categories: await make('categories', { name: 'Music & Dance' }),
    tags: await make('tags', { name: 'free' }),
    parents: await make('events', {
      title: 'Festival',
      start_date: '2031-03-01',
      end_date: '2031-03-09',
      status: 'publish',
    }),
  }
}

/** When the events are, but for how an event that takes no time or all of its days is told by each format. */
async function instants({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const rows = await read
    .selectFrom('events')
    .select(['starts_at', 'ends_at', 'all_day', 'start_wall', 'end_wall'])
    .where('status', '=', 'publish')
    .where('hide_from_listings', '=', 0)
    .execute()
  const texts = rows.map(({ starts_at, ends_at, all_day, start_wall, end_wall }) =>
    all_day === 1 ? `${start_wall.slice(0, 10)} – ${end_wall.slice(0, 10)}` : `${starts_at} – ${ends_at}`,
  )
  return texts.toSorted()
}
