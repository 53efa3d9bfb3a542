import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../src/http/openapi.ts'
import type { Schema } from '../../src/http/openapi.schema.ts'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let whole: OpenApiDocument
/** Of the first namespace. */
let own: OpenApiDocument
const made: Record<string, number> = {}

const here = { absolute: true, path: '/openapi.json' } as const
const tec = {
  'X-TEC-EEA':
    'I understand that this endpoint is experimental and may change in a future release without maintaining backward compatibility. I also understand that I am using this endpoint at my own risk, while support is not provided for it.',
}

beforeAll(async () => {
  app = await createTestApp({ REST_ROOT: '/wp-json' })
  whole = (await app.ask(here)).body
  own = (await app.ask({ path: 'doc' })).body
  const venue = await app.create('venues', { venue: 'Hall', city: 'Berlin' })
  const organizer = await app.create('organizers', { organizer: 'Club' })
  const event = await app.create('events', {
    title: 'Concert',
    start_date: '2031-03-11 18:00:00',
    end_date: '2031-03-11 20:00:00',
    categories: ['Music'],
    tags: ['Free'],
    venue: venue.id,
    organizer: [organizer.id],
  })
  Object.assign(made, { venue: venue.id, organizer: organizer.id, event: event.id })
})
afterAll(() => app.close())

describe('GET /openapi.json', () => {
  test('is a valid OpenAPI 3.1.0 document, and /{ns}/doc stays one of 3.0.0', async () => {
    expect([whole.openapi, own.openapi]).toEqual(['3.1.0', '3.0.0'])
    for (const document of [whole, own])
      expect(await new Validator().validate({ ...document })).toEqual({ valid: true })
    expect(JSON.stringify(whole)).not.toContain('"nullable"')
    expect(whole).not.toHaveProperty('jsonSchemaDialect')
  })

  test('has every method of every route there is below the REST root, from its address on', async () => {
    const index = await app.ask({ absolute: true, path: '/wp-json/' })
    const { routes } = index.body as { routes: Record<string, { methods: string[] }> }
    const served = Object.entries(routes).map(([pattern, { methods }]) => [
      pattern.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^)]*\))*\)/g, '{$1}'),
      methods.map((method) => method.toLowerCase()).toSorted(),
    ])
    const described = Object.entries(whole.paths).map(([path, operations]) => [
      path,
      Object.keys(operations).toSorted(),
    ])
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(served))
    for (const family of ['/vendor/events/v1/events', '/wp/v2/users', '/tec/v1/events'])
      expect(whole.paths).toHaveProperty([family])
    const at = await app.ask({ ...here, headers: { host: 'calendar.example:8443' } })
    expect(at.body.servers).toEqual([{ url: 'http://calendar.example:8443/wp-json' }])
    expect(at.body.info.contact).toEqual({ name: 'Kalends', url: 'http://calendar.example:8443' })
  })

  test('has the first namespace alone of several, and tec/v1 only where it is served', async () => {
    const other = await createTestApp({ NAMESPACES: 'one/events/v1,two/events/v1', TEC_V1: 'off' })
    const { body } = await other.ask(here)
    await other.close()
    const families = new Set(Object.keys(body.paths).map((path) => path.split('/').slice(1, 3).join('/')))
    expect([...families]).toEqual(['one/events', '', 'wp/v2'])
  })

  test('is the same for everybody, has an ETag, and is kept', async () => {
    const first = await app.ask(here)
    const again = await app.ask({ ...here, as: 'administrator' })
    expect(again.text).toBe(first.text)
    expect(first.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
    })
    const etag = first.headers['etag'] ?? ''
    expect(await app.ask({ ...here, headers: { 'if-none-match': etag } })).toMatchObject({ status: 304 })
    await app.create('tags', { name: 'Another' })
    expect((await app.ask(here)).headers['etag']).toBe(etag)
    expect((await app.ask({ ...here, method: 'POST' })).status).toBe(404)
  })
})

describe.for([
  ['of everything', () => whole],
  ['of the namespace', () => own],
] as const)('the document %s', ([, document]) => {
  test('says whom to ask, under which licence, and a sentence for each group', () => {
    const { info, tags, paths } = document()
    expect(info).toMatchObject({
      license: { name: 'MIT' },
      contact: { name: 'Kalends', url: expect.stringMatching(/^http/) },
    })
    const used = new Set(operationsOf(document()).flatMap(({ operation }) => operation['tags'] as string[]))
    expect(new Set(tags.map(({ name }) => name))).toEqual(used)
    for (const { description } of tags) expect(description).toMatch(/^[A-Z].*\.$/)
    expect(Object.keys(paths).length).toBeGreaterThan(60)
  })

  test('has no schema without a use, and refers to nothing that is not there', () => {
    const { components } = document()
    const text = JSON.stringify(document())
    const kinds: Readonly<Record<string, object>> = { ...components }
    const references = [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)]
    expect(references.filter(([, kind = '', name = '']) => !(name in (kinds[kind] ?? {})))).toEqual([])
    const used = new Set(references.map(([, , name]) => name))
    expect(Object.keys(components.schemas).filter((name) => !used.has(name))).toEqual([])
  })

  test('names JSON alone where Accept chooses: feeds have addresses of their own', () => {
    const lists = Object.entries(document().paths).filter(([path]) =>
      /events(?:\/\{id\}|\/by-slug\/\{slug\})?$/.test(path),
    )
    for (const [, { get }] of lists) expect(Object.keys(contentOf(get))).toEqual(['application/json'])
    const [, ics] = Object.entries(document().paths).find(([path]) => path.endsWith('/events.ics')) ?? []
    expect(Object.keys(contentOf(ics?.['get']))).toEqual(['text/calendar'])
  })

  test('heads each operation with at most 60 characters and no full stop', () => {
    for (const { operation } of operationsOf(document()))
      expect(operation['summary']).toMatch(/^.{4,59}[^.]$/)
  })

  test('says that a file may come with a request', () => {
    const uploads = operationsOf(document()).flatMap(({ operation }) =>
      'multipart/form-data' in ((operation['requestBody'] as { content?: object } | undefined)?.content ?? {})
        ? [operation['operationId']]
        : [],
    )
    expect(uploads).toEqual(
      expect.arrayContaining(['createMedia', 'replaceMediaFile', 'createImport', 'createSubmission']),
    )
  })
})

test('Accept goes on to choose among the formats of a list', async () => {
  const { headers } = await app.ask({ path: 'events', headers: { accept: 'text/calendar' } })
  expect(headers['content-type']).toContain('text/calendar')
})

describe('answers of the other families are as the document says', () => {
  const admin = { as: 'administrator', absolute: true } as const
  test.for<[string, Asked]>([
    ['/', { absolute: true, path: '/wp-json/' }],
    ['/wp/v2', { absolute: true, path: '/wp-json/wp/v2' }],
    ['/wp/v2/users', { ...admin, path: '/wp-json/wp/v2/users?context=edit' }],
    ['/wp/v2/users/me', { ...admin, path: '/wp-json/wp/v2/users/me?context=edit' }],
    ['/wp/v2/users/me/sessions', { ...admin, path: '/wp-json/wp/v2/users/me/sessions' }],
    ['/wp/v2/users/me/identities', { ...admin, path: '/wp-json/wp/v2/users/me/identities' }],
    ['/wp/v2/users/me/recovery-codes', { ...admin, path: '/wp-json/wp/v2/users/me/recovery-codes' }],
    ['/wp/v2/users/{user_id}/passkeys', { ...admin, path: '/wp-json/wp/v2/users/me/passkeys' }],
    ['/wp/v2/users/{user_id}/tokens', { ...admin, path: '/wp-json/wp/v2/users/me/tokens' }],
    ['/wp/v2/tribe_events', { absolute: true, path: '/wp-json/wp/v2/tribe_events' }],
    ['/wp/v2/tribe_events/{id}', { ...admin, path: '/wp-json/wp/v2/tribe_events/{event}?context=edit' }],
    ['/wp/v2/tribe_venue', { absolute: true, path: '/wp-json/wp/v2/tribe_venue' }],
    ['/wp/v2/tribe_organizer/{id}', { absolute: true, path: '/wp-json/wp/v2/tribe_organizer/{organizer}' }],
    ['/wp/v2/tribe_events_cat', { absolute: true, path: '/wp-json/wp/v2/tribe_events_cat' }],
    ['/wp/v2/tags', { absolute: true, path: '/wp-json/wp/v2/tags' }],
    ['/wp/v2/media', { absolute: true, path: '/wp-json/wp/v2/media' }],
    ['/wp/v2/types', { absolute: true, path: '/wp-json/wp/v2/types' }],
    ['/wp/v2/taxonomies/{slug}', { absolute: true, path: '/wp-json/wp/v2/taxonomies/post_tag' }],
    ['/wp/v2/statuses', { absolute: true, path: '/wp-json/wp/v2/statuses' }],
    ['/wp/v2/search', { absolute: true, path: '/wp-json/wp/v2/search?search=concert' }],
    ['/wp/v2/settings', { ...admin, path: '/wp-json/wp/v2/settings' }],
    ['/tec/v1', { absolute: true, path: '/wp-json/tec/v1' }],
    ['/tec/v1/docs', { absolute: true, path: '/wp-json/tec/v1/docs' }],
    ['/tec/v1/events', { absolute: true, path: '/wp-json/tec/v1/events', headers: tec }],
    ['/tec/v1/events/{id}', { absolute: true, path: '/wp-json/tec/v1/events/{event}', headers: tec }],
    ['/tec/v1/venues/{id}', { absolute: true, path: '/wp-json/tec/v1/venues/{venue}', headers: tec }],
    ['/tec/v1/organizers', { absolute: true, path: '/wp-json/tec/v1/organizers', headers: tec }],
    [
      '/tec/v1/events/{id}',
      { ...admin, method: 'DELETE', path: '/wp-json/tec/v1/events/{event}', headers: tec },
    ],
  ])('%s %o', async ([path, asked]) => {
    const answer = await app.ask({
      ...asked,
      path: asked.path.replace(/\{(\w+)\}/, (_, name: string) => String(made[name])),
    })
    expect(answer.status).toBe(200)
    const operation = whole.paths[path]?.[(asked.method ?? 'GET').toLowerCase()]
    const { schema } = contentOf(operation)['application/json'] ?? {}
    expect(schema).toBeDefined()
    expect(faultsOf(schema ?? {}, answer.body)).toEqual([])
  })
})

/** What is wrong with a body by the schema of the document, where no member is allowed that a record does not name. */
function faultsOf(schema: Schema, body: unknown): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  const closed: unknown = JSON.parse(
    JSON.stringify({ ...schema, components: whole.components }),
    (_, value) =>
      isRecord(value) ? { ...value, additionalProperties: 'openapi' in value.properties } : value,
  )
  const validate = ajv.compile(closed as Schema)
  validate(body)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** The indexes of routes have what WordPress has beside what is promised. */
function isRecord(value: unknown): value is { properties: object } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    'properties' in value &&
    typeof value.properties === 'object' &&
    value.properties !== null &&
    !('additionalProperties' in value) &&
    !('routes' in value.properties)
  )
}

function contentOf(operation: Schema | undefined): Readonly<Record<string, { schema?: Schema }>> {
  const responses = (operation?.['responses'] ?? {}) as Readonly<Record<string, Schema>>
  return (responses['200']?.['content'] ?? {}) as Readonly<Record<string, { schema?: Schema }>>
}

function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).map((operation) => ({ path, operation })),
  )
}
