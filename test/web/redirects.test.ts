import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, origin, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
  const parent = await app.create('categories', { name: 'Music & More' })
  const child = await app.create('categories', { name: 'Jazz', parent: parent.id })
  const event = { title: 'Spring Concert', categories: [child.id], tags: ['open air'] }
  await app.create('events', { ...when, ...event })
})
afterAll(() => app.close())

test.each([
  ['/events/', '/list'],
  ['/events/list/?tribe-bar-date=2031-05-06', '/list?from=2031-05-06'],
  ['/events/?tribe-bar-search=jazz+%26+more&tribe-bar-date=', '/list?search=jazz%20%26%20more'],
  ['/events/month/2031-05/', '/month/2031-05'],
  ['/events/2031-05', '/month/2031-05'],
  ['/events/2031-05-06/', '/day/2031-05-06'],
  ['/events/week/2031-05-06/', '/week/2031-05-06'],
  ['/events/map/', '/map'],
  ['/events/tag/open-air/', '/tag/open-air/'],
  ['/events/list/page/2/', '/list'],
  ['/tag/open-air/list/', '/tag/open-air/'],
  ['/events/category/music-more/jazz/month/', '/events/category/music-more/jazz/'],
  ['/events/category/music-more/2031-05/', '/events/category/music-more/'],
  ['/events/category/music-more/list/page/2/', '/events/category/music-more/'],
  ['/events/category/music-more/page/3/', '/events/category/music-more/'],
  ['/event/spring-concert/2031-03-11/', '/event/spring-concert/'],
  ['/event/spring-concert/all/', '/event/spring-concert/'],
])('%s is redirected to %s', async (path, now) => {
  const { status, headers } = await visit(app, path)
  expect([status, headers['location']]).toEqual([301, `${origin}${now}`])
  expect((await visit(app, now)).status).toBe(200)
})

test.each([
  ['/events/month/?tribe-bar-search=jazz', '/month/2031-03'],
  ['/events/month/', '/month/2031-03'],
  ['/events/week/', '/week/2031-03-01'],
  ['/events/today/', '/day/2031-03-01'],
  ['/month', '/month/2031-03'],
  ['/month/', '/month/2031-03'],
  ['/week', '/week/2031-03-01'],
  ['/day', '/day/2031-03-01'],
  ['/today', '/day/2031-03-01'],
])('%s leads to %s today, which no browser remembers for tomorrow', async (path, now) => {
  const { status, headers } = await visit(app, path)
  expect([status, headers['location']]).toEqual([302, `${origin}${now}`])
  expect((await visit(app, now)).status).toBe(200)
})

/** How far the feeds of pages reach. */
const reach = 'ends_after=today&starts_before=6%20months&strict_dates=true'

test.each([
  ['/events/?ical=1', 'events.ics'],
  ['/events/list/?tribe-bar-date=2031-03-01&outlook-ical=1', 'events.ics'],
  ['/events/list/?tribe-bar-search=jazz&ical=1', 'events.ics?search=jazz'],
  ['/events/2031-05/?ical=1', 'events.ics'],
  ['/?post_type=tribe_events&ical=1&eventDisplay=list', `events.ics?${reach}`],
  ['/events/feed/', 'events.rss'],
  ['/events/category/outdoors/feed/', 'events.rss?categories=outdoors'],
])('%s is the feed %s', async (path, feed) => {
  const { status, headers } = await visit(app, path)
  expect([status, headers['location']]).toEqual([301, `${origin}/vendor/events/v1/${feed}`])
})

test('calendars of a record are found by its page, and where there is nothing there is no calendar', async () => {
  const followed = async (path: string) => {
    const { headers } = await visit(app, path)
    return headers['location']?.replace(origin, '')
  }
  expect(await followed('/events/tag/open-air/?ical=1')).toBe('/tag/open-air/?ical=1')
  expect(await followed('/tag/open-air/?ical=1')).toBe(`/vendor/events/v1/events.ics?tags=open-air&${reach}`)
  expect(await followed('/event/spring-concert/ical/')).toBe('/event/spring-concert/?ical=1')
  expect(await followed('/event/spring-concert/?ical=1')).toMatch(/^\/vendor\/events\/v1\/events\/\d+\.ics$/)
  expect((await visit(app, '/event/nowhere/?ical=1')).status).toBe(404)
  expect(await followed('/map?ical=1')).toBe(`/vendor/events/v1/events.ics?${reach}`)
  expect((await visit(app, '/widget?ical=1')).status).toBe(200)
})

test.each([
  '/events/2031-5',
  '/events/nothing',
  '/events/tag/',
  '/tag/nothing/',
  '/events/category/nothing/',
  '/events/category/music-more/page/',
  '/event/nothing/',
  '/event/spring-concert/2031-3-1/',
  '/month/2031-13',
  '/day/2031-02-30',
  '/week/x',
  '/month/0000-01',
])('%s is nothing', async (path) => {
  expect((await visit(app, path)).status).toBe(404)
})
