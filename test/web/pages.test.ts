import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'
import { createTown, dataOf, ns, origin, pathOf, titleOf, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
})
afterAll(() => app.close())

describe('the page of an event', () => {
  let event: Answered['body']
  let page: Answered
  beforeAll(async () => {
    const parent = await app.create('categories', { name: 'Music & More' })
    const child = await app.create('categories', { name: 'Jazz', parent: parent.id })
    event = await app.create('events', {
      ...when,
      title: 'Spring "Concert"',
      description: 'First.\n\nSecond <em>one</em>.',
      cost: '12',
      website: 'https://example.org/?a=1&b=2',
      categories: [child.id],
      tags: ['open air'],
      venue: { venue: 'Old Hall', address: 'High St 1', city: 'Exampleton', zip: '12345' },
      organizer: [{ organizer: 'Jo' }, { organizer: 'Sam', email: 'sam@example.org' }],
    })
    page = await visit(app, pathOf(event.url))
  })

  test('is where its url says, as HTML', () => {
    expect(event.url).toBe(`${origin}/event/spring-concert/`)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(titleOf(page)).toBe('Spring “Concert”')
    expect(page.text).toContain(`<link rel="canonical" href="${event.url}" />`)
  })

  test('says when, in the zone of the event, and shows the rendered description', () => {
    expect(page.text).toMatch(/<time datetime="2031-03-11T17:00:00Z"\s*>Tuesday, 11 March 2031</)
    expect(page.text).toContain('<span class="clock">18:00–21:00</span>')
    expect(page.text).toContain('<bdi class="zone">CET (Europe/Berlin)</bdi>')
    expect(page.text).toContain('<p>First.</p>\n<p>Second <em>one</em>.</p>')
    expect(page.text).toContain('>$12<')
    expect(page.text).toContain('href="https://example.org/?a=1&amp;b=2"')
  })

  test('links to the pages of what it is linked to, and each of them is there', async () => {
    const linked = [
      '/venue/old-hall/',
      '/organizer/jo/',
      '/organizer/sam/',
      '/events/category/music-more/jazz/',
      '/tag/open-air/',
    ]
    for (const path of linked) {
      expect(page.text).toContain(`href="${origin}${path}"`)
      expect((await visit(app, path)).status, path).toBe(200)
    }
  })

  test('names its JSON, which is the event', async () => {
    const address =
      /<link rel="alternate" type="application\/json" href="([^"]*)" \/>/.exec(page.text)?.[1] ?? ''
    expect(address).toBe(event.rest_url)
    expect((await visit(app, pathOf(address))).body.id).toBe(event.id)
  })

  test('carries the same schema.org data as the record', async () => {
    const record = await app.ask({ path: `events/${event.id}` })
    // Its picture for other sites is that of the page where the record has none.
    const image = [expect.stringMatching(/\/cards\/\d+\.[\w-]+\.png$/)]
    expect(dataOf(page)).toEqual({ ...record.body.json_ld, image })
  })

  test('allows what comes from here and nothing else', () => {
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    )
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    expect(page.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(page.text).not.toMatch(/<style| style=| on\w+=|<script(?! type="application|[^>]* src=)/)
  })

  test('tells clients where the service is', () => {
    expect(page.headers).toMatchObject({
      'x-tec-api-version': 'v1',
      'x-tec-api-root': event.rest_url,
      'x-tec-api-origin': origin,
      link: `<${origin}/>; rel="https://api.w.org/"`,
    })
    expect(page.text).toContain(`<link rel="https://api.w.org/" href="${origin}/" />`)
    expect(page.text).toContain('<meta name="tec-api-version" content="v1" />')
    expect(page.text).toContain(`<meta name="tec-api-origin" content="${origin}" />`)
    expect(page.text).toContain(`<link rel="alternate" href="${event.rest_url}" />`)
  })

  test.each([
    ['/events/category/music-more/jazz/', '/events/?categories=jazz'],
    ['/tag/open-air/', '/events/?tags=open-air'],
    ['/month/2031-03', '/'],
  ])('and where the service has the events of %s', async (path, address) => {
    const { headers, text } = await visit(app, path)
    expect(headers['x-tec-api-root']).toBe(`${origin}${ns}${address}`)
    expect(text).toContain(`<link rel="alternate" href="${origin}${ns}${address}" />`)
  })

  test('that of a venue leads to the events there', async () => {
    const { headers } = await visit(app, '/venue/old-hall/')
    const there = await visit(
      app,
      pathOf(`${headers['x-tec-api-root']}&start_date=2031-01-01&end_date=2031-12-31`),
    )
    expect(there.body.events.map(({ id }: { id: number }) => id)).toEqual([event.id])
  })

  test('is answered 304 to who has it', async () => {
    const { etag } = page.headers
    expect(page.headers['cache-control']).toBe('public, no-cache')
    const again = await visit(app, pathOf(event.url), { 'if-none-match': etag ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers['etag']).toBe(etag)
  })

  test.each([
    ['/event/spring-concert', ''],
    ['/EVENT/Spring-Concert/', ''],
    ['/event/SPRING-CONCERT?from=mail', '?from=mail'],
  ])('%s is redirected to it, with its query: %s', async (path, query) => {
    const { status, headers } = await visit(app, path)
    expect([status, headers['location']]).toEqual([301, event.url + query])
  })

  test('?post_type=tribe_events&p={id} is redirected to it', async () => {
    const { status, headers } = await visit(app, `/?post_type=tribe_events&p=${event.id}`)
    expect([status, headers['location']]).toEqual([301, event.url])
  })

  test('HEAD is answered with the headers alone', async () => {
    const { status, text, headers } = await app.ask({
      method: 'HEAD',
      path: pathOf(event.url),
      absolute: true,
    })
    expect([status, text, headers['etag']]).toEqual([200, '', page.headers['etag']])
  })
})

describe('times', () => {
  test.each([
    [
      'several days',
      { end_date: '2031-03-12 02:00:00' },
      'Tuesday, 11 March 2031 at 18:00 – Wednesday, 12 March 2031 at 02:00 CET (Europe/Berlin)',
    ],
    ['a moment', { end_date: when.start_date }, 'Tuesday, 11 March 2031 18:00 CET (Europe/Berlin)'],
    ['the zone of the site', { timezone: 'UTC' }, 'Tuesday, 11 March 2031 18:00–21:00'],
    ['a zone that is its own abbreviation', { timezone: 'GMT' }, 'Tuesday, 11 March 2031 18:00–21:00 GMT'],
    ['one whole day', { all_day: true }, 'Tuesday, 11 March 2031 All day'],
    [
      'whole days',
      { all_day: true, end_date: '2031-03-13' },
      'Tuesday, 11 March 2031 – Thursday, 13 March 2031 All day',
    ],
  ])('%s', async (_, fields, shown) => {
    const { url } = await app.create('events', { title: 'Timed', ...when, ...fields })
    const { text } = await visit(app, pathOf(url))
    const said = /<span class="hidden">When<\/span>\s*<\/dt>\s*<dd>(.*?)<\/dd>/s.exec(text)
    expect(
      (said?.[1] ?? '')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ).toBe(shown)
  })

  test.each([
    ['de', 'Dienstag, 11. März 2031'],
    ['ja', '2031年3月11日火曜日'],
    ['ar', '11 مارس 2031'],
  ])('in %s', async (language, shown) => {
    const { text } = await visit(app, '/event/spring-concert/', { 'accept-language': language })
    expect(text).toContain(`<html lang="${language}"`)
    expect(text).toContain(shown)
  })
})

describe('costs', () => {
  test.each([
    ['Free', 'Kostenlos', 'Free'],
    ['0-12', 'Kostenlos – $12', 'Free – $12'],
    ['Free for members', 'Free for members', 'Free for members'],
  ])('a reader has their own word for the zero of %s', async (cost, german, english) => {
    const { id, url } = await app.create('events', { title: 'Priced', ...when, cost, tags: ['priced'] })
    for (const path of [pathOf(url), '/tag/priced/']) {
      const read = async (language: string) => (await visit(app, path, { 'accept-language': language })).text
      expect(await read('de')).toContain(`>${german}<`)
      expect(await read('en')).toContain(`>${english}<`)
    }
    expect((await app.read(`events/${id}`)).cost).toBe(english)
    await app.remove(`events/${id}`)
  })
})

describe('the page of a venue or organizer', () => {
  test('shows what is known of a venue, and what is on there', async () => {
    const venue = await app.create('venues', {
      venue: 'The Barn',
      description: 'Old.',
      address: 'Mill Lane 2',
      city: 'Exampleton',
      state: 'TX',
      country: 'US',
      phone: '555-1',
      website: 'https://barn.example',
    })
    await app.create('events', { title: 'Barn dance', ...when, venue: venue.id })
    const page = await visit(app, '/venue/the-barn/')
    expect(titleOf(page)).toBe('The Barn')
    expect(page.text).toContain('Mill Lane 2, Exampleton, TX, US')
    expect(page.text).toMatch(
      /<a href="https:\/\/barn.example" rel="external noopener" dir="ltr"\s*>barn.example</,
    )
    expect(page.text).toContain('<div class="text" dir="auto"><p>Old.</p></div>')
    expect(page.text).toContain(`<a href="${origin}/event/barn-dance/" dir="auto">Barn dance</a>`)
    expect(page.text).not.toContain('Spring')
    expect((await visit(app, `${ns}/events/?venue=${venue.id}`)).body.total).toBe(1)
    expect(page.text).toContain(`href="${origin}${ns}/events.ics?venue=${venue.id}&amp;ends_after=today&amp;`)
    expect(dataOf(page)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Place',
      name: 'The Barn',
    })
  })

  test('shows what is known of an organizer', async () => {
    const { id } = await app.create('organizers', {
      organizer: 'Ann & Co',
      email: "o'hara+x@example.org",
      phone: '555-2',
    })
    const page = await visit(app, '/organizer/ann-co/')
    expect(titleOf(page)).toBe('Ann &amp; Co')
    expect(page.text).toContain(
      `<a href="mailto:o'hara%2Bx@example.org" dir="ltr">o&#039;hara+x@example.org</a>`.replace(
        "o'hara%",
        'o&#039;hara%',
      ),
    )
    expect(page.text).toContain(`href="${origin}${ns}/organizers/${id}"`)
    expect(dataOf(page)).toMatchObject({ '@type': 'Organization', name: 'Ann & Co' })
    expect(page.text).toContain('No events are planned here at the moment.')
  })
})

describe('the page of a category or tag', () => {
  test('lists what is on in it and in the categories below it', async () => {
    const arts = await app.create('categories', { name: 'Arts', description: 'All <b>arts</b>.' })
    const film = await app.create('categories', { name: 'Film', parent: arts.id })
    await app.create('events', { title: 'Matinee', ...when, categories: [film.id] })
    const page = await visit(app, pathOf(arts.url))
    expect(page.text).toContain('<p>All <b>arts</b>.</p>')
    expect(page.text).toMatch(/<time datetime="2031-03-11">[^<]*11 March[^<]*<\/time>/)
    expect(page.text).toContain(`href="${origin}/event/matinee/"`)
    expect(page.text).not.toContain('Spring')
    expect(page.text).toContain(`href="${arts.urls.self}"`)
    expect(page.text).toContain(`href="${origin}${ns}/events.ics?categories=arts&amp;ends_after=today&amp;`)
  })

  test.each(['/events/category/film/', '/events/category/nothing/film', '/Events/Category/ARTS/Film'])(
    '%s is redirected to its whole path',
    async (path) => {
      const { status, headers } = await visit(app, path)
      expect([status, headers['location']]).toEqual([301, `${origin}/events/category/arts/film/`])
    },
  )

  test('letters of any script, however they are encoded, are no other address', async () => {
    const { url } = await app.create('tags', { name: 'Ünï ❤', slug: 'жж-❤' })
    for (const path of [pathOf(url), pathOf(url).toUpperCase().replace('/TAG', '/tag')]) {
      const page = await visit(app, path)
      expect([page.status, titleOf(page)]).toEqual([200, 'Ünï ❤'])
    }
  })
})

describe('the first page', () => {
  test('says what this is, what is on, and where the service is', async () => {
    const page = await visit(app, '/')
    expect(page.status).toBe(200)
    expect(titleOf(page)).toBe('Town &lt;hall&gt; &amp; &quot;more&quot;')
    expect(page.text).toContain('<title>Town &lt;hall&gt; &amp; &quot;more&quot;</title>')
    expect(page.text).toContain('What&#039;s &lt;on&gt;</p>')
    expect(page.text).toContain(`href="${origin}/event/spring-concert/"`)
    expect(page.text).toContain(`href="${origin}/docs"`)
    expect((await visit(app, `${ns}/events/`)).status).toBe(200)
    expect(page.text).toContain(`href="${origin}${ns}/events/"`)
  })

  test('has pages, each at an address of its own, and none past the last', async () => {
    const { body } = await visit(app, `${ns}/events/`)
    for (let more = body.total; more <= 20; more++)
      await app.create('events', { title: `More ${more}`, ...when })
    const first = await visit(app, '/list')
    expect(first.text).toContain(`<link rel="next" href="${origin}/list?page=2" />`)
    expect((await visit(app, '/?page=2')).headers['location']).toBe(`${origin}/list?page=2`)
    const second = await visit(app, '/list?page=2')
    expect(second.text).toContain(`<link rel="canonical" href="${origin}/list?page=2" />`)
    const links = (page: Answered) => new Set(page.text.match(/(?<=<h3><a href=")[^"]*/g))
    expect([links(first).size, links(second).size]).toEqual([20, 1])
    expect(links(first).intersection(links(second)).size).toBe(0)
    expect((await visit(app, '/list?page=3')).headers['location']).toBe(`${origin}/list?page=2`)
  })

  test('begins every link with SITE_URL, also below a path', async () => {
    const below = await createTestApp({ SITE_URL: 'https://town.example/calendar', REST_ROOT: '/wp-json' })
    const { url } = (
      await below.ask({ as: 'administrator', method: 'POST', path: 'events', json: { title: 'X', ...when } })
    ).body
    const page = await below.ask({ path: '/event/x/', absolute: true })
    expect([page.status, url]).toEqual([200, 'https://town.example/calendar/event/x/'])
    expect(page.text).not.toContain('localhost')
    expect(page.headers['x-tec-api-root']).toBe(
      'https://town.example/calendar/wp-json/vendor/events/v1/events/1',
    )
    const redirect = await below.ask({ path: '/event/x', absolute: true })
    expect(redirect.headers['location']).toBe(url)
    expect((await below.ask({ path: '/', absolute: true })).text).toContain(
      'href="https://town.example/calendar/wp-json/"',
    )
    await below.close()
  })
})

test('where tiles of maps come from is the one other place that pages load anything from', async () => {
  const tiled = await createTestApp({
    MAP_TILES: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: '© "Mappers"',
  })
  const venue = { venue: 'Hall', geo_lat: 52.5, geo_lng: 13.4 }
  const times = { start_date: 'tomorrow 9am', end_date: 'tomorrow 10am' }
  await tiled.create('events', { title: 'Placed', ...times, venue })
  const page = await visit(tiled, '/map')
  expect(page.headers['content-security-policy']).toContain(
    "img-src 'self' data: https://*.tiles.example; media-src 'self'",
  )
  expect(page.text).toContain('data-tiles="https://{s}.tiles.example/{z}/{x}/{y}.png"')
  expect(page.text).toContain('data-attribution="© &quot;Mappers&quot;"')
  await tiled.close()
})
