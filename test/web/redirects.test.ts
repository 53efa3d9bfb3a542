import { afterAll, beforeAll, expect, test } from 'vitest'
import { rememberAddresses } from '../../src/records/redirects/redirects.query.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
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
  ['/events/?tribe-bar-search=spring+%26+concert&tribe-bar-date=', '/list?q=spring+%26+concert'],
  ['/events/2031-05', '/month/2031-05'],
  ['/tag/open-air/list/', '/tag/open-air/'],
  ['/events/category/music-more/2031-05/', '/month/2031-05?categories=music-more'],
  ['/events/category/music-more/list/', '/events/category/music-more/'],
  ['/event/spring-concert/all/', '/event/spring-concert/'],
  ['/sitemap_index.xml', '/sitemap.xml'],
])('%s is redirected to %s', async (path, now) => {
  const { status, headers } = await visit(app, path)
  expect([status, headers['location']]).toEqual([301, `${origin}${now}`])
  const there = await visit(app, now)
  // The canonical address of a category has its ancestors.
  expect([200, 301]).toContain(there.status)
})

test.each([
  ['/events/month/?tribe-bar-search=jazz', '/month/2031-03?q=jazz'],
  ['/events/category/jazz/month/', '/month/2031-03?categories=jazz'],
  ['/events/week/', '/week/2031-03-01'],
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

/** What subscriptions had: the next events, and as many as before. */
const next = 'ends_after=today&strict_dates=true'
/** What was over, the latest first. */
const last = 'ends_before=today&order=desc&strict_dates=true'

test.each([
  ['/events/?ical=1', `events.ics?${next}&per_page=30`],
  ['/events/ical/', `events.ics?${next}&per_page=30`],
  ['/?ical=1', `events.ics?${next}&per_page=30`],
  ['/index.php?post_type=tribe_events&ical=1', `events.ics?${next}&per_page=30`],
  ['/events/list/?tribe-bar-search=jazz&ical=1', `events.ics?search=jazz&${next}&per_page=30`],
  [
    '/events/list/?tribe-bar-date=2031-03-01&outlook-ical=1',
    'events.ics?ends_after=2031-03-01&strict_dates=true&per_page=30',
  ],
  ['/events/list/?eventDisplay=past&ical=1', `events.ics?${last}&per_page=30`],
  ['/?post_type=tribe_events&ical=1&eventDisplay=past', `events.ics?${last}&per_page=30`],
  ['/events/category/jazz/past/?ical=1', `events.ics?categories=jazz&${last}&per_page=30`],
  ['/events/list/?eventDisplay=past&feed=rss2', `events.rss?${last}&per_page=10`],
  [
    '/events/list/?eventDisplay=past&tribe-bar-date=2031-02-01&ical=1',
    'events.ics?ends_before=2031-02-01&order=desc&strict_dates=true&per_page=30',
  ],
  [
    '/events/month/2031-05/?ical=1',
    'events.ics?ends_after=2031-05-01+00%3A00%3A00&starts_before=2031-06-01+00%3A00%3A00&strict_dates=true',
  ],
  ['/?post_type=tribe_events&ical=1&eventDisplay=list', `events.ics?${next}&per_page=30`],
  ['/events/category/outdoors/ical/', `events.ics?categories=outdoors&${next}&per_page=30`],
  ['/events/tag/open-air/?ical=1', `events.ics?tags=open-air&${next}&per_page=30`],
  ['/events/feed/', `events.rss?${next}&per_page=10`],
  ['/feed/?post_type=tribe_events', `events.rss?${next}&per_page=10`],
  ['/?feed=rss2&post_type=tribe_events', `events.rss?${next}&per_page=10`],
  ['/events/category/outdoors/feed/', `events.rss?categories=outdoors&${next}&per_page=10`],
  ['/events/tag/open-air/feed/', `events.rss?tags=open-air&${next}&per_page=10`],
])('%s is the feed %s', async (path, feed) => {
  const { status, headers } = await visit(app, path)
  const location = headers['location']?.replaceAll('%20', '+')
  expect([status, location]).toEqual([301, `${origin}/vendor/events/v1/${feed}`])
  expect((await visit(app, headers['location']?.replace(origin, '') ?? '')).status).toBe(
    feed.includes('outdoors') ? 400 : 200,
  )
})

test('calendars of a record are found by its page, and where there is nothing there is no calendar', async () => {
  const followed = async (path: string) => {
    const { headers } = await visit(app, path)
    return headers['location']?.replace(origin, '')
  }
  expect(await followed('/tag/open-air/?ical=1')).toBe(
    `/vendor/events/v1/events.ics?tags=open-air&${next}&per_page=30`,
  )
  expect(await followed('/event/spring-concert/ical/')).toBe('/event/spring-concert/?ical=1')
  expect(await followed('/event/spring-concert/?ical=1')).toMatch(/^\/vendor\/events\/v1\/events\/\d+\.ics$/)
  expect((await visit(app, '/event/nowhere/?ical=1')).status).toBe(404)
  expect(await followed('/map?ical=1')).toBe(`/vendor/events/v1/events.ics?${next}&per_page=30`)
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

test('an earlier slug leads to the record, wherever it has changed, until another one has it', async () => {
  const followed = async (path: string) => {
    const { status, headers } = await visit(app, path)
    return [status, headers['location']?.replace(origin, '')]
  }
  const event = await app.create('events', { ...when, title: 'First name' })
  await app.ask({ as: 'editor', method: 'POST', path: `events/${event.id}`, json: { slug: 'second-name' } })
  await app.ask({ as: 'editor', method: 'POST', path: `events/${event.id}`, json: { slug: 'third-name' } })
  expect(await followed('/event/first-name/')).toEqual([301, '/event/third-name/'])
  expect(await followed('/event/second-name/?ical=1')).toEqual([301, '/event/third-name/?ical=1'])
  const category = await app.create('categories', { name: 'Stage' })
  await app.ask({
    as: 'editor',
    method: 'POST',
    path: `categories/${category.id}`,
    json: { slug: 'theatre' },
  })
  expect(await followed('/events/category/stage/')).toEqual([301, '/events/category/theatre/'])
  expect(await followed('/events/category/old-parent/stage/')).toEqual([301, '/events/category/theatre/'])
  const venue = await app.create('venues', { venue: 'Old hall', status: 'publish' })
  await app.ask({ as: 'editor', method: 'POST', path: `venues/${venue.id}`, json: { slug: 'new-hall' } })
  expect(await followed('/venue/old-hall/')).toEqual([301, '/venue/new-hall/'])
  await app.create('events', { ...when, title: 'First name' })
  expect(await followed('/event/first-name/')).toEqual([200, undefined])
})

test('records are found by the ids that they had, and files by theirs', async () => {
  const { id } = await app.create('events', { ...when, title: 'By number' })
  expect((await visit(app, `/?p=${id}`)).headers['location']).toBe(`${origin}/event/by-number/`)
  expect((await visit(app, `/?p=${id}&ical=1`)).headers['location']).toBe(`${origin}/event/by-number/?ical=1`)
  expect((await visit(app, '/?p=999999')).status).toBe(404)
  const draft = await app.create('events', { ...when, title: 'Hidden', status: 'draft' })
  expect((await visit(app, `/?p=${draft.id}`)).status).toBe(404)
})

test('a site with words of its own is recognised by the addresses that its records had', async () => {
  const event = await app.create('events', { ...when, title: 'Fest' })
  const category = await app.create('categories', { name: 'Musik' })
  await app.db.write((tx) =>
    rememberAddresses(tx, [
      { address: 'https://alt.example/veranstaltung/fest/', kind: 'event', id: event.id },
      { address: 'https://alt.example/veranstaltungen/sparte/musik/', kind: 'category', id: category.id },
    ]),
  )
  const followed = async (path: string) => (await visit(app, path)).headers['location']?.replace(origin, '')
  expect(await followed('/veranstaltung/fest/?ical=1')).toBe('/event/fest/?ical=1')
  expect(await followed('/veranstaltung/fest/embed/')).toBe('/embed/event/fest')
  expect(await followed('/veranstaltungen/')).toBe('/list')
  expect(await followed('/veranstaltungen/monat/2031-05/')).toBe('/month/2031-05')
  expect(await followed('/veranstaltungen/2031-05-06/')).toBe('/day/2031-05-06')
  expect(await followed('/veranstaltungen/sparte/musik/monat/2031-05/')).toBe(
    '/month/2031-05?categories=musik',
  )
  expect(await followed('/veranstaltungen/?ical=1')).toMatch(/\/events\.ics\?ends_after=today/)
  expect(await followed('/veranstaltungen/feed/')).toMatch(/\/events\.rss\?ends_after=today/)
  expect((await visit(app, '/anderes/2031-05/')).status).toBe(404)
})

test('where REST_ROOT is that of WordPress, sites find what they embed', async () => {
  const old = await createTestApp({ REST_ROOT: '/wp-json', FORMER_PATHS: 'events=agenda; event=termin' })
  try {
    const { slug } = await old.create('events', { ...when, title: 'Embedded' })
    const url = encodeURIComponent(`${origin}/event/${slug}/`)
    const { status, body } = await visit(old, `/wp-json/oembed/1.0/embed?url=${url}`)
    expect([status, body.title]).toEqual([200, 'Embedded'])
    const { headers } = await visit(old, '/agenda/2031-05/')
    expect(headers['location']).toBe(`${origin}/month/2031-05`)
    expect((await visit(old, '/termin/embedded/')).headers['location']).toBe(`${origin}/event/embedded/`)
  } finally {
    await old.close()
  }
})
