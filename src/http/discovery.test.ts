import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { idList } from '../pure/params/lists.ts'
import { page } from '../pure/params/numbers.ts'
import { parameter } from '../pure/params/parameter.ts'
import { describeRoute, namespaceIndex, rootIndex, type Surface, theNamespace } from './discovery.ts'
import { rootResources } from './discovery.resources.ts'
import type { Endpoint, Resource } from './resource.ts'
import { siteOf } from './site.ts'

const site = siteOf({ siteUrl: '', restRoot: '/api' }, 'vendor/events/v1', 'http://localhost:8080')

const endpoint: Endpoint = {
  methods: ['GET'],
  summary: 'List toys.',
  params: Type.Object({
    page: Type.Optional(page),
    include: idList('Only these.'),
    state: Type.Optional(parameter(Type.Enum(['old', 'new']), String)),
    namespace: Type.Optional(parameter(Type.String({ default: theNamespace }), String)),
  }),
  answer: { status: 200, says: 'Toys.', schema: 'ToyList' },
  handle: async () => ({ body: {} }),
}
const plain = { ...endpoint, params: Type.Object({}) }
const open = async () => ({})
const noParams = Type.Object({})
const id = parameter(Type.Integer({ description: 'The ID.' }), Number)
const slug = parameter(Type.String({ description: 'The slug.' }), String)
const update = {
  ...endpoint,
  methods: ['POST', 'PUT'] as const,
  params: Type.Object({ slug: Type.Optional(slug) }),
}

const toys: Resource = { path: '/toys', pathParams: noParams, endpoints: [endpoint], lacks: open }
const toy: Resource = { path: '/toys/{id}', pathParams: Type.Object({ id }), endpoints: [plain], lacks: open }
const named: Resource = {
  path: '/toys/by-slug/{slug}',
  pathParams: Type.Object({ slug }),
  endpoints: [plain, update],
  lacks: open,
}
const doc: Resource = { path: '/doc', pathParams: noParams, endpoints: [plain], lacks: open }

const facts = {
  name: 'Toys',
  description: 'A toy shop',
  zone: { name: 'America/St_Johns', id: 'America/St_Johns' },
  help: '/docs',
}
const surface: Surface = {
  namespaces: ['vendor/events/v1', 'other/v2'],
  resources: () => [doc, toys, toy, named],
  rootResources: () => rootResources(surface, facts),
}

describe('a route', () => {
  test('names its methods, its parameters with type, default and description, and its address', () => {
    expect(describeRoute(toys, site)).toEqual({
      namespace: 'vendor/events/v1',
      methods: ['GET'],
      endpoints: [
        {
          methods: ['GET'],
          args: {
            page: {
              type: 'integer',
              default: 1,
              description: 'The page of results to return.',
              required: false,
            },
            include: {
              type: 'array',
              description: 'Only these. A list, or comma-separated.',
              items: { type: 'integer', minimum: 1 },
              required: true,
            },
            state: { type: 'string', enum: ['old', 'new'], required: false },
            namespace: { type: 'string', default: 'vendor/events/v1', required: false },
          },
        },
      ],
      _links: { self: [{ href: 'http://localhost:8080/api/vendor/events/v1/toys' }] },
    })
  })

  test('of many addresses has the parameter of its path, and no link', () => {
    expect(describeRoute(toy, site)).toEqual({
      namespace: 'vendor/events/v1',
      methods: ['GET'],
      endpoints: [
        { methods: ['GET'], args: { id: { type: 'integer', description: 'The ID.', required: true } } },
      ],
    })
  })

  test('whose body may change the slug requires it in the path alone', () => {
    const { endpoints } = describeRoute(named, site)
    expect(endpoints).toMatchObject([
      { args: { slug: { required: true } } },
      { args: { slug: { required: false } } },
    ])
  })

  test('without parameters has an empty list of them', () => {
    expect(describeRoute(doc, site).endpoints).toEqual([{ methods: ['GET'], args: [] }])
  })
})

describe('the index of a namespace', () => {
  test('has its routes in their order, by the pattern of their address', () => {
    const index = namespaceIndex(surface, site, 'vendor/events/v1')
    expect(Object.keys(index)).toEqual(['namespace', 'routes', '_links'])
    expect(Object.keys(index.routes)).toEqual([
      '/vendor/events/v1/doc',
      '/vendor/events/v1/toys',
      '/vendor/events/v1/toys/(?P<id>\\d+)',
      '/vendor/events/v1/toys/by-slug/(?P<slug>[^/]+)',
    ])
    expect(index._links).toEqual({ up: [{ href: 'http://localhost:8080/api/' }] })
  })

  test('is that of another one, when it is asked for', () => {
    const index = namespaceIndex(surface, site, 'other/v2')
    expect(Object.keys(index.routes)).toContain('/other/v2/toys')
    expect(index.routes['/other/v2/toys']).toMatchObject({
      namespace: 'other/v2',
      endpoints: [{ args: { namespace: { default: 'other/v2' } } }],
      _links: { self: [{ href: 'http://localhost:8080/api/other/v2/toys' }] },
    })
  })

  test('is that of what is served at the root, too', () => {
    expect(Object.keys(namespaceIndex(surface, site, 'wp/v2').routes)).toEqual(['/wp/v2'])
  })

  test.for(['nothing/v9', '', 'vendor/events'])('of “%s” is refused, naming those there are', (namespace) => {
    expect(() => namespaceIndex(surface, site, namespace)).toThrow(
      expect.objectContaining({
        code: 'rest_invalid_namespace',
        message: expect.stringContaining('vendor/events/v1, other/v2, wp/v2'),
      }),
    )
  })
})

describe('the index of the REST root', () => {
  const now = Temporal.Instant.from('2031-01-15T12:00Z')

  test('tells the site, its zone, its namespaces and how to log in', () => {
    const { routes: _routes, ...index } = rootIndex(surface, site, facts, now)
    expect(index).toEqual({
      name: 'Toys',
      description: 'A toy shop',
      url: 'http://localhost:8080',
      home: 'http://localhost:8080',
      gmt_offset: -3.5,
      timezone_string: 'America/St_Johns',
      namespaces: ['vendor/events/v1', 'other/v2', 'wp/v2'],
      authentication: { 'application-passwords': { endpoints: {} } },
      _links: { help: [{ href: 'http://localhost:8080/docs' }] },
    })
  })

  test('has every route of every namespace, itself first', () => {
    const { routes } = rootIndex(surface, site, facts, now)
    expect(Object.keys(routes).slice(0, 2)).toEqual(['/', '/wp/v2'])
    expect(routes['/']).toMatchObject({
      namespace: '',
      _links: { self: [{ href: 'http://localhost:8080/api/' }] },
    })
    expect(Object.keys(routes)).toHaveLength(2 + 2 * 4)
  })

  test('of a site at a fixed offset has no name of a zone', () => {
    const zone = { name: 'UTC+5:30', id: '+05:30' }
    expect(rootIndex(surface, site, { ...facts, zone }, now)).toMatchObject({
      gmt_offset: 5.5,
      timezone_string: '',
    })
  })
})
