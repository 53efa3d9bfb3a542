import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, dataOf, ns, pathOf, titleOf, visit, when } from './town.ts'

/** A text that would run, or end whatever it stands in, wherever it is not escaped. */
const hostile = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(2)> & <b>bold`
/** What must not be in any page made from it. */
const running =
  /<script(?! type="(?:application\/ld\+json"|module" src="\/assets\/page\.))|<img[^>]*onerror|javascript:/i

let app: TestApp
beforeAll(async () => {
  app = await createTown()
})
afterAll(() => app.close())

describe('what is not public', () => {
  test.each(['draft', 'pending', 'private', 'future', 'trash'])(
    'an event that is %s is not found',
    async (status) => {
      const date = status === 'future' ? { date: '2031-03-05 00:00:00' } : {}
      const title = `Secret ${status}`
      const event = await app.create('events', {
        title,
        ...when,
        slug: `secret-${status}`,
        ...(status === 'trash' ? {} : { status }),
        ...date,
      })
      if (status === 'trash')
        await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${event.id}` })
      for (const path of [`/event/secret-${status}/`, `/?post_type=tribe_events&p=${event.id}`]) {
        const page = await visit(app, path)
        expect([page.status, titleOf(page)], path).toEqual([404, 'Page not found'])
        expect(page.text).not.toContain('Secret')
      }
      expect((await visit(app, '/')).text).not.toContain(title)
    },
  )

  test('is shown to who may edit it, and kept by nobody else', async () => {
    const page = await app.ask({ as: 'editor', path: '/event/secret-private/', absolute: true })
    expect([page.status, titleOf(page)]).toEqual([200, 'Secret private'])
    expect(page.headers['cache-control']).toContain('private')
    const reader = await app.ask({ as: 'subscriber', path: '/event/secret-private/', absolute: true })
    expect(reader.status).toBe(404)
  })

  test('a hidden or trashed venue or organizer is not found, nor named by an event', async () => {
    const venue = await app.create('venues', { venue: 'Hideout', status: 'private' })
    const organizer = await app.create('organizers', { organizer: 'Ghost' })
    await app.create('events', { title: 'Linked', ...when, venue: venue.id, organizer: organizer.id })
    await app.ask({ as: 'administrator', method: 'DELETE', path: `organizers/${organizer.id}` })
    for (const path of ['/venue/hideout/', '/organizer/ghost/', `/?post_type=tribe_venue&p=${venue.id}`]) {
      expect((await visit(app, path)).status, path).toBe(404)
    }
    expect((await visit(app, '/event/linked/')).text).not.toMatch(/Hideout|Ghost/)
  })

  test('an event behind a password tells that it needs one, and nothing else', async () => {
    const { id } = await app.create('events', {
      title: 'Locked up',
      description: 'Contents',
      ...when,
      password: 'sesame',
      venue: { venue: 'Vault' },
    })
    const page = await visit(app, '/event/locked-up/')
    expect([page.status, titleOf(page)]).toEqual([403, 'This event needs a password'])
    expect(page.text).not.toMatch(/Locked up|Contents|Vault|2031-03-11|11 March|ld\+json/)
    expect((await visit(app, `/?post_type=tribe_events&p=${id}`)).status).toBe(301)
    // The list of a day names it; that of its place would tell where it is.
    const list = await visit(app, '/list?from=2031-03-11&until=2031-03-11')
    expect(list.text).toContain('>Needs a password</span>')
    expect(list.text).not.toMatch(/Contents|Vault/)
    expect((await visit(app, '/venue/vault/')).text).not.toMatch(/Locked up|Contents/)
  })
})

describe('hostile content', () => {
  test('never runs in a page that shows it', async () => {
    const term = await app.create('categories', { name: `Terms ${hostile}`, description: hostile })
    const event = await app.create('events', {
      ...when,
      title: hostile,
      description: hostile,
      excerpt: hostile,
      cost: hostile,
      categories: [term.id],
      tags: [`Tag ${hostile}`],
      venue: {
        venue: `Place ${hostile}`,
        description: hostile,
        address: hostile,
        city: hostile,
        phone: hostile,
      },
      organizer: { organizer: `Who ${hostile}`, description: hostile, phone: hostile },
    })
    const [, ...linked] = [
      ...(await visit(app, pathOf(event.url))).text.matchAll(
        /href="http:\/\/localhost(\/(?:venue|organizer|tag|events)\/[^"]*)"/g,
      ),
    ]
    const paths = [pathOf(event.url), '/', ...linked.map(([, path]) => path ?? '')]
    expect(paths.length).toBeGreaterThan(4)
    for (const path of paths) {
      const page = await visit(app, path)
      expect(page.status, path).toBe(200)
      expect(page.text, path).not.toMatch(running)
      expect(page.text.match(/<\/title>/g), path).toHaveLength(1)
      expect(() => dataOf(page), path).not.toThrow()
    }
  })

  test('in the address and its headers shows nowhere', async () => {
    for (const path of [
      `/event/${encodeURIComponent(hostile)}/`,
      `/?post_type=${encodeURIComponent(hostile)}&p=1`,
      '/events/category/',
      '/tag/%3Cscript%3E',
    ]) {
      const page = await visit(app, path, { accept: 'text/html', host: 'evil"><script>alert(1)</script>' })
      expect(page.status, path).toBe(404)
      expect(page.text, path).not.toMatch(running)
    }
  })
})

describe('what is not there', () => {
  test.each([
    '/nothing',
    '/event/nothing/',
    '/tag/nothing/',
    '/?post_type=tribe_events&p=999',
    '/?post_type=page&p=1',
    '/?post_type=tribe_events&p=x',
  ])('%s is a page that says so', async (path) => {
    const page = await visit(app, path)
    expect([page.status, titleOf(page)]).toEqual([404, 'Page not found'])
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test.each(['/nothing', '/event/nothing'])(
    '%s is told in JSON to who would rather have that',
    async (path) => {
      const { status, body } = await visit(app, path, { accept: 'application/json, text/plain, */*' })
      expect(status).toBe(404)
      expect(body).toEqual({
        code: 'rest_no_route',
        message: expect.stringContaining('/nothing'),
        data: { status: 404 },
      })
    },
  )

  test.each([
    '/event/%FF%FE/',
    '/event/%FF/all',
    '/venue/%C3/',
    '/events/category/%FF/%FE/',
    '/tag/50%/',
    '/month/%FF',
    '/%E0%A4%A',
    '/assets/%FF',
  ])('%s, whose escapes are no text, is a page, or JSON to who would rather have that', async (path) => {
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
      const page = await visit(app, path, { accept })
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(titleOf(page)).toBe('Page not found')
    }
    const told = await visit(app, path, { accept: 'application/json' })
    expect([told.status, told.body.code]).toEqual([404, 'rest_no_route'])
  })

  test.each([`${ns}/events/%FF`, `${ns}/%FF`, `/?rest_route=${ns}/events/x%`])(
    '%s is told in JSON, as all of the service',
    async (path) => {
      const { status, body } = await visit(app, path)
      expect([status, body.code]).toEqual([404, 'rest_no_route'])
    },
  )

  test('below the namespace is told as the service does', async () => {
    expect((await visit(app, `${ns}/nothing`)).body.code).toBe('rest_no_route')
  })
})

describe('where the REST root is at / too', () => {
  test.each([
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['application/json', 'application/json; charset=UTF-8'],
    ['*/*', 'text/html; charset=utf-8'],
  ])('Accept: %s is answered %s', async (accept, type) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers } = await app.ask({ method, path: '/', absolute: true, headers: { accept } })
      expect([status, headers['content-type']]).toEqual([200, type])
    }
  })
})

describe('what cannot be', () => {
  test('is told above the list, all of it at once, and without a word of the service', async () => {
    const query =
      'page=0&from=nonsense&until=2031-13-45&categories=none-such&geoloc_lat=95&geoloc_lng=1&venue=x'
    const page = await visit(app, `/list?${query}`)
    expect([page.status, titleOf(page)]).toEqual([200, 'Upcoming events'])
    for (const value of ['nonsense', '2031-13-45', 'none-such', '95', 'x'])
      expect(page.text).toContain(`“${value}” is not known here`)
    expect(page.text).not.toMatch(/\bmust be\b/)
  })

  test('days the wrong way round are swapped', async () => {
    const page = await visit(app, '/list?from=2031-03-12&until=2031-03-11')
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/name="from" value="2031-03-11"/)
  })

  test('fields that are left empty ask for nothing', async () => {
    const page = await visit(app, '/list?search=&when=&categories=&from=&until=&venue=&organizer=&tags=')
    expect([page.status, titleOf(page)]).toEqual([200, 'Upcoming events'])
  })

  test.each(['/', '/event/nothing/', '/month/2031-03', '/signin'])(
    'a wrong login is refused at %s, with a page that says so',
    async (path) => {
      const authorization = `Basic ${Buffer.from('nobody:wrong').toString('base64')}`
      const page = await visit(app, path, { accept: 'text/html', authorization })
      expect([page.status, titleOf(page)]).toEqual([401, 'You are not signed in'])
      expect(page.headers['www-authenticate']).toContain('Basic')
      expect(page.headers['content-type']).toContain('text/html')
    },
  )

  test('who signs in is sent to the calendar', async () => {
    const page = await app.ask({ as: 'editor', path: '/signin', absolute: true })
    expect([page.status, page.headers['location']]).toEqual([303, '/'])
  })
})
