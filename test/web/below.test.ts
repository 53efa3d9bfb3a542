import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { ns, visit, when } from './town.ts'

const home = 'https://town.example/events'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_URL: home })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
  await app.create('events', { ...when, title: 'Jazz', categories: ['Music'], venue: { venue: 'Hall' } })
})
afterAll(() => app.close())

const asked = (path: string, headers?: Record<string, string>) => visit(app, path, headers)

/** The addresses of all that a page loads by itself. */
const loaded = (text: string) =>
  [
    ...text.matchAll(
      /<(?:link rel="(?:stylesheet|icon|manifest|apple-touch-icon)" href|script[^>]* src)="([^"]*)"/g,
    ),
  ].map(([, url]) => url ?? '')

test.each([
  '/',
  '/event/jazz/',
  '/venue/hall/',
  '/month/2031-03',
  '/events/category/music/',
  '/widget',
  '/widget.js',
  '/sitemap.xml',
  '/docs',
  '/healthz',
  `${ns}/events`,
  `${ns}/events.ics`,
  `${ns}/events/by-slug/jazz`,
  `${ns}/nothing`,
  '/?rest_route=/vendor/events/v1/events',
  '/nowhere',
])('%s is the same whether a proxy takes the path of the site away or leaves it', async (path) => {
  const [away, left] = [await asked(path), await asked(`/events${path}`)]
  expect([left.status, left.text.replaceAll('/events/events/', '/events/')]).toEqual([
    away.status,
    away.text.replaceAll('/events/events/', '/events/'),
  ])
})

test('the path alone is the home page, with and without a slash, in any case', async () => {
  const page = await asked('/')
  for (const path of ['/events/', '/Events/', '/events/?search=', '/%65vents/'])
    expect((await asked(path)).status, path).toBe(200)
  expect((await asked('/events')).text).toBe(page.text)
})

test('the addresses of other views below the same word stay what they are', async () => {
  const moved = await asked('/events/category/music')
  expect([moved.status, moved.headers['location']]).toEqual([301, `${home}/events/category/music/`])
  expect((await asked('/events/month/2031-03')).status).toBe(200)
})

test('writes and their answers are at both addresses', async () => {
  const json = { ...when, title: 'Below' }
  const made = await app.ask({
    as: 'editor',
    method: 'POST',
    path: `/events${ns}/events`,
    absolute: true,
    json,
  })
  expect([made.status, made.body.url]).toEqual([201, `${home}/event/below/`])
})

test('a site below the path of one of its own pages does not start, and is told why', async () => {
  const bad = await createTestApp({ SITE_URL: 'https://town.example/map' })
  await expect(bad.app.server.ready()).rejects.toThrow(
    'By SITE_URL the site would be at /map, but /map is an address of the service itself. Put it below another path.',
  )
  await bad.db.close()
})

test('a redirect for a slash, or to where a page is now, keeps the query', async () => {
  const location = async (path: string) => (await asked(path)).headers['location']
  expect(await location('/venue/hall?page=1&utm_source=a%20b')).toBe(
    `${home}/venue/hall/?page=1&utm_source=a%20b`,
  )
  expect(await location('/event/jazz?ical')).toMatch(/events\/\d+\.ics$/)
  expect(await location('/event/jazz?a=b=c&')).toBe(`${home}/event/jazz/?a=b=c&`)
  expect(await location('/event/jazz')).toBe(`${home}/event/jazz/`)
  const { id } = await app.read('events/by-slug/jazz')
  expect(await location(`/?post_type=tribe_events&p=${id}&utm_source=a`)).toBe(
    `${home}/event/jazz/?utm_source=a`,
  )
})

test.each(['/', '/event/jazz/', '/widget', '/embed', '/nowhere'])(
  'what %s needs comes from wherever it was asked for itself',
  async (path) => {
    for (const host of ['town.example', '192.0.2.7:8080']) {
      const page = await asked(path, { accept: 'text/html', host })
      const urls = loaded(page.text)
      expect(urls.length).toBeGreaterThan(3)
      for (const url of urls) {
        expect(url).toMatch(/^\/events\//)
        expect((await asked(url, { host })).status, url).toBe(200)
      }
      const policy = page.headers['content-security-policy']
      expect(policy).toContain("style-src 'self';")
      // Pictures and forms have the address of the site.
      expect(policy).toContain("img-src 'self' https://town.example data:;")
      expect(policy).toContain("form-action 'self' https://town.example;")
    }
  },
)
