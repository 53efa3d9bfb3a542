import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

const legacy = 'tribe/events/v1'
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({
    NAMESPACES: `vendor/events/v1,${legacy}`,
    REST_ROOT: '/wp-json',
    SITE_URL: 'https://calendar.example:8443',
    SITE_NAME: 'Exampleton',
    PER_PAGE: '20',
    SITE_TIMEZONE: 'Asia/Kathmandu',
  })
})
afterAll(() => app.close())

const collection = ['GET', 'POST']
const post = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']
const term = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** As recorded (`wire-others.md` 6): these lead, in this order; ours may follow. */
const recorded = [
  ['', ['GET']],
  ['/doc', ['GET']],
  ...['events', 'venues', 'organizers'].flatMap((kind) => [
    [`/${kind}`, collection],
    [`/${kind}/(?P<id>\\d+)`, post],
    [`/${kind}/by-slug/(?P<slug>[^/]+)`, post],
  ]),
  ...['categories', 'tags'].flatMap((kind) => [
    [`/${kind}`, collection],
    [`/${kind}/(?P<id>\\d+)`, term],
  ]),
]

describe('GET /{ns}', () => {
  test.for(['vendor/events/v1', legacy])(
    '%s has the recorded routes with their methods, in their order',
    async (namespace) => {
      const { body } = await app.ask({ path: `/wp-json/${namespace}`, absolute: true })
      expect(Object.keys(body)).toEqual(['namespace', 'routes', '_links'])
      expect(body).toMatchObject({
        namespace,
        _links: { up: [{ href: 'https://calendar.example:8443/wp-json/' }] },
      })
      const routes = Object.entries<{ methods: string[] }>(body.routes).map(([route, { methods }]) => [
        route,
        methods,
      ])
      expect(routes.slice(0, recorded.length)).toEqual(
        recorded.map(([path, methods]) => [`/${namespace}${String(path)}`, methods]),
      )
    },
  )

  test('is the same with a slash at the end, and whatever the context', async () => {
    const plain = await app.ask({ path: '' })
    expect((await app.ask({ path: '/wp-json/vendor/events/v1', absolute: true })).body).toEqual(plain.body)
    expect((await app.ask({ path: '', query: { context: 'anything' } })).body).toEqual(plain.body)
  })

  test('?namespace= another one that is served is its index', async () => {
    const { body } = await app.ask({ path: '', query: { namespace: legacy } })
    expect(body).toEqual((await app.ask({ path: `/wp-json/${legacy}`, absolute: true })).body)
  })

  test('?namespace= one that is not is 404', async () => {
    const { status, body } = await app.ask({ path: '', query: { namespace: 'nothing/v9' } })
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'rest_invalid_namespace', data: { status: 404 } })
  })

  test('has the parameters of each method with what is known of them', async () => {
    const { body } = await app.ask({ path: '' })
    const routes = body.routes as Record<
      string,
      { endpoints: { methods: string[]; args: object }[]; _links?: object }
    >
    expect(routes['/vendor/events/v1/doc']?.endpoints).toEqual([{ methods: ['GET'], args: [] }])
    expect(routes['/vendor/events/v1/venues']).toMatchObject({
      endpoints: [
        {
          methods: ['GET'],
          args: {
            page: { type: 'integer', default: 1, required: false },
            per_page: { type: 'integer', default: 20, required: false },
          },
        },
        {
          methods: ['POST'],
          args: { venue: { type: 'string', required: true }, city: { type: 'string', required: false } },
        },
      ],
      _links: { self: [{ href: 'https://calendar.example:8443/wp-json/vendor/events/v1/venues' }] },
    })
    const one = routes['/vendor/events/v1/venues/(?P<id>\\d+)']
    expect(one?.endpoints[0]?.args).toMatchObject({ id: { type: 'integer', required: true } })
    expect(one).not.toHaveProperty('_links')
    expect(routes['/vendor/events/v1']?.endpoints[0]?.args).toMatchObject({
      namespace: { default: 'vendor/events/v1', required: false },
      context: { default: 'view', required: false },
    })
  })
})

describe('OPTIONS', () => {
  test.for(['events', 'events/1', 'venues/by-slug/x', 'doc', ''])(
    '%s answers the entry of the index',
    async (path) => {
      const { status, body } = await app.ask({ method: 'OPTIONS', path })
      const { routes } = (await app.ask({ path: '' })).body
      expect(status).toBe(200)
      expect(Object.values(routes)).toContainEqual(body)
    },
  )
})

describe('GET the REST root', () => {
  test('tells the site and lists its namespaces and all their routes', async () => {
    const { status, body, headers } = await app.ask({ path: '/wp-json/', absolute: true })
    expect(status).toBe(200)
    expect(headers['link']).toContain('<https://calendar.example:8443/wp-json/>; rel="https://api.w.org/"')
    expect(body).toMatchObject({
      name: 'Exampleton',
      home: 'https://calendar.example:8443',
      gmt_offset: 5.75,
      timezone_string: 'Asia/Kathmandu',
      namespaces: ['vendor/events/v1', legacy, 'wp/v2', 'tec/v1', 'tribe/tickets/v1'],
      authentication: { 'application-passwords': {} },
    })
    expect(Object.keys(body.routes)).toEqual(
      expect.arrayContaining(['/', '/wp/v2/users/me', '/vendor/events/v1/events', `/${legacy}/tags`]),
    )
  })
})

describe('GET /wp/v2', () => {
  test('lists what is there for clients of the original, as the root tells of it', async () => {
    const { status, body } = await app.ask({ path: '/wp-json/wp/v2', absolute: true })
    expect(status).toBe(200)
    expect(body.namespace).toBe('wp/v2')
    const { routes } = (await app.ask({ path: '/wp-json/', absolute: true })).body
    const below = Object.keys(routes).filter(
      (route) =>
        route.startsWith('/wp/v2') &&
        !/\/(tokens|sessions|passkeys|recovery-codes|confirmation|identities|mails|link)\b/.test(route),
    )
    // What is ours alone is told of at the root only.
    expect(Object.keys(routes)).toContain('/wp/v2/users/(?P<user_id>(?:[\\d]+|me))/tokens')
    expect(Object.keys(body.routes)).toEqual(below)
    expect(below).toEqual(
      expect.arrayContaining(['/wp/v2', '/wp/v2/users/me', '/wp/v2/media', '/wp/v2/tribe_venue']),
    )
  })

  test('what is not there is refused as everywhere below the REST root', async () => {
    const { status, body } = await app.ask({ path: '/wp-json/wp/v2/posts', absolute: true })
    expect(status).toBe(404)
    expect(body.code).toBe('rest_no_route')
  })
})

describe('GET /wp/v2/users/me', () => {
  const me = { path: '/wp-json/wp/v2/users/me', absolute: true } as const

  test('tells who is logged in, to nobody else', async () => {
    const { status, body, headers } = await app.ask({ ...me, as: 'editor' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: app.ids.editor,
      roles: ['editor'],
      slug: 'editor',
      name: expect.any(String),
    })
    expect(headers['cache-control']).toContain('private')
  })

  test('tells what else is known about them to whoever would edit that', async () => {
    const { body: shown } = await app.ask({ ...me, as: 'author' })
    const edited = await app.ask({ ...me, path: `${me.path}?context=edit`, as: 'author' })
    expect(edited.body).toEqual({
      ...shown,
      username: 'author',
      email: expect.stringContaining('@'),
      first_name: '',
      last_name: '',
      nickname: 'author',
      locale: '',
      registered_date: '1970-01-01T00:00:00+00:00',
      extra_capabilities: { author: true },
      signs_in_with: [],
      invitation: null,
      capabilities: expect.objectContaining({
        author: true,
        edit_tribe_events: true,
        publish_tribe_venues: true,
        upload_files: true,
      }),
    })
    expect(
      Object.keys(edited.body.capabilities).filter((name) => /others|private|manage/.test(name)),
    ).toEqual([])
    const reader = await app.ask({ ...me, path: `${me.path}?context=edit`, as: 'subscriber' })
    expect(reader.body.capabilities).toEqual({ subscriber: true })
    expect(await app.ask({ ...me, path: `${me.path}?context=all`, as: 'author' })).toMatchObject({
      status: 400,
      body: { data: { params: { context: expect.any(String) } } },
    })
  })

  test('without credentials is 401, and asks for them', async () => {
    const { status, body, headers } = await app.ask(me)
    expect(status).toBe(401)
    expect(body.code).toBe('rest_not_logged_in')
    expect(headers['www-authenticate']).toMatch(/^Basic /)
  })
})

test.for([
  ['a list', { path: 'events' }, 200],
  ['a refused value', { path: 'events?page=0' }, 400],
  ['a record that is not there', { path: 'events/999' }, 404],
  ['an address that is none', { path: 'nothing' }, 404],
  ['a method that is none here', { path: 'events', method: 'DELETE' }, 404],
  ['wrong credentials', { path: 'events', headers: { authorization: 'Basic eDp5' } }, 401],
] as const)(
  '%s leads back to the index, and says on what the answer depends',
  async ([, asked, expected]) => {
    const { status, headers } = await app.ask(asked)
    expect(status).toBe(expected)
    expect(headers['link']).toContain('<https://calendar.example:8443/wp-json/>; rel="https://api.w.org/"')
    expect(headers['vary']).toMatch(/^Origin, Authorization/)
  },
)
