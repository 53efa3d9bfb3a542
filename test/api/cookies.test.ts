import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setRole } from '../../src/http/auth/users.ts'
import { hashOwnPassword, storeOwnPassword } from '../../src/http/auth/ownPassword.ts'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf, fromHere } from '../support/signedIn.ts'

const event = { title: 'Kept', start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }

let app: TestApp
let cookie: string
let id: number
beforeAll(async () => {
  app = await createTestApp({ CORS_ORIGINS: 'https://cms.example.org' })
  cookie = await cookieOf(app, 'administrator')
  id = (await app.create('events', event)).id
})
afterAll(() => app.close())

type Headers = Readonly<Record<string, string>>

const ask = (headers: Headers, more: Partial<Asked> = {}, as = cookie) =>
  app.ask({ path: 'events', ...more, headers: { cookie: as, ...headers } })

const foreign: readonly (readonly [string, Headers])[] = [
  ['nothing that says so', {}],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another origin of the same site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8443' }],
  ['another origin, by an old browser', { origin: 'https://evil.example' }],
  ['another port, by an old browser', { origin: 'http://localhost:8443' }],
  ['a name below ours', { origin: 'http://evil.localhost' }],
  ['a name that begins like ours', { origin: 'http://localhost.evil.example' }],
  ['our origin with a path', { origin: 'http://localhost/' }],
  ['our origin with a name in it', { origin: 'http://x@localhost' }],
  ['an origin that cannot be told', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  ['an origin that CORS_ORIGINS names', { origin: 'https://cms.example.org' }],
  [
    'our origin, which the browser calls another site',
    { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
  ],
  [
    'another origin, which is called ours',
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ],
  ['a word that no browser sends', { 'sec-fetch-site': 'none-of-it' }],
]

const own: readonly (readonly [string, Headers])[] = [
  ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }],
  ['a page of ours that tells no address', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['the reader alone', { 'sec-fetch-site': 'none' }],
  ['a page of ours, by an old browser', { origin: 'http://localhost' }],
  ['a page of ours behind a proxy that speaks https', { origin: 'https://localhost', host: 'localhost' }],
]

describe('what changes something', () => {
  test.each(foreign)('is refused with a cookie from %s', async (_, headers) => {
    const { status, body } = await ask(headers, { method: 'POST', path: 'tags', json: { name: 'New' } })
    expect([status, body.code]).toEqual([
      403,
      expect.stringMatching(/^rest_(cookie_foreign|cross_site)_write$/),
    ])
    expect((await app.read('tags')).total).toBe(0)
  })

  test.each(own)('is taken from %s', async (_, headers) => {
    const { status, body } = await ask(headers, { method: 'POST', path: 'tags', json: { name: 'New' } })
    expect(status).toBe(201)
    await app.remove(`tags/${body.id}`)
  })

  test('is refused by every method, and by whatever stands for one', async () => {
    const path = `events/${id}`
    const asked: readonly Partial<Asked>[] = [
      ...(['POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({ method, path })),
      ...['PUT', 'PATCH', 'DELETE', 'delete', 'POST'].flatMap((override): Partial<Asked>[] => [
        { method: 'POST', path, query: { _method: override, force: true } },
        { method: 'POST', path, query: { force: true }, headers: { 'x-http-method-override': override } },
      ]),
      {
        method: 'POST',
        path: '/',
        absolute: true,
        query: { rest_route: `/vendor/events/v1/${path}`, _method: 'DELETE' },
      },
      { method: 'POST', path: `/wp/v2/tribe_events/${id}`, absolute: true },
      { method: 'POST', path: 'media', raw: Buffer.alloc(200_000), headers: { 'content-type': 'image/png' } },
      { method: 'POST', path: '/event/kept', absolute: true, form: { password: 'x' } },
      { method: 'POST', path: '/signout', absolute: true, form: {} },
    ]
    for (const more of asked)
      for (const [from, headers] of foreign) {
        const { status } = await ask(
          { ...headers, ...more.headers },
          { json: { title: 'Gone' }, ...more, ...(more.raw || more.form ? { json: undefined } : {}) },
        )
        expect([JSON.stringify(more).slice(0, 100), from, status]).toEqual([expect.anything(), from, 403])
      }
    expect((await app.read(`events/${id}`)).title).toBe('Kept')
    expect(
      (await ask({ 'sec-fetch-site': 'none' }, { path: '/wp/v2/users/me', absolute: true })).status,
    ).toBe(200)
  })

  test('an override that makes a read of it changes nothing, and is refused nowhere', async () => {
    const { status, body } = await ask(
      { 'sec-fetch-site': 'cross-site' },
      { method: 'POST', path: `events/${id}`, query: { _method: 'GET' }, json: { title: 'Gone' } },
    )
    expect([status, body.title]).toEqual([200, 'Kept'])
  })

  test('a read is no write, whatever its address says', async () => {
    await ask(fromHere, { path: `events/${id}`, query: { _method: 'DELETE', force: true } })
    expect((await app.read(`events/${id}`)).title).toBe('Kept')
  })

  test('a cookie of nobody is nobody: the refusal is that of strangers', async () => {
    const { status } = await ask(
      {},
      { method: 'POST', path: 'tags', json: { name: 'New' } },
      `kalends=${'A'.repeat(43)}`,
    )
    expect(status).toBe(401)
  })
})

describe('what is read', () => {
  const me = { path: '/wp/v2/users/me', absolute: true }

  test.each([...own, ['a page of ours, which sends no origin', {}]] as const)(
    'counts the cookie from %s',
    async (_, headers) => {
      expect((await ask(headers, me)).status).toBe(200)
    },
  )

  test.each(foreign.filter(([, headers]) => Object.keys(headers).length > 0))(
    'is that of strangers from %s',
    async (_, headers) => {
      expect((await ask(headers, me)).status).toBe(401)
    },
  )

  test('a link of another site shows a page as to its reader, and no record', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    const page = { path: '/', absolute: true }
    expect((await ask({ ...headers, accept: 'text/html' }, page)).text).toContain(
      'Signed in as administrator',
    )
    expect((await ask(headers, me)).status).toBe(401)
    const framed = { ...headers, 'sec-fetch-dest': 'iframe' }
    expect((await ask({ ...framed, accept: 'text/html' }, page)).text).not.toContain('Signed in')
  })

  test('is told to nobody with credentials by CORS', async () => {
    const { headers } = await ask({ ...fromHere })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('is no script with a cookie', async () => {
    const { status, body } = await ask({}, { query: { _jsonp: 'f' } })
    expect([status, body.code]).toEqual([403, 'rest_callback_disabled'])
  })

  test('is kept by nobody', async () => {
    for (const asked of [
      {},
      { path: '/', absolute: true },
      { path: '/list', absolute: true },
      { path: 'venues' },
      me,
    ]) {
      const { headers } = await ask({}, asked)
      expect(headers['cache-control']).toMatch(/^(?=.*private)(?=.*no-store)/)
    }
  })
})

describe('kept answers', () => {
  test('say nothing of who is signed in, and whoever is gets none of them', async () => {
    const draft = await app.create('events', { ...event, title: 'Hidden from all', status: 'draft' })
    const query = { status: 'publish,draft', start_date: '2031-01-01' }
    for (const asked of [
      { path: '/', absolute: true, headers: { accept: 'text/html' } },
      { path: 'events', query },
    ]) {
      const known = async (more: Headers) => app.ask({ ...asked, headers: { ...asked.headers, ...more } })
      const mine = async () => ask(asked.headers ?? {}, asked)
      // Asked for twice, an answer is kept.
      const before = await known({})
      expect((await known({})).text).toBe(before.text)
      const signedIn = await mine()
      expect(signedIn.text).not.toBe(before.text)
      expect((await mine()).text).toBe(signedIn.text)
      for (const other of ['', 'analytics=1', 'xkalends=1']) {
        const after = await known(other === '' ? {} : { cookie: other })
        expect([after.text, after.headers['cache-control']]).toEqual([before.text, 'public, no-cache'])
      }
    }
    await app.remove(`events/${draft.id}`)
  })
})

describe('a session ends at once', () => {
  const me = { path: '/wp/v2/users/me', absolute: true }
  const statusOf = async (of: string) => (await ask({ 'sec-fetch-site': 'none' }, me, of)).status

  test('with another role, and not with the same one', async () => {
    const session = await cookieOf(app, 'author')
    await setRole(app.db, 'author', 'author')
    expect(await statusOf(session)).toBe(200)
    await setRole(app.db, 'author', 'contributor')
    expect(await statusOf(session)).toBe(401)
    await setRole(app.db, 'author', 'author')
    expect(await statusOf(session)).toBe(401)
  })

  test('with another password, and with its removal; that of others goes on', async () => {
    const other = await cookieOf(app, 'editor')
    for (const hash of [await hashOwnPassword('four otters on a plain raft'), null]) {
      const session = await cookieOf(app, 'author')
      await app.db.write((tx) => storeOwnPassword(tx, { id: app.ids.author }, { hash }))
      expect(await statusOf(session)).toBe(401)
    }
    expect(await statusOf(other)).toBe(200)
  })
})
