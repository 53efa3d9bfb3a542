import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { crowd, days, evening, morning } from './crowd.ts'
import { visit } from './town.ts'

/** More than are read at once for the month, and for one of its weeks. */
const week = days.slice(15, 22)
const perDay = (day: string) => (week.includes(day) ? 300 : 30)

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
  await crowd(app, perDay)
})
afterAll(() => app.close())

/** What each day of a page shows, by its date: links to events, and how many more it has. */
async function shownOn(path: string): Promise<Map<string, { shown: number; more: number }>> {
  const { text, status } = await visit(app, path)
  expect(status, path).toBe(200)
  const cells = text.match(/<section\s[^]*?<\/section>/g) ?? []
  return new Map(
    cells.map((cell) => [
      /href="[^"]*\/day\/(\S+?)"/.exec(cell)?.[1] ?? '',
      {
        // Without the list for phones, and the link to the rest.
        shown: (cell.match(/<li\s*>\s*<a class="c-/g) ?? []).length,
        more: Number(/([\d,]+)\s+more/.exec(cell)?.[1]?.replace(',', '') ?? 0),
      },
    ]),
  )
}

test('a month with too many events to read shows some of each of its days, and how many more it has', async () => {
  const shown = await shownOn('/month/2031-06')
  for (const day of days) {
    // The fair is a bar above its days.
    const { shown: some = 0, more = 0 } = shown.get(day) ?? {}
    expect(some, day).toBe(3)
    expect(some + more, day).toBe(perDay(day))
  }
})

test('a week of it shows events at each time of each day', async () => {
  const { text } = await visit(app, '/week/2031-06-16')
  const columns = text.match(/<section\s+class="day[^]*?<\/section>/g) ?? []
  expect(columns).toHaveLength(7)
  for (const column of columns)
    expect([...column.matchAll(/<time[^>]*>(\d\d):00</g)].map(([, hour]) => Number(hour))).toEqual(
      [morning, evening].flatMap((hour) => [hour, hour, hour, hour]),
    )
  const more = [...text.matchAll(/([\d,]+)\s+more/g)].map(([, number]) => Number(number))
  expect(more).toEqual(week.map((day) => perDay(day) - 8))
})

test('the page of a day has all of its events', async () => {
  const { text } = await visit(app, '/day/2031-06-13')
  expect(text).toMatch(new RegExp(`${perDay('2031-06-13') + 1}\\s+events`))
})
