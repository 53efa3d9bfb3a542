import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

/** A text that would run, or end whatever it stands in, wherever it is not escaped. */
const hostile = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(2)> & <b>bold`
/** What must not be in any page made from it. */
const running = /<script(?! type="application\/ld\+json">)|<img[^>]*onerror|javascript:/i

const origin = 'http://localhost'
const ns = '/vendor/events/v1'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_NAME: `Town <hall> & "more"`, SITE_DESCRIPTION: `What's <on>` })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
})
afterAll(() => app.close())

function visit(path: string, headers: Record<string, string> = { accept: 'text/html' }): Promise<Answered> {
  return app.ask({ path, absolute: true, headers })
}

async function create(kind: string, json: object): Promise<any> {
  const { status, body } = await app.ask({ as: 'administrator', method: 'POST', path: kind, json })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const when = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 21:00:00', timezone: 'Europe/Berlin' }
const pathOf = (url: string) => url.replace(origin, '')
const titleOf = ({ text }: Answered) => /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1]
const dataOf = ({ text }: Answered) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null')

describe('the page of an event', () => {
  let event: any
  let page: Answered
  beforeAll(async () => {
    const parent = await create('categories', { name: 'Music & More' })
    const child = await create('categories', { name: 'Jazz', parent: parent.id })
    event = await create('events', {
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
    page = await visit(pathOf(event.url))
  })

  test('is where its url says, as HTML', () => {
    expect(event.url).toBe(`${origin}/event/spring-concert/`)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(titleOf(page)).toBe('Spring “Concert”')
    expect(page.text).toContain(`<link rel="canonical" href="${event.url}">`)
  })

  test('says when, in the zone of the event, and shows the rendered description', () => {
    expect(page.text).toContain('<time datetime="2031-03-11T17:00:00Z">Tuesday, 11 March 2031, 18:00</time>')
    expect(page.text).toContain('<time datetime="2031-03-11T20:00:00Z">21:00</time> (CET, Europe/Berlin)')
    expect(page.text).toContain('<p>First.</p>\n<p>Second <em>one</em>.</p>')
    expect(page.text).toContain('>$12<')
    expect(page.text).toContain('href="https://example.org/?a=1&amp;b=2"')
  })

  test('links to the pages of what it is linked to, and each of them is there', async () => {
    const linked = ['/venue/old-hall/', '/organizer/jo/', '/organizer/sam/', '/events/category/music-more/jazz/', '/tag/open-air/']
    for (const path of linked) {
      expect(page.text).toContain(`href="${origin}${path}"`)
      expect((await visit(path)).status, path).toBe(200)
    }
  })

  test('names its JSON, which is the event', async () => {
    const address = /<link rel="alternate" type="application\/json" href="([^"]*)">/.exec(page.text)?.[1] ?? ''
    expect(address).toBe(event.rest_url)
    expect(page.text).toContain(`<a href="${address}">This page as JSON</a>`)
    expect((await visit(pathOf(address))).body.id).toBe(event.id)
  })

  test('carries the same schema.org data as the record', async () => {
    const record = await app.ask({ path: `events/${event.id}` })
    expect(dataOf(page)).toEqual(record.body.json_ld)
  })

  test('allows its own style and nothing else', () => {
    const style = /<style>(.*?)<\/style>/s.exec(page.text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    expect(page.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(page.text.match(/<style|<script/g)).toHaveLength(2)
    expect(page.text).not.toMatch(/ style=| on\w+=/)
  })

  test('tells clients where the service is', () => {
    expect(page.headers).toMatchObject({
      'x-tec-api-version': 'v1',
      'x-tec-api-root': `${origin}${ns}/`,
      'x-tec-api-origin': origin,
      link: `<${origin}/>; rel="https://api.w.org/"`,
    })
    expect(page.text).toContain(`<link rel="https://api.w.org/" href="${origin}/">`)
  })

  test('is answered 304 to who has it', async () => {
    const { etag } = page.headers
    expect(page.headers['cache-control']).toBe('public, no-cache')
    const again = await visit(pathOf(event.url), { 'if-none-match': etag ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers['etag']).toBe(etag)
  })

  test.each(['/event/spring-concert', '/EVENT/Spring-Concert/', '/event/SPRING-CONCERT?from=mail'])(
    '%s is redirected to it',
    async (path) => {
      const { status, headers } = await visit(path)
      expect([status, headers['location']]).toEqual([301, event.url])
    },
  )

  test('?post_type=tribe_events&p={id} is redirected to it', async () => {
    const { status, headers } = await visit(`/?post_type=tribe_events&p=${event.id}`)
    expect([status, headers['location']]).toEqual([301, event.url])
  })

  test('HEAD is answered with the headers alone', async () => {
    const { status, text, headers } = await app.ask({ method: 'HEAD', path: pathOf(event.url), absolute: true })
    expect([status, text, headers['etag']]).toEqual([200, '', page.headers['etag']])
  })
})

describe('times', () => {
  test.each([
    ['several days', { end_date: '2031-03-12 02:00:00' }, '18:00</time> – <time datetime="2031-03-12T01:00:00Z">Wednesday, 12 March 2031, 02:00</time> (CET, Europe/Berlin)'],
    ['a moment', { end_date: when.start_date }, '<dd><time datetime="2031-03-11T17:00:00Z">Tuesday, 11 March 2031, 18:00</time> (CET, Europe/Berlin)</dd>'],
    ['a zone that is its own abbreviation', { timezone: 'UTC' }, '21:00</time> (UTC)'],
    ['one whole day', { all_day: true }, '<dd><time datetime="2031-03-11">Tuesday, 11 March 2031</time>, all day</dd>'],
    ['whole days', { all_day: true, end_date: '2031-03-13' }, '<time datetime="2031-03-11">Tuesday, 11 March 2031</time> – <time datetime="2031-03-13">Thursday, 13 March 2031</time>, all day'],
  ])('%s', async (_, fields, shown) => {
    const { url } = await create('events', { title: 'Timed', ...when, ...fields })
    expect((await visit(pathOf(url))).text).toContain(shown)
  })
})

describe('the page of a venue or organizer', () => {
  test('shows what is known of a venue, and what is on there', async () => {
    const venue = await create('venues', {
      venue: 'The Barn',
      description: 'Old.',
      address: 'Mill Lane 2',
      city: 'Exampleton',
      state: 'TX',
      country: 'US',
      phone: '555-1',
      website: 'https://barn.example',
    })
    await create('events', { title: 'Barn dance', ...when, venue: venue.id })
    const page = await visit('/venue/the-barn/')
    expect(titleOf(page)).toBe('The Barn')
    expect(page.text).toContain('Mill Lane 2, Exampleton, TX, US')
    expect(page.text).toContain('<a href="https://barn.example" rel="external">https://barn.example</a>')
    expect(page.text).toContain('<div class="text" dir="auto"><p>Old.</p></div>')
    expect(page.text).toContain(`<a href="${origin}/event/barn-dance/" dir="auto">Barn dance</a>`)
    expect(page.text).not.toContain('Spring')
    expect((await visit(`${ns}/events/?venue=${venue.id}`)).body.total).toBe(1)
    expect(page.text).toContain(`href="${origin}${ns}/events/?venue=${venue.id}"`)
    expect(dataOf(page)).toMatchObject({ '@context': 'https://schema.org', '@type': 'Place', name: 'The Barn' })
  })

  test('shows what is known of an organizer', async () => {
    const { id } = await create('organizers', { organizer: 'Ann & Co', email: "o'hara+x@example.org", phone: '555-2' })
    const page = await visit('/organizer/ann-co/')
    expect(titleOf(page)).toBe('Ann &amp; Co')
    expect(page.text).toContain(`<a href="mailto:o'hara%2Bx@example.org">o&#039;hara+x@example.org</a>`.replace("o'hara%", 'o&#039;hara%'))
    expect(page.text).toContain(`href="${origin}${ns}/organizers/${id}"`)
    expect(dataOf(page)).toMatchObject({ '@type': 'Organization', name: 'Ann & Co' })
    expect(page.text).toContain('<p>There are none.</p>')
  })
})

describe('the page of a category or tag', () => {
  test('lists what is on in it and in the categories below it', async () => {
    const arts = await create('categories', { name: 'Arts', description: 'All <b>arts</b>.' })
    const film = await create('categories', { name: 'Film', parent: arts.id })
    await create('events', { title: 'Matinee', ...when, categories: [film.id] })
    const page = await visit(pathOf(arts.url))
    expect(page.text).toContain('<p>All <b>arts</b>.</p>')
    expect(page.text).toContain('<h3>March 2031</h3>')
    expect(page.text).toContain(`href="${origin}/event/matinee/"`)
    expect(page.text).not.toContain('Spring')
    expect(page.text).toContain(`href="${arts.urls.self}"`)
    expect(page.text).toContain(`href="${origin}${ns}/events/?categories=arts"`)
  })

  test.each(['/events/category/film/', '/events/category/nothing/film', '/Events/Category/ARTS/Film'])(
    '%s is redirected to its whole path',
    async (path) => {
      const { status, headers } = await visit(path)
      expect([status, headers['location']]).toEqual([301, `${origin}/events/category/arts/film/`])
    },
  )

  test('letters of any script, however they are encoded, are no other address', async () => {
    const { url } = await create('tags', { name: 'Ünï ❤', slug: 'жж-❤' })
    for (const path of [pathOf(url), pathOf(url).toUpperCase().replace('/TAG', '/tag')]) {
      const page = await visit(path)
      expect([page.status, titleOf(page)]).toEqual([200, 'Ünï ❤'])
    }
  })
})

describe('the first page', () => {
  test('says what this is, what is on, and where the service is', async () => {
    const page = await visit('/')
    expect(page.status).toBe(200)
    expect(titleOf(page)).toBe('Town &lt;hall&gt; &amp; &quot;more&quot;')
    expect(page.text).toContain('<p dir="auto">What&#039;s &lt;on&gt;</p>')
    expect(page.text).toContain(`href="${origin}/event/spring-concert/"`)
    for (const path of ['/docs', `${ns}/doc`]) expect(page.text).toContain(`href="${origin}${path}"`)
    expect((await visit(`${ns}/events/`)).status).toBe(200)
    expect(page.text).toContain(`href="${origin}${ns}/events/"`)
  })

  test('says how many more there are', async () => {
    const { body } = await visit(`${ns}/events/`)
    for (let more = body.total; more <= 10; more++) await create('events', { title: `More ${more}`, ...when })
    const { total } = (await visit(`${ns}/events/`)).body
    expect((await visit('/')).text).toContain(`The first 10 of ${total}. `)
  })

  test('begins every link with SITE_URL, also below a path', async () => {
    const below = await createTestApp({ SITE_URL: 'https://town.example/calendar', REST_ROOT: '/wp-json' })
    const { url } = (await below.ask({ as: 'administrator', method: 'POST', path: 'events', json: { title: 'X', ...when } })).body
    const page = await below.ask({ path: '/event/x/', absolute: true })
    expect([page.status, url]).toEqual([200, 'https://town.example/calendar/event/x/'])
    expect(page.text).not.toContain('localhost')
    expect(page.headers['x-tec-api-root']).toBe('https://town.example/calendar/wp-json/vendor/events/v1/')
    const redirect = await below.ask({ path: '/event/x', absolute: true })
    expect(redirect.headers['location']).toBe(url)
    expect((await below.ask({ path: '/', absolute: true })).text).toContain('href="https://town.example/calendar/wp-json/"')
    await below.close()
  })
})

describe('what is not public', () => {
  test.each(['draft', 'pending', 'private', 'future', 'trash'])('an event that is %s is not found', async (status) => {
    const date = status === 'future' ? { date: '2031-03-05 00:00:00' } : {}
    const title = `Secret ${status}`
    const event = await create('events', { title, ...when, slug: `secret-${status}`, ...(status === 'trash' ? {} : { status }), ...date })
    if (status === 'trash') await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${event.id}` })
    for (const path of [`/event/secret-${status}/`, `/?post_type=tribe_events&p=${event.id}`]) {
      const page = await visit(path)
      expect([page.status, titleOf(page)], path).toEqual([404, 'Page not found'])
      expect(page.text).not.toContain('Secret')
    }
    expect((await visit('/')).text).not.toContain(title)
  })

  test('is not found by its author either: pages know no logins', async () => {
    const page = await app.ask({ as: 'administrator', path: '/event/secret-private/', absolute: true })
    expect(page.status).toBe(404)
  })

  test('a hidden or trashed venue or organizer is not found, nor named by an event', async () => {
    const venue = await create('venues', { venue: 'Hideout', status: 'private' })
    const organizer = await create('organizers', { organizer: 'Ghost' })
    await create('events', { title: 'Linked', ...when, venue: venue.id, organizer: organizer.id })
    await app.ask({ as: 'administrator', method: 'DELETE', path: `organizers/${organizer.id}` })
    for (const path of ['/venue/hideout/', '/organizer/ghost/', `/?post_type=tribe_venue&p=${venue.id}`]) {
      expect((await visit(path)).status, path).toBe(404)
    }
    expect((await visit('/event/linked/')).text).not.toMatch(/Hideout|Ghost/)
  })

  test('an event behind a password tells that it needs one, and nothing else', async () => {
    const { id } = await create('events', {
      title: 'Locked up',
      description: 'Contents',
      ...when,
      password: 'sesame',
      venue: { venue: 'Vault' },
    })
    const page = await visit('/event/locked-up/')
    expect([page.status, titleOf(page)]).toEqual([403, 'This event needs a password'])
    expect(page.text).not.toMatch(/Locked up|Contents|Vault|2031|ld\+json/)
    expect((await visit(`/?post_type=tribe_events&p=${id}`)).status).toBe(301)
    const venue = await visit('/venue/vault/')
    expect(venue.text).toContain('<div>Needs a password.</div>')
    expect(venue.text).not.toContain('Contents')
  })
})

describe('hostile content', () => {
  test('never runs in a page that shows it', async () => {
    const term = await create('categories', { name: `Terms ${hostile}`, description: hostile })
    const event = await create('events', {
      ...when,
      title: hostile,
      description: hostile,
      excerpt: hostile,
      cost: hostile,
      categories: [term.id],
      tags: [`Tag ${hostile}`],
      venue: { venue: `Place ${hostile}`, description: hostile, address: hostile, city: hostile, phone: hostile },
      organizer: { organizer: `Who ${hostile}`, description: hostile, phone: hostile },
    })
    const [, ...linked] = [...(await visit(pathOf(event.url))).text.matchAll(/href="http:\/\/localhost(\/(?:venue|organizer|tag|events)\/[^"]*)"/g)]
    const paths = [pathOf(event.url), '/', ...linked.map(([, path]) => path ?? '')]
    expect(paths.length).toBeGreaterThan(4)
    for (const path of paths) {
      const page = await visit(path)
      expect(page.status, path).toBe(200)
      expect(page.text, path).not.toMatch(running)
      expect(page.text.match(/<\/title>/g), path).toHaveLength(1)
      expect(() => dataOf(page), path).not.toThrow()
    }
  })

  test('in the address and its headers shows nowhere', async () => {
    for (const path of [`/event/${encodeURIComponent(hostile)}/`, `/?post_type=${encodeURIComponent(hostile)}&p=1`, '/events/category/', '/tag/%3Cscript%3E']) {
      const page = await visit(path, { host: 'evil"><script>alert(1)</script>' })
      expect(page.status, path).toBe(404)
      expect(page.text, path).not.toMatch(running)
    }
  })
})

describe('what is not there', () => {
  test.each(['/nothing', '/event/nothing/', '/tag/nothing/', '/?post_type=tribe_events&p=999', '/?post_type=page&p=1', '/?post_type=tribe_events&p=x'])(
    '%s is a page that says so',
    async (path) => {
      const page = await visit(path)
      expect([page.status, titleOf(page)]).toEqual([404, 'Page not found'])
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    },
  )

  test('is told in JSON to who would rather have that', async () => {
    const { status, body } = await visit('/nothing', { accept: 'application/json, text/plain, */*' })
    expect(status).toBe(404)
    expect(body).toEqual({ code: 'rest_no_route', message: expect.stringContaining('/nothing'), data: { status: 404 } })
  })

  test('below the namespace is told as the service does', async () => {
    expect((await visit(`${ns}/nothing`)).body.code).toBe('rest_no_route')
  })
})
