import { Validator } from '@seriousme/openapi-schema-validator'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { flag } from '../pure/params/flags.ts'
import { idList } from '../pure/params/lists.ts'
import { page } from '../pure/params/numbers.ts'
import { parameter } from '../pure/params/parameter.ts'
import { requiredText } from '../pure/params/texts.ts'
import { type DocumentFacts, openApiDocument, placedDocument } from './openapi.ts'
import { codesOf, type Occasion } from './openapi.refusals.ts'
import { anonymous } from './auth/rights.ts'
import type { Endpoint, Resource } from './resource.ts'

const open = async () => ({})
const handle = async () => ({ body: {} })

const venue = Type.Object({
  id: Type.Integer(),
  venue: Type.String(),
  image: Type.Union([Type.String(), Type.Null()]),
})
const event = Type.Object({ id: Type.Integer(), venue: Type.Union([venue, Type.Array(venue)]) })
const name = requiredText('The name.')
const fields = {
  venue: name,
  show_map: Type.Optional(flag('Whether to show a map.')),
  tags: Type.Optional(idList('Tags.')),
}

const list: Endpoint = {
  methods: ['GET'],
  summary: 'List venues, the newest first.',
  params: Type.Object({ page: Type.Optional(page), include: Type.Optional(idList('Only these.')) }),
  answer: { status: 200, says: 'One page.', schema: 'VenueList' },
  handle,
}
const create: Endpoint = {
  methods: ['POST'],
  summary: 'Create a venue; one that is equal is answered as it is.',
  params: Type.Object(fields),
  answer: { status: 201, says: 'The new venue.', schema: 'Venue' },
  handle,
}
const read: Endpoint = {
  methods: ['GET'],
  summary: 'Read a venue.',
  params: Type.Object({}),
  answer: { status: 200, says: 'The venue.', schema: 'Venue' },
  handle,
}
const update: Endpoint = {
  ...create,
  methods: ['POST', 'PUT', 'PATCH'],
  params: Type.Object({ ...fields, venue: Type.Optional(name) }),
  answer: read.answer,
}
const remove: Endpoint = {
  ...read,
  methods: ['DELETE'],
  params: Type.Object({ force: Type.Optional(flag('For good.', false)) }),
}
const item = [read, remove, update]

const resources: Resource[] = [
  {
    path: '',
    pathParams: Type.Object({}),
    endpoints: [{ ...read, answer: { status: 200, says: 'An event.', schema: 'Event' } }],
    lacks: open,
  },
  { path: '/venues', pathParams: Type.Object({}), endpoints: [list, create], lacks: open },
  {
    path: '/venues/{id}',
    pathParams: Type.Object({ id: parameter(Type.Integer(), Number) }),
    endpoints: item,
    lacks: open,
  },
  {
    path: '/venues/by-slug/{slug}',
    pathParams: Type.Object({ slug: parameter(Type.String(), String) }),
    endpoints: item,
    lacks: open,
  },
]
const facts: DocumentFacts = {
  title: 'T',
  version: '1.2.3',
  description: 'D',
  schemas: { Venue: venue, Event: event },
}
const made = openApiDocument(facts, { resources, namespace: 'vendor/events/v1' })
const place = { home: 'https://x.example', server: 'https://x.example/vendor/events/v1', caller: anonymous }
const document = placedDocument(made, facts, place)

describe('the document', () => {
  test('is valid OpenAPI 3.0.0', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...document })).toEqual({ valid: true })
    expect(validator.version).toBe('3.0')
    expect(document.openapi).toBe('3.0.0')
  })

  test('has a path for each resource, in their order', () => {
    expect(Object.keys(document.paths)).toEqual(['/', '/venues', '/venues/{id}', '/venues/by-slug/{slug}'])
  })

  test('has every method that is served, each operation under a name of its own', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(ids).toEqual([
      'getEvent',
      'listVenues',
      'createVenue',
      'getVenue',
      'deleteVenue',
      'updateVenue',
      'putVenue',
      'patchVenue',
      'getVenueBySlug',
      'deleteVenueBySlug',
      'updateVenueBySlug',
      'putVenueBySlug',
      'patchVenueBySlug',
    ])
  })

  test('refers to records by name, makes those of lists, and has each body once', () => {
    const { schemas } = document.components
    expect(Object.keys(schemas)).toEqual([
      'Venue',
      'Event',
      'VenueList',
      'Error',
      'InvalidParams',
      'VenueCreate',
      'VenueUpdate',
    ])
    expect(schemas['Event']?.['properties']).toMatchObject({
      venue: {
        anyOf: [
          { $ref: '#/components/schemas/Venue' },
          { type: 'array', items: { $ref: '#/components/schemas/Venue' } },
        ],
      },
    })
    expect(schemas['Venue']?.['properties']).toMatchObject({ image: { type: 'string', nullable: true } })
    expect(schemas['VenueList']?.['properties']).toMatchObject({
      venues: { type: 'array', items: { $ref: '#/components/schemas/Venue' } },
      total: { type: 'integer' },
    })
  })
})

describe('an operation', () => {
  test('takes lists in the query comma-separated', () => {
    expect(document.paths['/venues']?.['get']?.['parameters']).toContainEqual({
      in: 'query',
      schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
      description: 'Only these. A list, or comma-separated.',
      required: false,
      name: 'include',
      style: 'form',
      explode: false,
    })
  })

  test('takes its body as JSON and as form', () => {
    const schema = { $ref: '#/components/schemas/VenueCreate' }
    expect(document.paths['/venues']?.['post']?.['requestBody']).toEqual({
      required: true,
      content: {
        'application/json': { schema },
        'application/x-www-form-urlencoded': {
          schema,
          encoding: { tags: { style: 'form', explode: false } },
        },
      },
    })
  })

  test('is summed up by the beginning of its sentence', () => {
    expect(document.paths['/venues']?.['post']).toMatchObject({
      summary: 'Create a venue',
      description: 'Create a venue; one that is equal is answered as it is.',
      tags: ['Venues'],
    })
    expect(document.paths['/venues/by-slug/{slug}']?.['get']).toMatchObject({
      summary: 'Read a venue by slug',
    })
  })

  test('needs credentials to write, and takes them to read', () => {
    expect(document.paths['/venues']?.['get']?.['security']).toEqual([{}, { basic: [] }, { bearer: [] }])
    expect(document.paths['/venues']?.['post']?.['security']).toEqual([{ basic: [] }, { bearer: [] }])
  })

  test.for([
    ['/venues', 'get', ['200', '400', '401', '404', '414', '429', '431', 'default']],
    [
      '/venues',
      'post',
      ['201', '400', '401', '403', '409', '413', '414', '422', '429', '431', '503', '507', 'default'],
    ],
    ['/venues/{id}', 'get', ['200', '400', '401', '403', '414', '429', '431', 'default']],
    [
      '/venues/{id}',
      'put',
      ['200', '400', '401', '403', '412', '413', '414', '429', '431', '503', '507', 'default'],
    ],
    [
      '/venues/{id}',
      'delete',
      ['200', '400', '401', '403', '410', '412', '414', '429', '431', '503', '507', 'default'],
    ],
  ] as const)('answers with the statuses it can: %s %s', ([path, method, statuses]) => {
    const responses = document.paths[path]?.[method]?.['responses']
    expect(Object.keys(responses as object)).toEqual(statuses)
  })
})

describe('the refusals of an operation', () => {
  const base: Occasion = {
    method: 'GET',
    noun: 'event',
    members: new Set(['status']),
    isList: false,
    isItem: true,
    isCreation: false,
    params: new Set(),
    requiresParams: false,
  }
  const everywhere = codesOf({ ...base, noun: 'nothing', isItem: false })
  const own = (occasion: Partial<Occasion>) =>
    codesOf({ ...base, ...occasion }).filter((code) => !everywhere.includes(code))

  test('on a read are those of its kind of record', () => {
    expect(own({})).toEqual([
      'rest_invalid_param',
      'rest-event-not-found',
      'rest-invalid-event-id',
      'event-not-accessible',
      'event-no-longer-available',
      'event-password-protected',
    ])
    expect(own({ noun: 'organizer' })).toEqual(['rest_invalid_param', 'organizer-not-accessible'])
  })

  test('on a write of an event include those of the venue it may make', () => {
    expect(
      own({ method: 'POST', isItem: false, isCreation: true, params: new Set(['title', 'venue']) }),
    ).toContain('could-not-create-venue')
    const update = own({ method: 'PUT', noun: 'venue', params: new Set(['venue']) })
    expect(update).toContain('could-not-update-venue')
    expect(update).not.toContain('could-not-create-venue')
    expect(update).not.toContain('could-not-update-organizer')
  })

  test('on a write of a term depend on whether it may have a parent', () => {
    const tag = {
      method: 'POST',
      noun: 'tag',
      params: new Set(['name']),
      members: new Set(['taxonomy']),
    } as const
    expect(own(tag)).toContain('rest_taxonomy_not_hierarchical')
    expect(own({ ...tag, members: new Set(['taxonomy', 'parent']) })).not.toContain(
      'rest_taxonomy_not_hierarchical',
    )
    expect(own({ ...tag, members: new Set(['taxonomy', 'parent']) })).toContain('term_exists')
  })
})
