import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered, TestApp } from '../support/app.ts'
import { createTown, ns, origin, pathOf, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
  await app.create('events', { title: 'Spring Concert', ...when, tags: ['open air'] })
  await app.create('events', { title: 'Locked', ...when, password: 'sesame' })
  for (let at = 0; at < 50; at += 1) await app.create('events', { title: `Talk ${at}`, ...when })
})
afterAll(() => app.close())

/** What search engines are told, where they are told anything. */
const robotsOf = ({ text }: Answered) => /<meta name="robots" content="([^"]*)"/.exec(text)?.[1]
const titleOf = ({ text }: Answered) => /<title>(.*?)<\/title>/.exec(text)?.[1]
const linkOf = ({ text }: Answered, rel: string) =>
  new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(text)?.[1]
/** The titles and addresses of its feeds. */
const feedsOf = ({ text }: Answered) =>
  [...text.matchAll(/<link rel="alternate" type="[^"]*" title="([^"]*)" href="([^"]*)"/g)].map(
    ([, title, url]) => [title, url?.replaceAll('&amp;', '&')],
  )

describe('search engines', () => {
  test.each([
    ['/month/2031-03', undefined],
    // The same week by another of its days.
    ['/week/2031-03-10', undefined],
    ['/week/2031-03-11', 'noindex, follow'],
    ['/day/2031-03-11', undefined],
    ['/day/2031-03-12', 'noindex, nofollow'],
    ['/month/2099-01', 'noindex, nofollow'],
    ['/week/2099-01-05', 'noindex, nofollow'],
    ['/list?search=concert', 'noindex, follow'],
    ['/list?page=2', undefined],
  ])('are told of %s: %s', async (path, told) => {
    const page = await visit(app, path)
    expect([page.status, robotsOf(page)]).toEqual([200, told])
  })

  test.each([
    ['/month/0002-01', 'next'],
    ['/month/9998-12', 'prev'],
    ['/week/0002-01-03', 'next'],
    ['/week/9998-12-31', 'prev'],
    ['/day/0002-01-01', 'next'],
    ['/day/9998-12-31', 'prev'],
  ])('and whoever reads %s are led to its one neighbour, which is there: %s', async (path, rel) => {
    const page = await visit(app, path)
    const neighbour = linkOf(page, rel) ?? ''
    expect(linkOf(page, rel === 'next' ? 'prev' : 'next')).toBeUndefined()
    expect(page.text.match(/<a[^>]* rel="(?:prev|next)"/g)).toHaveLength(1)
    expect((await visit(app, pathOf(neighbour))).status, neighbour).toBe(200)
  })
})

test('the pages of a list have titles of their own', async () => {
  const name = 'Town &lt;hall&gt; &amp; &quot;more&quot;'
  expect(titleOf(await visit(app, '/'))).toBe(name)
  expect(titleOf(await visit(app, '/list?page=2'))).toBe(`Upcoming events – Page 2 of 3 – ${name}`)
  expect(titleOf(await visit(app, '/day/2031-03-11'))).toBe(`Tuesday, 11 March 2031 – ${name}`)
  expect(titleOf(await visit(app, '/day/2031-03-11?page=2'))).toBe(
    `Tuesday, 11 March 2031 – Page 2 of 2 – ${name}`,
  )
})

/** How far the feeds of pages reach: from what is on today. */
const reach = 'ends_after=today&starts_before=6%20months&strict_dates=true'

test('who subscribes to what they have found gets exactly that, and what is on already', async () => {
  const times = { start_date: '2031-02-20', end_date: '2031-03-05', all_day: true }
  const { id } = await app.create('events', { title: 'Concert Photographs', ...times, tags: ['open air'] })
  const found = async (query: string) => {
    const page = await visit(app, `/list?${query}`)
    const [, calendar = ''] = feedsOf(page)[0] ?? []
    expect(page.text).toContain(`href="${calendar.replace('http:', 'webcal:').replaceAll('&', '&amp;')}"`)
    const { text } = await visit(app, pathOf(calendar))
    return [calendar, text.match(/^SUMMARY:.*(?=\r)/gm)]
  }
  const filters = 'q=concert&tags=open-air'
  expect(await found(filters)).toEqual([
    `${origin}${ns}/events.ics?${filters}&${reach}`,
    ['SUMMARY:Concert Photographs', 'SUMMARY:Spring Concert'],
  ])
  const days = 'ends_after=2031-03-10%2000%3A00%3A00&strict_dates=true'
  expect(await found(`${filters}&when=month&from=2031-03-10`)).toEqual([
    `${origin}${ns}/events.ics?${filters}&${days}`,
    ['SUMMARY:Spring Concert'],
  ])
  await app.remove(`events/${id}`)
})

test('feeds are named by what they have: all of the calendar, where a page shows some days of it', async () => {
  const title = 'Town &lt;hall&gt; &amp; &quot;more&quot; (iCalendar)'
  for (const path of ['/', '/month/2031-03', '/week/2031-03-10', '/day/2031-03-11'])
    expect(feedsOf(await visit(app, path))[0], path).toEqual([title, `${origin}${ns}/events.ics?${reach}`])
  expect(feedsOf(await visit(app, '/tag/open-air/'))[0]).toEqual([
    'open air (iCalendar)',
    `${origin}${ns}/events.ics?tags=open-air&${reach}`,
  ])
})

test('a day on which nothing is on leads to what is to come', async () => {
  const page = await visit(app, '/day/2031-03-12')
  expect(page.text).toMatch(new RegExp(`<a href="${origin}/list"[^>]*>Upcoming events`))
  expect((await visit(app, '/day/2031-03-11')).text).not.toContain('class="nothing"')
})

test('an event that nobody has described tells elsewhere when and where it is', async () => {
  const venue = { venue: 'Fish & <em>Chips</em>' }
  const { url } = await app.create('events', { title: 'Undescribed', ...when, venue })
  const { text } = await visit(app, pathOf(url))
  const says = 'Tuesday, 11 March 2031 at 18:00 · Fish &amp; Chips'
  expect(text).toContain(`<meta name="description" content="${says}" />`)
  expect(text).toContain(`<meta property="og:description" content="${says}" />`)
})

test('a page that asks for a password tells of no way to embed it', async () => {
  const locked = await visit(app, '/event/locked/')
  expect(locked.status).toBe(403)
  expect(locked.text).not.toContain('oembed')
  expect((await visit(app, '/event/spring-concert/')).text).toContain('application/json+oembed')
})

describe('what pages of several events say of themselves', () => {
  const summaryOf = ({ text }: Answered) => /<meta name="description" content="([^"]*)"/.exec(text)?.[1]
  beforeAll(async () => {
    const venue = { venue: 'Mill', city: 'Farville' }
    const category = await app.create('categories', { name: 'Dance', description: 'All that <b>moves</b>.' })
    const plain = await app.create('categories', { name: 'Chess' })
    const own = { start_date: '2031-05-02 10:00', end_date: '2031-05-02 11:00', venue }
    await app.create('events', {
      ...own,
      title: 'Called off',
      event_status: 'canceled',
      categories: [plain.id],
    })
    await app.create('events', { ...own, title: 'Ball & more', categories: [category.id, plain.id] })
  })

  test.each([
    ['/month/2031-05', 'May 2031: 2 events – Ball &amp; more and Called off'],
    ['/day/2031-05-02', 'Friday, 2 May 2031: 2 events – Ball &amp; more and Called off'],
    ['/day/2031-05-03', 'Saturday, 3 May 2031: No events – What&#039;s &lt;on&gt;'],
    ['/month/2031-05?lang=de', 'Mai 2031: 2 Veranstaltungen – Ball &amp; more und Called off'],
    ['/events/category/dance/', 'All that moves.'],
    ['/events/category/chess/', 'Chess: 2 events – Ball &amp; more and Called off'],
    ['/venue/mill/', 'Mill: 2 events – Ball &amp; more and Called off'],
    ['/tag/open-air/', 'open air: 1 event – Spring Concert'],
    ['/list?search=ball', '“ball”: 1 event – Ball &amp; more'],
  ])('%s: %s', async (path, says) => {
    expect(summaryOf(await visit(app, path))).toBe(says)
  })

  test('each page of a list has its own, which no search engine would cut', async () => {
    const paths = ['/list', '/list?page=2', '/list?page=3', '/month/2031-03', '/week/2031-03-10', '/map']
    const said = await Promise.all(paths.map(async (path) => summaryOf(await visit(app, path)) ?? ''))
    expect(new Set(said).size).toBe(paths.length)
    for (const one of said) expect(one.length).toBeLessThanOrEqual(170)
    expect(said[0]).toMatch(/^Upcoming events: \d+ events, among them /)
  })
})

test('previews are told the language with its country, and the others where the page is there in them', async () => {
  const localesOf = ({ text }: Answered, name: string) =>
    [...text.matchAll(new RegExp(`<meta property="${name}" content="([^"]*)"`, 'g'))].map(([, one]) => one)
  const page = await visit(app, '/month/2031-03?lang=de')
  expect(localesOf(page, 'og:locale')).toEqual(['de_DE'])
  expect(localesOf(page, 'og:locale:alternate')).toEqual([
    'en_GB',
    'fr_FR',
    'es_ES',
    'nl_NL',
    'it_IT',
    'pt_BR',
    'ja_JP',
    'ar_EG',
  ])
  expect(localesOf(await visit(app, '/'), 'og:locale')).toEqual(['en_GB'])
  expect(localesOf(await visit(app, '/list?search=x'), 'og:locale:alternate')).toEqual([])
})

test('a stylesheet of the site is asked for only where there is one', async () => {
  const sheetsOf = ({ text }: Answered) => text.match(/(?<=rel="stylesheet" href=")[^"]*/g) ?? []
  expect(sheetsOf(await visit(app, '/')).join()).not.toContain('theme')
  const set = (SITE_THEME: object) =>
    app.ask({ as: 'administrator', method: 'PATCH', path: 'settings', json: { theme: SITE_THEME } })
  expect((await set({ light: { accent: '#7a2048' } })).status).toBe(200)
  const theme = sheetsOf(await visit(app, '/')).find((url) => url.includes('theme')) ?? ''
  expect((await visit(app, theme)).text).toContain('#7a2048')
  await set({ light: {} })
  expect(sheetsOf(await visit(app, '/')).join()).not.toContain('theme')
})

test('a map says how many events there are and in how many places, and leads on to those that it does not show', async () => {
  const own = { start_date: '2032-01-01 10:00', end_date: '2032-01-01 11:00' }
  const venues = []
  for (const at of [1, 2, 3])
    venues.push(await app.create('venues', { venue: `Pitch ${at}`, geo_lat: 50 + at, geo_lng: 8 }))
  for (let at = 0; at < 102; at += 1)
    await app.create('events', { ...own, title: `Match ${at}`, venue: venues[at === 101 ? 2 : at % 2]?.id })
  const path = '/map?from=2032-01-01&until=2032-01-01'
  const first = await visit(app, path)
  expect(first.text).toContain('102 events in 3 venues')
  expect(first.text).toContain('The map shows 1 to 100 of 102 events.')
  const next = linkOf(first, 'next')?.replaceAll('&amp;', '&') ?? ''
  expect(next).toBe(`${origin}${path}&page=2`)
  const second = await visit(app, pathOf(next))
  expect(second.text).toContain('The map shows 101 to 102 of 102 events.')
  expect(second.text).toContain('102 events in 3 venues')
  expect(second.text.match(/<li id="e-\d+"/g)).toHaveLength(2)
  expect(pathOf(linkOf(second, 'prev')?.replaceAll('&amp;', '&') ?? '')).toBe(path)
  expect((await visit(app, `${path}&page=3`)).status).toBe(302)
  const few = await visit(app, `${path}&search="Match 7"`)
  expect(few.text).toMatch(/\d+ events? in \d venues?/)
  expect(few.text).not.toContain('The map shows')
})
