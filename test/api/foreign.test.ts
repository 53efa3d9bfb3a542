import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type Asked, type TestApp } from '../support/app.ts'

const own = 'https://calendar.example.org'
const named = 'https://cms.example.org'
const event = { title: 'Kept', start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }

/** `*` names nobody. */
let open: TestApp
let closed: TestApp
let naming: TestApp
let id: number
beforeAll(async () => {
  open = await createTestApp({ SITE_URL: own })
  closed = await createTestApp({ CORS_ORIGINS: 'none' })
  naming = await createTestApp({ SITE_URL: own, CORS_ORIGINS: named })
  id = (await open.create('events', event)).id
})
afterAll(() => Promise.all([open.close(), closed.close(), naming.close()]))

type Headers = Record<string, string>

async function writing(app: TestApp, headers: Headers, more: Partial<Asked> = {}) {
  return app.ask({
    as: 'administrator',
    method: 'POST',
    path: 'tags',
    json: { name: 'New' },
    headers,
    ...more,
  })
}

const refusedSites: readonly (readonly [string, Headers])[] = [
  ['another origin', { origin: 'https://evil.example' }],
  [
    'another origin that a browser calls its own',
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ],
  ['no origin that can be told', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  ['our host in another scheme', { origin: 'http://calendar.example.org' }],
  ['our host at another port', { origin: `${own}:8443` }],
  ['a name that begins like ours', { origin: `${own}.evil.example` }],
  ['a name below ours', { origin: 'https://evil.calendar.example.org' }],
  ['our origin with a path', { origin: `${own}/` }],
  ['ours and another', { origin: `${own}, https://evil.example` }],
  ['another site, without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['the same site, without an origin', { 'sec-fetch-site': 'same-site' }],
  ['our origin, which a browser calls another site', { origin: own, 'sec-fetch-site': 'cross-site' }],
]

describe('what a browser sends for another site with credentials', () => {
  test.each(refusedSites)('is refused from %s', async (_, headers) => {
    const { status, body } = await writing(open, headers)
    expect([status, body.code, body.data]).toEqual([403, 'rest_cross_site_write', { status: 403 }])
    expect(body.message).toContain('CORS_ORIGINS')
    expect(body.message).toContain(own)
    expect((await open.read('tags')).total).toBe(0)
  })

  test('is refused by every method, and by whatever stands for one', async () => {
    const origin = 'https://evil.example'
    const path = `events/${id}`
    const asked: readonly Partial<Asked>[] = [
      ...(['POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({ method, path })),
      ...['PUT', 'PATCH', 'DELETE', 'delete'].map((method) => ({
        path,
        query: { _method: method, force: true },
      })),
      { path, headers: { origin, 'x-http-method-override': 'DELETE' } },
      { path: '/', absolute: true, query: { rest_route: `/vendor/events/v1/${path}`, _method: 'DELETE' } },
      { path: `/wp/v2/tribe_events/${id}`, absolute: true },
      { path: '/wp/v2/media', absolute: true, raw: 'x', headers: { origin, 'content-type': 'image/png' } },
      { path: 'media', raw: Buffer.alloc(2_000_000), headers: { origin, 'content-type': 'image/png' } },
      { path: 'imports', form: { url: 'https://example.org' } },
      { path: 'nowhere' },
      { path: '/event/kept', absolute: true, form: { password: 'x' } },
    ]
    for (const more of asked) {
      const said = JSON.stringify(more).slice(0, 200)
      const { status, body } = await writing(open, { origin }, { json: undefined, ...more })
      expect([status, body.code], said).toEqual([403, 'rest_cross_site_write'])
    }
    expect((await open.read(`events/${id}`)).title).toBe('Kept')
  })

  test('is refused before its password is looked at, so that nobody’s failed logins are used up by others', async () => {
    for (const authorization of ['Basic YTpi', 'Bearer none', 'nonsense']) {
      const asked = { as: undefined, headers: { origin: 'https://evil.example', authorization } } as never
      expect((await writing(open, {}, asked)).status).toBe(403)
    }
  })

  test('is answered when it only reads', async () => {
    const origin = 'https://evil.example'
    const headers = { origin, 'sec-fetch-site': 'cross-site' }
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      expect((await open.ask({ as: 'editor', method, path: 'events', headers })).status).toBe(200)
    const overridden = { path: 'events', query: { _method: 'GET' }, json: undefined }
    expect((await writing(open, headers, overridden)).status).toBe(200)
  })

  test('is as before without credentials', async () => {
    const asked = { method: 'POST', path: 'tags', json: { name: 'New' } } as const
    const { status, body } = await open.ask({ ...asked, headers: { origin: 'https://evil.example' } })
    expect([status, body.code]).toEqual([401, 'rest_forbidden'])
  })
})

describe('what is the site’s own, or a program’s, is written', () => {
  const accepted: readonly (readonly [string, () => TestApp, Headers])[] = [
    ['a program, which says nothing', () => open, {}],
    [
      'a page of SITE_URL, whatever host a proxy makes of it',
      () => open,
      { origin: own, host: 'internal:8080' },
    ],
    [
      'a page of the host that was asked',
      () => closed,
      { origin: 'http://a.example:81', host: 'a.example:81' },
    ],
    ['a page of a second name', () => open, { origin: 'http://second.example', host: 'second.example' }],
    ['our own page, as a browser says', () => open, { origin: own, 'sec-fetch-site': 'same-origin' }],
    ['what its reader typed', () => open, { 'sec-fetch-site': 'none' }],
    ['our own page, without an origin', () => closed, { 'sec-fetch-site': 'same-origin' }],
    ['an origin that is named', () => naming, { origin: named, 'sec-fetch-site': 'cross-site' }],
    ['our own where another is named', () => naming, { origin: own }],
  ]
  test.each(accepted)('from %s', async (from, app, headers) => {
    expect((await writing(app(), headers, { json: { name: from } })).status).toBe(201)
  })

  test('but not from others where somebody is named, or nobody', async () => {
    for (const app of [closed, naming]) {
      const { status, body } = await writing(app, { origin: 'https://evil.example' })
      expect([status, body.code]).toEqual([403, 'rest_cross_site_write'])
    }
    expect((await writing(naming, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})

test('no forwarded host makes an origin ours unless its proxy is trusted', async () => {
  const forged = {
    origin: 'https://evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  }
  expect((await writing(closed, forged)).status).toBe(403)
})

describe('_jsonp', () => {
  test('is refused with credentials, and the refusal is no script', async () => {
    const query = { _jsonp: 'tell', _envelope: 1 }
    const { headers, body, text } = await open.ask({ as: 'editor', path: 'events', query })
    expect([body.status, body.body.code]).toEqual([403, 'rest_callback_disabled'])
    expect(headers['content-type']).toContain('application/json')
    expect(text).not.toContain('tell(')
    expect((await open.ask({ as: 'editor', path: 'events', query: { _jsonp: 'tell' } })).status).toBe(403)
  })

  test('works without', async () => {
    expect((await open.ask({ path: 'events', query: { _jsonp: 'tell' } })).text).toMatch(/^\/\*\*\/tell\(/)
  })
})
