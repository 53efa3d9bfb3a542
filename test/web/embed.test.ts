import { Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let framed: TestApp
const home = 'http://localhost'

beforeAll(async () => {
  app = await createTestApp({ SITE_NAME: 'Town <b>&amp;' })
  framed = await createTestApp({
    EMBED_ORIGINS: 'https://a.example,https://b.example',
    CORS_ORIGINS: 'https://a.example',
  })
  app.setNow(Temporal.Instant.from('2031-04-01T12:00:00Z'))
  const times = { start_date: '2031-05-01 18:00', end_date: '2031-05-01 20:00', timezone: 'Europe/Berlin' }
  const create = (json: object) => app.ask({ as: 'editor', method: 'POST', path: 'events', json })
  await create({
    ...times,
    title: 'Fair & <em>"Square"</em> &lt;script&gt;',
    slug: 'fair',
    categories: ['Music'],
    venue: { venue: 'Hall' },
  })
  await create({ ...times, title: 'Locked', password: 'sesame' })
  await create({ ...times, title: 'Planned', status: 'draft', slug: 'planned' })
  await create({ ...times, title: 'Staff', status: 'private' })
})

afterAll(async () => {
  await app.close()
  await framed.close()
})

const get = (path: string, headers: Record<string, string> = {}, on = app) =>
  on.ask({ absolute: true, path, headers })

const oembed = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`)

test('the widget is one script that any page may load, below its size limit, and known again by its ETag', async () => {
  const { status, headers, text } = await get('/widget.js')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, no-cache',
  })
  expect(gzipSync(text).length).toBeLessThan(30_000)
  expect(() => new Script(text)).not.toThrow()
  expect(text).toContain("customElements.define('kalends-calendar'")
  expect(text).not.toMatch(/^\s*(?:import|export)\b/m)
  expect((await get('/widget.js', { 'if-none-match': headers['etag'] ?? '' })).status).toBe(304)
})

test('what the widget asks first is for the origins that may call the service', async () => {
  const { body, headers } = await get('/widget.json', { origin: 'https://elsewhere.example' })
  expect(body).toEqual({
    name: 'Town <b>&amp;',
    home,
    rest: `${home}/vendor/events/v1`,
    timezone: 'UTC',
    locale: 'en',
    day_turn: '05:00',
    colours: { 1: 1 },
  })
  expect((await get('/widget.json?fields=none', {})).body).toMatchObject({ fields: {} })
  expect(headers['access-control-allow-origin']).toBe('*')
  const from = (origin: string) => get('/widget.json', { origin }, framed)
  expect((await from('https://a.example')).headers['access-control-allow-origin']).toBe('https://a.example')
  expect((await from('https://b.example')).headers).not.toHaveProperty('access-control-allow-origin')
})

test('frames may be shown by whom EMBED_ORIGINS names, other pages by nobody', async () => {
  const policy = async (path: string, on?: TestApp) =>
    String((await get(path, {}, on)).headers['content-security-policy'])
  expect(await policy('/embed')).toContain('frame-ancestors *')
  expect(await policy('/embed', framed)).toMatch(/frame-ancestors https:\/\/a\.example https:\/\/b\.example$/)
  expect(await policy('/widget')).toContain("frame-ancestors 'none'")
  expect(await policy('/embed')).toContain("script-src 'self'")
})

test('a frame says what is on without scripts, escaped, and opens its links outside of itself', async () => {
  const { text } = await get('/embed?view=month&categories=music&theme=dark&limit=7&other=%22%3E%3Cscript%3E')
  expect(text).toContain('<base target="_top" />')
  expect(text).toContain('view="month"')
  expect(text).toContain('categories="music"')
  expect(text).toContain('Fair &amp; “Square” &lt;script&gt;')
  expect(text).not.toContain('<script>')
  expect(text).not.toMatch(/Planned|Staff/)
  expect(text).toContain('noindex')
  expect(text).toContain(`<a href="${home}/">The whole calendar</a>`)
  const event = await get('/embed/event/fair')
  expect(event.status).toBe(200)
  expect(event.text).toContain('Hall')
})

test('without scripts a frame begins with what is not over of today, as the widget does, and has the same filters and limit', async () => {
  const ids: number[] = []
  for (const [title, day] of [
    ['Over', '2031-03-31 08'],
    ['Breakfast', '2031-04-01 08'],
    ['Tea', '2031-04-01 17'],
    ['Supper', '2031-04-02 08'],
  ] as const) {
    const times = { start_date: `${day}:00`, end_date: `${day}:59` }
    ids.push((await app.create('events', { title, ...times, tags: ['Meals'] })).id)
  }
  const list = async (query: string) => {
    const { status, text } = await get(`/embed?${query}`)
    expect(status).toBe(200)
    return text.slice(text.indexOf('embedded-list'))
  }
  const all = await list('')
  expect(all).not.toMatch(/Over|Breakfast/)
  expect(all).toMatch(/Tea[^]*Supper[^]*Fair/)
  expect(await list('tags=meals&limit=1')).not.toMatch(/Supper|Fair/)
  expect(await list('tags=meals&search=lunch')).toContain('Nothing matches your search')
  expect(await list('venue=hall')).toContain('Fair')
  expect(await list('venue=hall,nowhere')).toContain('What should be shown here is not in the calendar')
  expect(await list('organizer=nobody')).toContain('What should be shown here is not in the calendar')
  expect(await list('tags=none')).toContain('What should be shown here is not in the calendar')
  for (const id of ids) await app.remove(`events/${id}`)
})

test.each(['locked', 'planned', 'staff', 'nothing'])(
  '/embed/event/%s is nothing that everybody may see',
  async (slug) => {
    expect((await get(`/embed/event/${slug}`)).status).toBe(404)
    expect((await oembed(`${home}/event/${slug}/`)).status).toBe(404)
  },
)

test('oEmbed answers for an event, as JSON and as XML, within the size that is asked for', async () => {
  const { body, headers } = await oembed(`${home}/event/fair/?from=here`, '&maxwidth=320')
  expect(headers['content-type']).toContain('application/json')
  expect(body).toMatchObject({
    version: '1.0',
    type: 'rich',
    title: 'Fair & “Square” <script>',
    provider_name: 'Town <b>&amp;',
    provider_url: `${home}/`,
    width: 320,
  })
  expect(body.html).toContain(
    `<iframe src="${home}/embed/event/fair" title="Fair &amp; “Square” &lt;script&gt;" width="320"`,
  )
  const xml = await oembed(`${home}/event/fair/`, '&format=xml')
  expect(xml.headers['content-type']).toBe('text/xml; charset=utf-8')
  expect(new XMLParser().parse(xml.text).oembed).toMatchObject({
    type: 'rich',
    title: 'Fair & “Square” <script>',
    width: 600,
  })
})

test.each([
  ['/', 'view=list"'],
  ['/events/category/music/', 'view=list&amp;categories=music"'],
  ['/venue/hall/', /view=list&amp;venue=\d+"/],
  ['/list?tags=meals&when=month', 'view=list&amp;tags=meals"'],
  ['/month/2031-04?categories=music', 'view=month&amp;month=2031-04&amp;categories=music"'],
])('oEmbed answers for the page %s', async (path, src) => {
  const { status, body } = await oembed(`${home}${path}`)
  expect(status).toBe(200)
  expect(body.html).toMatch(src)
})

test.each([
  ['/', 'Upcoming events – Town'],
  ['/events/category/music/', 'music – Town'],
  ['/venue/hall/', /Hall.* – Town/],
  ['/list?categories=music&free=true', /^Music, Free – Town/],
  ['/map?q=fair', '“fair” – Town'],
  ['/month/2031-04?categories=music', 'April 2031, music – Town'],
  ['/week/2031-03-31', 'April 2031 – Town'],
  ['/day/2031-03-31', 'March 2031 – Town'],
  ['/week', / 20\d\d – Town/],
] as const)('oEmbed for %s says what is listed, and so does its frame', async (path, title) => {
  const { status, body } = await oembed(`${home}${path}`)
  expect(status).toBe(200)
  expect(body.title).toMatch(typeof title === 'string' ? new RegExp(`^${title}`, 'i') : title)
  expect(body.html).toContain(' title="')
  expect(body.html).not.toContain('title="Town')
})

test.each([
  ['http://elsewhere.example/event/fair/', '', 404, 'oembed-not-found'],
  [`${home}/docs`, '', 404, 'oembed-not-found'],
  [`${home}/month/2031-13`, '', 404, 'oembed-not-found'],
  [`${home}/week/2031-02-30`, '', 404, 'oembed-not-found'],
  [`${home}/events/category/none/`, '', 404, 'oembed-not-found'],
  [`${home}/event/fair/`, '&format=yaml', 501, 'oembed-format-not-known'],
  ['', '', 400, 'rest_missing_callback_param'],
])('oEmbed refuses %s%s', async (url, more, status, code) => {
  const answer = await oembed(url, more)
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ code })
})

test('pages that may be embedded tell where oEmbed is, others do not', async () => {
  const { text } = await get('/event/fair/')
  const [, href = ''] = /type="application\/json\+oembed"\s+href="([^"]+)"/.exec(text) ?? []
  const path = href.replaceAll('&amp;', '&').slice(home.length)
  expect((await get(path)).body).toMatchObject({ title: 'Fair & “Square” <script>' })
  expect((await get('/widget')).text).not.toContain('+oembed')
  for (const list of [
    '/list',
    '/map',
    '/month/2031-04',
    '/week/2031-04-01',
    '/day/2031-04-01',
    '/events/category/music/',
  ])
    expect((await get(list)).text, list).toContain('application/json+oembed')
})

test('the page that makes the code shows the code for what was chosen', async () => {
  const { text } = await get('/widget?view=month&categories=music%22%3E&limit=99')
  expect(text).toContain(`&lt;script async src=&quot;${home}/widget.js&quot;&gt;`)
  expect(text).toContain('categories=&quot;music&amp;quot;&amp;gt;&quot;')
  expect(text).not.toContain('limit=&quot;99')
})

test.each(['abc', '1.5', '1e400', '-1', '99999999999999999999', '\u0000'])(
  'the page that makes the code takes “%s” for a venue that there is not',
  async (venue) => {
    const { status, text } = await get(`/widget?venue=${encodeURIComponent(venue)}`)
    expect(status).toBe(200)
    expect(text).toContain('<select name="venue"')
  },
)
