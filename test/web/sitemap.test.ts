import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, origin, visit, when } from './town.ts'

let app: TestApp
const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => name === 'url' || name === 'sitemap',
})

beforeAll(async () => {
  app = await createTown()
  const parent = await app.create('categories', { name: 'Music' })
  const child = await app.create('categories', { name: 'Jazz', parent: parent.id })
  await app.create('tags', { name: 'Unused' })
  await app.create('events', {
    ...when,
    title: 'Grüße & <Co>',
    slug: 'open',
    categories: [child.id],
    tags: ['air'],
    venue: { venue: 'Hall' },
  })
  await app.create('events', { ...when, title: 'Hidden', hide_from_listings: true })
  await app.create('events', { ...when, title: 'Locked', password: 'sesame' })
  for (const status of ['draft', 'private', 'pending', 'trash'])
    await app.create('events', { ...when, title: `Not yet ${status}`, slug: status, status })
  await app.create('venues', { venue: 'Plan', status: 'draft' })
  await app.create('organizers', { organizer: 'Jo' })
})
afterAll(() => app.close())

async function locations(path: string): Promise<string[]> {
  const { status, headers, text } = await visit(app, path)
  expect(status, path).toBe(200)
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const { urlset, sitemapindex } = parser.parse(text)
  return (urlset?.url ?? sitemapindex?.sitemap ?? []).map(({ loc }: { loc: string }) => loc)
}

test('the index names parts that are there, and these name every public page and nothing else', async () => {
  const parts = await locations('/sitemap.xml')
  const pages = (await Promise.all(parts.map((part) => locations(part.slice(origin.length))))).flat()
  expect(pages.toSorted()).toEqual(
    [
      '/',
      '/day/2031-03-11',
      '/event/open/',
      '/events/category/music/',
      '/events/category/music/jazz/',
      '/list',
      '/map',
      '/month/2031-03',
      '/organizer/jo/',
      '/organizers',
      '/tag/air/',
      '/venue/hall/',
      '/venues',
    ].map((path) => `${origin}${path}`),
  )
  for (const page of pages) expect((await visit(app, page.slice(origin.length))).status, page).toBe(200)
})

test('what is far apart by its id is in parts of its own, each with the time of its last change', async () => {
  await app.db.write(async (tx) => {
    const row = await tx
      .selectFrom('organizers')
      .selectAll()
      .where('slug', '=', 'jo')
      .executeTakeFirstOrThrow()
    await tx.insertInto('items').values({ id: 25_000, kind: 'organizer' }).execute()
    await tx
      .insertInto('organizers')
      .values({ ...row, id: 25_000, slug: 'far', modified_at: 86_400 })
      .execute()
  })
  const { text } = await visit(app, '/sitemap.xml')
  const found = parser
    .parse(text)
    .sitemapindex.sitemap.filter(({ loc }: { loc: string }) => loc.includes('organizers'))
  expect(found.map(({ loc }: { loc: string }) => loc.slice(origin.length))).toEqual([
    '/sitemaps/organizers-0.xml',
    '/sitemaps/organizers-2.xml',
  ])
  expect(found[1].lastmod).toBe('1970-01-02T00:00:00Z')
  expect(await locations('/sitemaps/organizers-2.xml')).toEqual([`${origin}/organizer/far/`])
  expect(await locations('/sitemaps/organizers-1.xml')).toEqual([])
})

test.each(['/sitemaps/users.xml', '/sitemaps/users-0.xml', '/sitemaps/events-x.xml', '/sitemaps/events-0'])(
  '%s is nothing',
  async (path) => {
    expect((await visit(app, path)).status).toBe(404)
  },
)

test('robots are told where the sitemap is, and that answers of the service are no pages', async () => {
  const { text, headers } = await visit(app, '/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toBe(
    `User-agent: *
Allow: /vendor/events/v1/events.ics
Allow: /vendor/events/v1/events.rss
Allow: /vendor/events/v1/events.json
Allow: /vendor/events/v1/events.geojson
Allow: /vendor/events/v1/events.csv
Allow: /vendor/events/v1/events/*.ics
Disallow: /vendor/events/v1/
Disallow: /signin

Sitemap: ${origin}/sitemap.xml
`,
  )
})

test('feeds that robots may read are not to be found by them', async () => {
  const { text } = await visit(app, '/robots.txt')
  const lists = [...text.matchAll(/^Allow: ([^*\n]+)$/gm)].map(([, path]) => path ?? '')
  expect(lists).toHaveLength(5)
  for (const path of lists) {
    const { status, headers } = await visit(app, path)
    expect([status, headers['x-robots-tag']], path).toEqual([200, 'noindex'])
  }
})

test('months and days are named where anything public is on, days from today on and not for ever', async () => {
  const busy = await createTown()
  const event = (title: string, start_date: string, end_date: string, more = {}) =>
    busy.create('events', { title, start_date, end_date, all_day: true, ...more })
  await event('Past', '2030-11-05', '2030-11-05')
  await event('Fair', '2031-03-30', '2031-04-02')
  await event('Far', '2031-12-24', '2031-12-24')
  await event('For ever', '2033-01-01', '2999-01-01')
  await event('Secret', '2031-02-01', '2031-02-01', { status: 'draft' })
  await event('Hidden', '2031-07-01', '2031-07-01', { hide_from_listings: true })
  const { text } = await visit(busy, '/sitemaps/pages.xml')
  const paths = (text.match(/(?<=<loc>)[^<]*/g) ?? []).map((url) => url.slice(origin.length))
  const months = paths.filter((path) => path.startsWith('/month/'))
  expect(months.slice(0, 5)).toEqual(
    ['2030-11', '2031-03', '2031-04', '2031-12', '2033-01'].map((month) => `/month/${month}`),
  )
  expect(months.at(-1)).toBe('/month/2036-03')
  expect(paths.filter((path) => path.startsWith('/day/'))).toEqual(
    ['2031-03-30', '2031-03-31', '2031-04-01', '2031-04-02'].map((day) => `/day/${day}`),
  )
  // What it names, search engines may keep, and it is another on another day without anything being written.
  for (const path of ['/month/2030-11', '/day/2031-04-02', '/map', '/list'])
    expect((await visit(busy, path)).text).not.toContain('name="robots"')
  busy.setNow(Temporal.Instant.from('2031-03-31T12:00:00Z'))
  expect((await visit(busy, '/sitemaps/pages.xml')).text).not.toContain('/day/2031-03-30')
  await busy.close()
})

test('an empty calendar names no parts that would have nothing', async () => {
  const empty = await createTown()
  const { text } = await visit(empty, '/sitemap.xml')
  expect(text.match(/(?<=<loc>)[^<]*/g)).toEqual([`${origin}/sitemaps/pages.xml`])
  await empty.close()
})

test('the icon and the manifest are there, and every icon that the manifest names', async () => {
  expect((await visit(app, '/favicon.ico')).headers['content-type']).toBe('image/x-icon')
  const { body, headers } = await visit(app, '/site.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(body).toMatchObject({ name: `Town <hall> & "more"`, start_url: `${origin}/` })
  for (const { src } of body.icons) expect((await visit(app, src)).status, src).toBe(200)
  const home = await visit(app, '/')
  expect(home.text).toContain(`<link rel="manifest" href="/site.webmanifest" />`)
  expect(home.headers['content-security-policy']).toContain("manifest-src 'self'")
})

test('a sitemap that has not changed is known by its ETag, and is another one once something is published', async () => {
  const before = await visit(app, '/sitemaps/tags.xml')
  const etag = before.headers['etag'] ?? ''
  expect((await visit(app, '/sitemaps/tags.xml', { 'if-none-match': etag })).status).toBe(304)
  await app.create('events', { ...when, title: 'Another', tags: ['fresh'] })
  expect(await locations('/sitemaps/tags.xml')).toContain(`${origin}/tag/fresh/`)
})
