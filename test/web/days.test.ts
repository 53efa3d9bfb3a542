import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { visit } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_LOCALE: 'en-GB', SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(Temporal.Instant.from('2031-06-21T12:00:00Z'))
  const add = (title: string, start_date: string, end_date: string, more: object = {}) =>
    app.create('events', { title, start_date, end_date, categories: ['Talks'], ...more })
  await add('Late Show', '2031-06-22 22:00', '2031-06-22 23:30', { timezone: 'America/New_York' })
  await add('Lunch', '2031-06-23 12:00', '2031-06-23 13:00', { timezone: 'Europe/Lisbon' })
  await add('Last Night', '2031-06-20 22:00', '2031-06-21 03:00')
  await add('Festival', '2031-06-20 10:00', '2031-06-22 23:00')
})
afterAll(() => app.close())

/** The days of a list by what they are called, each with what its events say of their time. */
async function listed(path: string): Promise<Record<string, string[]>> {
  const { text } = await visit(app, path)
  const plain = (html = '') =>
    html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const days = text.match(/<section(?: class="running")?(?: data-day="[^"]*")?>[^]*?<\/section>/g) ?? []
  return Object.fromEntries(
    days.map((day) => [
      plain(/<h2>[^]*?<\/h2>/.exec(day)?.[0]),
      (day.replace(/<h2>[^]*?<\/h2>/, '').match(/<time [^>]*>[^]*?<\/time\s*>/g) ?? []).map(plain),
    ]),
  )
}

test('an event stands under its day here; where its own clocks show another one, it says which', async () => {
  const all = await listed('/list')
  const [late, lunch] = ['22:00 EDT – 23:30 Sun 22 Jun', '12:00 WEST – 13:00']
  expect(all['Monday 23 June']).toEqual([late, lunch])
  expect(Object.keys(all)).not.toContain('Tomorrow, Sunday 22 June')
  expect(Object.values(await listed('/day/2031-06-23')).flat()).toEqual([late, lunch])
})

test('what is yet to begin is not told to be on already, on whichever day one looks', async () => {
  const { id } = await app.create('events', {
    title: 'Sea',
    start_date: '2031-07-04 12:00',
    end_date: '2031-07-06 23:00',
  })
  expect(await listed('/list?from=2031-07-05')).toEqual({ 'Friday 4 July': ['12:00 – 6 Jul'] })
  expect(await listed('/day/2031-07-05')).toEqual({ 'On for a while': ['Until 6 July'] })
  await app.remove(`events/${id}`)
})

test('programs read the moment of what begins at one, and the day of what lasts whole days', async () => {
  const { id } = await app.create('events', {
    title: 'Fair',
    start_date: '2031-07-01',
    end_date: '2031-07-02',
    all_day: true,
  })
  const { text } = await visit(app, '/list')
  expect(text).toMatch(/<time datetime="2031-07-01"\s*>All day/)
  expect(text).toMatch(/<time datetime="2031-06-20T20:00:00Z"\s*>22:00/)
  await app.remove(`events/${id}`)
})

test('suggested elsewhere, it says its own day once', async () => {
  const { text } = await visit(app, '/event/lunch/')
  expect(text).toMatch(/>Sun 22 Jun, 22:00 EDT</)
})

test('a night that is over is not told to be on still', async () => {
  const all = await listed('/list')
  expect(Object.entries(all).slice(0, 2)).toEqual([
    ['On for a while', ['Until 22 June']],
    ['Friday 20 June', ['22:00 – 03:00']],
  ])
})
