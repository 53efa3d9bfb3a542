import { beforeAll, describe, expect, test } from 'vitest'
import { lines, openKiosk } from './feeds.ts'

const { app, create, feedOf, write } = await openKiosk()

describe('every list of events is a feed', () => {
  beforeAll(async () => {
    const venue = { venue: 'Mill', address: 'Via Roma 1', city: 'Roma' }
    await create('formats', { title: 'Later', start_date: '2031-04-01', end_date: '2031-04-02', venue })
    await create('formats', { title: 'Sooner', featured: true })
    await create('formats', { title: 'Draft', status: 'draft' })
    await create('formats', { title: 'Hidden', hide_from_listings: true })
    await create('formats', { title: 'Past', start_date: '2030-01-01', end_date: '2030-01-02' })
    await create('other')
  })

  test.each([
    ['ics', 'text/calendar; charset=utf-8', (text: string) => lines(text, 'SUMMARY')],
    [
      'rss',
      'application/rss+xml; charset=utf-8',
      (text: string) => [...text.matchAll(/<item><title>(.*?)</g)].map(([, title]) => title),
    ],
    [
      'json',
      'application/feed+json',
      (text: string) => JSON.parse(text).items.map((item: { title: string }) => item.title),
    ],
    [
      'csv',
      'text/csv; charset=utf-8; header=present',
      (text: string) =>
        text
          .split('\r\n')
          .slice(1, -1)
          .map((row) => row.split(',')[3]?.slice(1, -1)),
    ],
  ] as const)('GET /events.%s', async (extension, contentType, titles) => {
    const { status, headers, text } = await feedOf('formats', extension)
    expect([status, headers['content-type']]).toEqual([200, contentType])
    expect(titles(text)).toEqual(['Sooner', 'Later'])
    const featured = await feedOf('formats', extension, { query: { featured: true } })
    expect(titles(featured.text)).toEqual(['Sooner'])
  })

  test('GET /events.geojson', async () => {
    const { status, headers, body } = await feedOf('formats', 'geojson')
    expect([status, headers['content-type']]).toEqual([200, 'application/geo+json'])
    expect(body.type).toBe('FeatureCollection')
  })

  test('drafts are for those who may read them', async () => {
    for (const [as, titles] of [
      [undefined, ['Sooner', 'Later']],
      ['subscriber', ['Sooner', 'Later']],
      ['editor', ['Sooner', 'Draft', 'Later']],
    ] as const) {
      const { text, headers } = await feedOf('formats', 'ics', as ? { as } : {})
      expect(lines(text, 'SUMMARY')).toEqual(titles)
      expect(headers['cache-control']).toMatch(as ? /no-store/ : /^public/)
    }
  })

  test.each([
    ['?page=0', 400, 'rest_invalid_param'],
    ['?start_date=never', 400, 'rest_invalid_param'],
    ['?categories=nothing', 400, 'rest_invalid_param'],
    ['?page=9&categories=formats', 404, 'event-archive-page-not-found'],
  ])('GET /events.ics%s is refused with %i as JSON', async (query, status, code) => {
    const answer = await app.ask({ path: `events.ics${query}` })
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.headers['content-type']).toBe('application/json; charset=UTF-8')
  })

  test('wrong credentials are refused as JSON', async () => {
    const answer = await app.ask({ path: 'events.ics', headers: { authorization: 'Bearer wrong' } })
    expect(answer).toMatchObject({ status: 401, body: { code: 'rest_invalid_token' } })
  })

  test('a page is a feed, and a JSON Feed names the next', async () => {
    const first = (await feedOf('formats', 'json', { query: { per_page: 1 } })).body
    expect(first.items.map((item: { title: string }) => item.title)).toEqual(['Sooner'])
    const next = await app.ask({
      path: new URL(first.next_url).href.replace(/^https?:\/\/[^/]*/, ''),
      absolute: true,
    })
    expect(next.body.items.map((item: { title: string }) => item.title)).toEqual(['Later'])
    expect(next.body.next_url).toBeUndefined()
  })

  test('the pages of the site name the feeds', async () => {
    const { text } = await app.ask({ path: '/', absolute: true, headers: { accept: 'text/html' } })
    expect(text).toMatch(
      /<link rel="alternate" type="text\/calendar" title="Town \(iCalendar\)" href="[^"]*\/events\.ics\?[^"]*"/,
    )
  })
})

describe('one event is a calendar', () => {
  test('by id, by slug and by Accept, under a UID that stays', async () => {
    const { id, slug } = await create('single', { title: 'Single' })
    const byId = await app.ask({ path: `events/${id}.ics` })
    expect(byId).toMatchObject({ status: 200, headers: { 'content-type': 'text/calendar; charset=utf-8' } })
    const [uid] = lines(byId.text, 'UID')
    expect(uid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect((await app.ask({ path: `events/by-slug/${slug}.ics` })).text).toBe(byId.text)
    const accepted = await app.ask({ path: `events/${id}`, headers: { accept: 'text/calendar' } })
    expect(accepted.text).toBe(byId.text)
    await write('PATCH', `events/${id}`, { title: 'Renamed', slug: 'renamed' })
    expect(lines((await app.ask({ path: `events/${id}.ics` })).text, 'UID')).toEqual([uid])
  })

  test.each([
    ['a draft', { status: 'draft' }, 403, 'event-not-accessible'],
    ['behind a password', { password: 'sesame' }, 403, 'event-password-protected'],
  ])('%s is refused as JSON', async (_, json, status, code) => {
    const { id } = await create('refused', json)
    expect(await app.ask({ path: `events/${id}.ics` })).toMatchObject({ status, body: { code } })
    expect((await app.ask({ as: 'editor', path: `events/${id}.ics?password=sesame` })).status).toBe(200)
  })

  test('where there is none the refusal is that of the event', async () => {
    expect((await app.ask({ path: 'events/999999.ics' })).body.code).toBe('rest-event-not-found')
    expect((await app.ask({ path: 'events/by-slug/nothing.ics' })).status).toBe(400)
    expect((await app.ask({ path: 'events/12x.ics' })).body.code).toBe('rest_no_route')
  })

  test('ETag, 304, Last-Modified and HEAD', async () => {
    const { id } = await create('single')
    const { headers } = await app.ask({ path: `events/${id}.ics` })
    expect(headers['last-modified']).toBe('Sat, 15 Feb 2031 12:00:00 GMT')
    const etag = String(headers['etag'])
    const again = await app.ask({ path: `events/${id}.ics`, headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(await app.ask({ method: 'HEAD', path: `events/${id}.ics` })).toMatchObject({
      status: 200,
      text: '',
      headers: { etag },
    })
  })
})

test('an event behind a password is in feeds, blanked but for those who know it', async () => {
  const { id } = await create('secret', {
    title: 'Secret',
    description: 'Whispered',
    password: 'sesame',
    venue: { venue: 'Den' },
  })
  // Its category is told to those alone who know it, too (D62).
  expect(lines((await feedOf('secret')).text, 'SUMMARY')).toEqual([])
  const { text } = await app.ask({ path: 'events.ics', query: { include: id } })
  expect(lines(text, 'SUMMARY')).toEqual(['Secret'])
  expect(text).not.toMatch(/Whispered|Den/)
  expect((await feedOf('secret', 'ics', { query: { password: 'sesame' } })).text).toMatch(/Whispered[^]*Den/)
})

describe('Accept', () => {
  test.each([
    [undefined, 'application/json; charset=UTF-8'],
    ['*/*', 'application/json; charset=UTF-8'],
    ['application/json', 'application/json; charset=UTF-8'],
    ['text/calendar', 'text/calendar; charset=utf-8'],
    ['application/rss+xml, */*;q=0.1', 'application/rss+xml; charset=utf-8'],
    ['application/feed+json', 'application/feed+json'],
    ['text/calendar, application/json', 'application/json; charset=UTF-8'],
  ])('%s: GET /events answers %s', async (accept, contentType) => {
    const { headers } = await app.ask({ path: 'events', ...(accept ? { headers: { accept } } : {}) })
    expect(headers['content-type']).toBe(contentType)
    expect(headers['vary']).toBe('Origin, Authorization, Accept, Accept-Encoding')
  })

  test('the formats of lists are not those of one event', async () => {
    const { id } = await create('single')
    const { headers } = await app.ask({ path: `events/${id}`, headers: { accept: 'text/csv' } })
    expect(headers['content-type']).toBe('application/json; charset=UTF-8')
  })

  test('an extension says it all', async () => {
    const { headers } = await feedOf('single', 'ics', { headers: { accept: 'application/json' } })
    expect([headers['content-type'], headers['vary']]).toEqual([
      'text/calendar; charset=utf-8',
      'Origin, Authorization, Accept-Encoding',
    ])
  })
})
