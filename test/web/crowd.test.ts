import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { visit } from './town.ts'

/** A month with more events than are read for one: so many on each of its days, half in the morning and half at night. */
const perDay = 80
const days = Array.from({ length: 30 }, (_, at) => `2031-06-${String(at + 1).padStart(2, '0')}`)
const [morning, evening] = [9, 20]

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin', SITE_LOCALE: 'en-GB' })
  app.setNow(Temporal.Instant.from('2031-06-10T10:00:00Z'))
  await app.create('events', {
    title: 'Fair',
    start_date: '2031-06-12',
    end_date: '2031-06-14',
    all_day: true,
  })
  const { id } = await app.create('events', {
    title: 'Talk',
    start_date: '2031-06-01 09:00',
    end_date: '2031-06-01 10:00',
  })
  for (const day of days) await copyTo(day, Number(id))
})
afterAll(() => app.close())

/** Copies an event to the mornings and evenings of a day, by as many as it is to have beside those that are there. */
async function copyTo(day: string, id: number): Promise<void> {
  await app.db.write(async (tx) => {
    const event = await tx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const isThere = event.start_wall.startsWith(day)
    const copies = Array.from({ length: perDay - (isThere ? 1 : 0) }, (_, at) => at)
    const items = await tx
      .insertInto('items')
      .values(copies.map(() => ({ kind: 'event' as const })))
      .returning('id')
      .execute()
    const rows = items.map((item, at) => {
      const hour = at < perDay / 2 ? evening : morning
      const start = Temporal.PlainDateTime.from(`${day}T00:00`).with({ hour })
      const starts_at = start.toZonedDateTime('Europe/Berlin').epochMilliseconds / 1000
      const wall = (time: Temporal.PlainDateTime) => time.toString().replace('T', ' ')
      return {
        ...event,
        id: item.id,
        slug: `talk-${item.id}`,
        uid: `talk-${item.id}`,
        starts_at,
        ends_at: starts_at + 3600,
        start_wall: wall(start),
        end_wall: wall(start.add({ hours: 1 })),
      }
    })
    await tx.insertInto('events').values(rows).execute()
  })
}

/** What each day of a page shows, by its date: links to events, and how many more it has. */
async function shownOn(path: string): Promise<Map<string, { shown: number; more: number }>> {
  const { text, status } = await visit(app, path)
  expect(status, path).toBe(200)
  const cells = text.match(/<section\s[^]*?<\/section>/g) ?? []
  return new Map(
    cells.map((cell) => [
      /href="[^"]*\/day\/(\S+?)"/.exec(cell)?.[1] ?? '',
      {
        shown: (cell.match(/href="[^"]*\/event\/|class="on"/g) ?? []).length,
        more: Number(/([\d,]+)\s+more/.exec(cell)?.[1]?.replace(',', '') ?? 0),
      },
    ]),
  )
}

test('a month with too many events to read shows some of each of its days, and how many more it has', async () => {
  const shown = await shownOn('/month/2031-06')
  for (const day of days) {
    const isFair = day >= '2031-06-12' && day <= '2031-06-14'
    const { shown: some = 0, more = 0 } = shown.get(day) ?? {}
    expect(some, day).toBe(6)
    expect(some + more, day).toBe(perDay + (isFair ? 1 : 0))
  }
})

test('a week of it shows events at each time of each day', async () => {
  const { text } = await visit(app, '/week/2031-06-16')
  const columns = text.match(/<section\s+class="[^"]*column[^]*?<\/section>/g) ?? []
  expect(columns).toHaveLength(7)
  for (const column of columns)
    expect([...column.matchAll(/<time[^>]*>(\d\d):00</g)].map(([, hour]) => Number(hour))).toEqual(
      [morning, evening].flatMap((hour) => [hour, hour, hour]),
    )
  const more = [...text.matchAll(/([\d,]+)\s+more/g)].map(([, number]) => Number(number))
  expect(more).toEqual(days.slice(0, 7).map(() => perDay - 6))
})

test('the page of a day has all of its events', async () => {
  const { text } = await visit(app, '/day/2031-06-13')
  expect(text).toMatch(new RegExp(`${perDay + 1}\\s+events`))
})
