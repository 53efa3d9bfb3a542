import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsOfPeople } from '../../src/pure/errors/errors.people.ts'
import { refusals } from '../../src/pure/errors/errors.ts'
import type { OpenApiDocument } from '../../src/http/openapi.ts'
import { jsonSchemaOf } from '../support/openapi.draft07.ts'
import type { Schema } from '../../src/http/openapi.schema.ts'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let document: OpenApiDocument
/** The ids of records made here, by the name that rows have them under. */
const made: Record<string, number> = {}

beforeAll(async () => {
  app = await createTestApp()
  document = (await app.ask({ path: 'doc' })).body
  const make = async (name: string, path: string, json: object) => {
    made[name] = (await app.ask({ as: 'administrator', method: 'POST', path, json })).body.id
  }
  await make('venue', 'venues', {
    venue: 'Hall',
    city: 'Berlin',
    zip: '10115',
    website: 'https://hall.example/',
    description: 'Big',
  })
  await make('organizer', 'organizers', { organizer: 'Club', email: 'club@example.org', phone: '123' })
  await make('category', 'categories', { name: 'Music', description: 'Loud' })
  await make('child', 'categories', { name: 'Jazz', parent: made['category'] })
  await make('tag', 'tags', { name: 'Free' })
  const event = {
    title: 'Concert',
    start_date: '2031-03-11 18:00:00',
    end_date: '2031-03-11 20:00:00',
    timezone: 'Europe/Berlin',
  }
  const linked = {
    venue: made['venue'],
    organizer: [made['organizer']],
    categories: ['Music', 'Jazz'],
    tags: ['Free'],
  }
  await make('event', 'events', { ...event, ...linked, cost: '10', description: 'Come', excerpt: 'Do' })
  await make('bare', 'events', { ...event, title: 'Bare' })
  await make('secret', 'events', { ...event, title: 'Secret', password: 'sesame' })
  await make('draft', 'events', { ...event, title: 'Draft', status: 'draft' })
  await make('ticket', `events/${made['event']}/tickets`, {
    name: 'Stalls',
    price: 5,
    sale_end_date: '2031-03-01',
  })
  await make('gone', 'venues', { venue: 'Gone' })
  await app.ask({ as: 'administrator', method: 'DELETE', path: `venues/${made['gone']}` })
})
afterAll(() => app.close())

describe('GET /{ns}/doc', () => {
  test('is a valid OpenAPI 3.0.0 document', async () => {
    expect(document.openapi).toBe('3.0.0')
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true })
  })

  test('has the recorded schemas and paths', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'ImageSize',
        'CostDetails',
        'Term',
        'Image',
        'DateDetails',
        'Event',
        'Venue',
        'Organizer',
      ]),
    )
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/doc',
        ...['events', 'venues', 'organizers'].flatMap((kind) => [
          `/${kind}`,
          `/${kind}/{id}`,
          `/${kind}/by-slug/{slug}`,
        ]),
        ...['categories', 'tags'].flatMap((kind) => [`/${kind}`, `/${kind}/{id}`]),
      ]),
    )
  })

  test('names the address it was asked at, port included', async () => {
    const { body } = await app.ask({ path: 'doc', headers: { host: 'calendar.example:8443' } })
    expect(body.servers).toEqual([{ url: 'http://calendar.example:8443/vendor/events/v1' }])
  })

  test('has exactly the methods that the index of everything has', async () => {
    const { body } = await app.ask({ path: '/', absolute: true, headers: { accept: 'application/json' } })
    const { routes } = body as { routes: Record<string, { namespace: string; methods: string[] }> }
    const ours = Object.entries(routes).filter(([, { namespace }]) => namespace === 'vendor/events/v1')
    const served = ours.map(([pattern, { methods }]) => {
      const path =
        pattern.replace('/vendor/events/v1', '').replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^)]*\))*\)/g, '{$1}') ||
        '/'
      return [path, methods.map((method) => method.toLowerCase())]
    })
    expect(
      Object.entries(document.paths).map(([path, operations]) => [path, Object.keys(operations)]),
    ).toEqual(served)
  })

  test('gives every operation an id of its own, a summary, and every parameter of its path', () => {
    const operations = operationsOf(document)
    expect(new Set(operations.map(({ operation }) => operation['operationId'])).size).toBe(operations.length)
    for (const { path, operation } of operations) {
      expect(operation['summary']).toEqual(expect.any(String))
      const inPath = (operation['parameters'] as Schema[]).filter((parameter) => parameter['in'] === 'path')
      expect(inPath.map(({ name }) => `{${String(name)}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    }
  })

  test('gives no default to what an update leaves out: that stays as it is', () => {
    const defaultsOf = (schema: string) => {
      const members = Object.entries(
        document.components.schemas[schema]?.['properties'] as Record<string, object>,
      )
      return members.flatMap(([name, member]) => ('default' in member ? [name] : []))
    }
    expect(defaultsOf('VenueCreate')).toContain('show_map')
    const updates = Object.keys(document.components.schemas).filter((name) => name.endsWith('Update'))
    expect(updates).toContain('EventUpdate')
    expect(updates.flatMap(defaultsOf)).toEqual([])
  })

  test.each(['venue', 'organizer'])('a new %s has null for what is not given (specification 2)', (kind) => {
    const schema = document.components.schemas[kind === 'venue' ? 'VenueCreate' : 'OrganizerCreate']
    const { [kind]: name, ...others } = (schema ?? {})['properties'] as Record<string, object>
    expect(name).not.toHaveProperty('default')
    expect(Object.keys(others).length).toBeGreaterThan(8)
    for (const other of Object.values(others)) expect(other).toMatchObject({ default: null, nullable: true })
  })

  test('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)]
    const components = document.components as Readonly<Record<string, Readonly<Record<string, unknown>>>>
    expect(references.filter(([, kind = '', name = '']) => components[kind]?.[name] === undefined)).toEqual(
      [],
    )
  })

  /** What requests about users are refused with, below `wp/v2`. */
  const ofUsers = new Set(Object.keys(refusalsOfPeople))

  /** What no operation in particular is refused with, and what is refused outside of the interface, such as at `/oembed` and below `wp/v2`, `tec/v1` and `tribe/tickets/v1`. */
  const anywhere = new Set(
    'rest_no_route rest_callback_invalid rest_callback_disabled rest_not_logged_in rest_internal_error rest_timeout rest_database_busy rest_database_away rest_database_gone rest_metrics_closed rest_malformed_request rest_request_too_slow oembed-not-found oembed-format-not-known rest_post_invalid_id rest_post_invalid_page_number rest_term_invalid rest_already_trashed rest_trash_not_supported rest_type_invalid rest_taxonomy_invalid rest_status_invalid rest_cannot_read_status rest_cannot_view missing_experimental_endpoint_acknowledgement tec_rest_organizers_page_not_found attendee-not-found attendee-not-accessible ticket-not-found invalid-page-number'.split(
      ' ',
    ),
  )

  test('tells of every refusal which operations meet it', () => {
    const text = JSON.stringify(document)
    const untold = Object.keys(refusals).filter((code) => !text.includes(`\`${code}\``))
    // A new refusal needs a rule in src/http/openapi.refusals.ts, or a place in this list.
    expect(untold.filter((code) => !anywhere.has(code) && !ofUsers.has(code))).toEqual([])
  })
})

describe('answers are as the document says', () => {
  const write = { as: 'administrator' } as const
  const event = { title: 'New', start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' }

  test.for<[string, number, Asked]>([
    ['/', 200, { path: '' }],
    ['/', 404, { path: '', query: { namespace: 'nothing/v9' } }],
    ['/doc', 200, { path: 'doc' }],
    ['/events', 200, { path: 'events', query: { start_date: '2031-01-01', end_date: '2032-01-01' } }],
    [
      '/events',
      200,
      { path: 'events', query: { start_date: '2031-01-01', end_date: '2032-01-01', per_page: 1, page: 2 } },
    ],
    ['/events', 400, { path: 'events', query: { page: 'x' } }],
    ['/events', 400, { path: 'events', query: { featured: 'x' } }],
    ['/events', 401, { path: 'events', headers: { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' } }],
    ['/events', 404, { path: 'events', query: { page: 999 } }],
    ['/events', 201, { ...write, method: 'POST', path: 'events', json: event }],
    [
      '/events',
      201,
      {
        ...write,
        method: 'POST',
        path: 'events',
        json: { ...event, venue: { venue: 'Made' }, organizer: [{ organizer: 'A' }, { organizer: 'B' }] },
      },
    ],
    ['/events', 400, { ...write, method: 'POST', path: 'events', json: {} }],
    [
      '/events',
      400,
      { ...write, method: 'POST', path: 'events', raw: '{', headers: { 'content-type': 'application/json' } },
    ],
    ['/events', 401, { method: 'POST', path: 'events', json: event }],
    ['/events', 403, { as: 'subscriber', method: 'POST', path: 'events', json: event }],
    ['/events/{id}', 200, { path: 'events/{event}' }],
    ['/events/{id}', 200, { path: 'events/{bare}' }],
    ['/events/{id}', 200, { path: 'events/{secret}', query: { password: 'sesame' } }],
    ['/events/{id}', 403, { path: 'events/{secret}' }],
    ['/events/{id}', 403, { path: 'events/{draft}' }],
    ['/events/{id}', 200, { ...write, path: 'events/{draft}' }],
    ['/events/{id}', 400, { path: 'events/{venue}' }],
    ['/events/{id}', 404, { path: 'events/999999' }],
    ['/events/{id}', 200, { ...write, method: 'PUT', path: 'events/{event}', json: { featured: true } }],
    ['/events/{id}', 400, { ...write, method: 'PATCH', path: 'events/{event}', json: { end_date: 'never' } }],
    [
      '/events/{id}',
      412,
      { ...write, method: 'PATCH', path: 'events/{event}', json: {}, headers: { 'if-match': '"old"' } },
    ],
    ['/events/by-slug/{slug}', 200, { path: 'events/by-slug/concert' }],
    ['/events/by-slug/{slug}', 400, { path: 'events/by-slug/nothing' }],
    [
      '/events/by-slug/{slug}',
      200,
      { ...write, method: 'POST', path: 'events/by-slug/concert', json: { cost: 'Free' } },
    ],
    ['/events/{id}/tickets', 200, { path: 'events/{event}/tickets' }],
    ['/events/{id}/tickets', 404, { path: 'events/999999/tickets' }],
    ['/events/{id}/tickets', 403, { path: 'events/{secret}/tickets' }],
    [
      '/events/{id}/tickets',
      201,
      { ...write, method: 'POST', path: 'events/{event}/tickets', json: { name: 'Free' } },
    ],
    ['/events/{id}/tickets', 400, { ...write, method: 'POST', path: 'events/{event}/tickets', json: {} }],
    ['/tickets/{id}', 200, { path: 'tickets/{ticket}' }],
    ['/tickets/{id}', 400, { path: 'tickets/999999' }],
    [
      '/tickets/{id}',
      200,
      { ...write, method: 'PATCH', path: 'tickets/{ticket}', json: { price: null, kind: 'rsvp' } },
    ],
    ['/tickets/{id}', 200, { ...write, method: 'DELETE', path: 'tickets/{ticket}' }],
    ['/tickets/{id}', 403, { path: 'tickets/{ticket}' }],
    ['/tickets/{id}', 410, { ...write, method: 'DELETE', path: 'tickets/{ticket}' }],
    ['/venues', 200, { path: 'venues' }],
    ['/venues', 201, { ...write, method: 'POST', path: 'venues', json: { venue: 'Another' } }],
    ['/venues', 400, { ...write, method: 'POST', path: 'venues', json: { venue: ' ' } }],
    ['/venues/{id}', 200, { path: 'venues/{venue}' }],
    ['/venues/{id}', 400, { path: 'venues/999999' }],
    ['/venues/{id}', 200, { ...write, path: 'venues/{gone}' }],
    ['/venues/{id}', 403, { path: 'venues/{gone}' }],
    ['/venues/{id}', 410, { ...write, method: 'DELETE', path: 'venues/{gone}' }],
    ['/venues/{id}', 200, { ...write, method: 'PUT', path: 'venues/{venue}', json: { city: 'Bonn' } }],
    ['/venues/by-slug/{slug}', 200, { path: 'venues/by-slug/hall' }],
    ['/organizers', 200, { path: 'organizers' }],
    ['/organizers', 201, { ...write, method: 'POST', path: 'organizers', json: { organizer: 'Another' } }],
    ['/organizers/{id}', 200, { path: 'organizers/{organizer}' }],
    ['/organizers/by-slug/{slug}', 200, { path: 'organizers/by-slug/club' }],
    ['/categories', 200, { path: 'categories', query: { hide_empty: false } }],
    ['/categories', 201, { ...write, method: 'POST', path: 'categories', json: { name: 'Fresh' } }],
    ['/categories', 400, { ...write, method: 'POST', path: 'categories', json: { name: 'Music' } }],
    ['/categories/{id}', 200, { path: 'categories/{child}' }],
    ['/categories/{id}', 400, { path: 'categories/999999' }],
    ['/tags', 200, { path: 'tags', query: { hide_empty: false, per_page: 1 } }],
    ['/tags', 201, { ...write, method: 'POST', path: 'tags', json: { name: 'Fresh' } }],
    ['/tags', 400, { ...write, method: 'POST', path: 'tags', json: { name: 'Child', parent: 1 } }],
    ['/tags/{id}', 200, { path: 'tags/{tag}' }],
    ['/tags/{id}', 200, { ...write, method: 'PATCH', path: 'tags/{tag}', json: { description: 'No cost' } }],
    ['/tags/{id}', 200, { ...write, method: 'DELETE', path: 'tags/{tag}' }],
    ['/events/{id}', 200, { ...write, method: 'DELETE', path: 'events/{bare}' }],
    ['/events/{id}', 403, { ...write, path: 'events/{bare}' }],
    ['/events/{id}', 410, { ...write, method: 'DELETE', path: 'events/{bare}' }],
  ])('%s %i %o', async ([path, status, asked]) => {
    const answer = await app.ask({
      ...asked,
      path: asked.path.replace(/\{(\w+)\}/, (_, name: string) => String(made[name])),
    })
    expect(answer.status).toBe(status)
    const schema = answeredWith(path, asked.method ?? 'GET', status)
    expect(schema, 'the document knows the status').toBeDefined()
    expect(faultsOf(status < 300 ? closed(schemaOf(schema)) : schemaOf(schema), answer.body)).toEqual([])
  })
})

const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: true })
formats.default(ajv)

/** What is wrong with a body, one line a fault. */
function faultsOf(schema: Schema, body: unknown): string[] {
  const validate = ajv.compile(schema)
  validate(body)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

function schemaOf(schema: Schema | undefined): Schema {
  return jsonSchemaOf(document, schema ?? {})
}

/** The schema of a response as documented, wherever the document keeps it. */
function answeredWith(path: string, method: string, status: number): Schema | undefined {
  const operation = document.paths[path]?.[method.toLowerCase()]
  const responses = (operation?.['responses'] ?? {}) as Readonly<Record<string, Schema>>
  const response = responses[String(status)]
  const name = typeof response?.['$ref'] === 'string' ? response['$ref'].split('/').at(-1) : undefined
  const found = name === undefined ? response : document.components.responses[name]
  return (found?.['content'] as Readonly<Record<string, { schema: Schema }>> | undefined)?.[
    'application/json'
  ]?.schema
}

/** The schema that allows no member it does not name: so a member nobody documented is found. */
function closed(schema: Schema): Schema {
  const close = (_: string, value: unknown): unknown =>
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    'properties' in value &&
    !('additionalProperties' in value)
      ? {
          ...value,
          additionalProperties: ['openapi', 'routes'].some((name) => name in (value.properties as object)),
        }
      : value
  return JSON.parse(JSON.stringify(schema, close)) as Schema
}

function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).map((operation) => ({ path, operation })),
  )
}
