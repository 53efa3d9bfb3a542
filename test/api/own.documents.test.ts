import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../src/http/openapi.ts'
import type { Schema } from '../../src/http/openapi.schema.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { twoNodes } from '../support/nodes.ts'
import { audience, options, times } from './own.fixture.ts'

const whole = { absolute: true, path: '/openapi.json' } as const
const as = 'administrator' as const

let app: TestApp
let before: readonly string[]
beforeAll(async () => {
  app = await createTestApp({ TEC_V1: 'on', SITE_LOCALE: 'de_DE' })
  before = [(await app.ask(whole)).text, (await app.ask({ path: 'doc' })).text]
  const kinds = ['event', 'venue', 'organizer']
  for (const field of [
    { ...audience, kinds, filter: true, help: 'Who comes' },
    { name: 'mood', type: 'choice', label: 'Mood', options, public: false, filter: true },
    { name: 'ages', type: 'number', label: 'Ages', min: 0, max: 99, filter: true },
    { name: 'until', type: 'date', label: 'Until' },
    { name: 'more', type: 'link', label: 'More' },
    { name: 'note', type: 'text', label: 'Note', max: 20, required: true },
    { name: 'quiet', type: 'boolean', label: { en: 'Quiet', de: 'Leise' }, kinds: ['venue'], filter: true },
  ])
    await app.create('fields', field)
})
afterAll(() => app.close())

const documents = async (role?: 'administrator' | 'subscriber') => {
  const [all, own] = [await app.ask(whole), await app.ask({ path: 'doc', ...(role ? { as: role } : {}) })]
  return [all.body, own.body] as readonly OpenApiDocument[]
}

/** What a schema says of fields of one’s own. */
function fieldsOf(document: OpenApiDocument | undefined, name: string): Record<string, Schema> {
  const members = (document?.components.schemas[name]?.['properties'] ?? {}) as Record<string, Schema>
  return (members['fields']?.['properties'] ?? {}) as Record<string, Schema>
}

describe('a field that is declared is a property', () => {
  test('of records, with its label, what can be chosen, and its form', async () => {
    const [all, own] = await documents()
    expect(fieldsOf(all, 'Event')).toEqual({
      audience: {
        type: 'array',
        items: { type: 'string', enum: ['children', 'adults'] },
        description: 'For whom. Who comes. children (Kinder), adults (Adults).',
      },
      ages: { type: 'number', minimum: 0, maximum: 99, description: 'Ages.' },
      until: { type: 'string', format: 'date', description: 'Until.' },
      more: { type: 'string', format: 'uri', description: 'More.' },
      note: { type: 'string', maxLength: 20, description: 'Note. What is published must have it.' },
    })
    expect(fieldsOf(own, 'Event')).toEqual(fieldsOf(all, 'Event'))
    for (const name of ['Venue', 'WpVenue', 'TecVenue'])
      expect(Object.keys(fieldsOf(all, name)), name).toEqual(['audience', 'quiet'])
    expect(Object.keys(fieldsOf(all, 'Organizer'))).toEqual(['audience'])
    expect(fieldsOf(all, 'Venue')['quiet']).toEqual({ type: 'boolean', description: 'Leise.' })
  })

  test('of what writes take, where null takes it away', async () => {
    const [all, own] = await documents()
    expect(fieldsOf(all, 'EventUpdate')['until']).toEqual({
      type: ['string', 'null'],
      format: 'date',
      description: 'Until.',
    })
    expect(fieldsOf(own, 'EventUpdate')['until']).toEqual({
      type: 'string',
      nullable: true,
      format: 'date',
      description: 'Until.',
    })
    expect(Object.keys(fieldsOf(all, 'VenueCreate'))).toEqual(['audience', 'quiet'])
    const bulk = (all?.components.schemas['EventsBulkCreate'] ??
      all?.components.schemas['EventsBulkUpdate']) as Schema
    expect(bulk['properties']).toMatchObject({
      fields: { properties: { ages: {} } },
      add_fields: { properties: { audience: { items: { enum: ['children', 'adults'] } } } },
    })
  })

  test('of what lists are narrowed by, as their addresses have it', async () => {
    const [all, own] = await documents()
    const narrowing = (document: OpenApiDocument | undefined, path: string) => {
      const shared = document?.components.parameters ?? {}
      const found = Object.entries(document?.paths ?? {}).find(([at]) => at.endsWith(path))?.[1]['get']
      const parameters = ((found?.['parameters'] ?? []) as Schema[]).map((one) =>
        '$ref' in one ? shared[String(one['$ref']).split('/').at(-1) ?? ''] : one,
      )
      return parameters.flatMap((one) =>
        one?.['style'] === 'deepObject'
          ? [[one['name'], Object.keys((one['schema'] as Schema)['properties'] as object)]]
          : [],
      )
    }
    for (const document of [all, own]) {
      expect(narrowing(document, '/events')).toEqual([
        ['fields', ['audience', 'ages']],
        ['venue_fields', ['audience', 'quiet']],
      ])
      expect(narrowing(document, '/venues')).toEqual([['fields', ['audience', 'quiet']]])
    }
  })

  test('and the documents are valid; a record is one of its schema, another is not', async () => {
    const [all, own] = await documents()
    const validator = new Validator()
    for (const document of [all, own])
      expect(await validator.validate({ ...document })).toEqual({ valid: true })
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    formats.default(ajv)
    const validate = ajv.compile({ $ref: '#/components/schemas/Event', components: all?.components })
    const fields = { audience: ['adults'], ages: 6, until: '2031-05-01', note: 'A' }
    const { id } = await app.create('events', { title: 'A', ...times, fields })
    const record = await app.read(`events/${id}`)
    expect(validate(record), ajv.errorsText(validate.errors)).toBe(true)
    expect(validate({ ...record, fields: { ...fields, audience: ['dogs'] } })).toBe(false)
  })
})

test('of internal fields documents tell those alone who may see them', async () => {
  for (const role of [undefined, 'subscriber'] as const)
    for (const document of await documents(role)) expect(JSON.stringify(document)).not.toContain('Mood')
  const [all, own] = await documents('administrator')
  expect(JSON.stringify(all)).not.toContain('Mood')
  expect(fieldsOf(own, 'Event')['mood']).toMatchObject({ enum: ['children', 'adults'] })
})

test('a document follows what is declared, with another ETag; where nothing is left it is the same as before', async () => {
  const tag = async () => (await app.ask(whole)).headers['etag']
  const first = await tag()
  await app.ask({ method: 'PATCH', path: 'fields/more', as, json: { label: 'Further' } })
  expect(await tag()).not.toBe(first)
  expect(fieldsOf((await documents())[0], 'Event')['more']?.['description']).toBe('Further.')
  const { fields } = await app.read('fields', {}, as)
  for (const { name } of fields as { name: string }[])
    await app.ask({ method: 'DELETE', path: `fields/${name}`, as, json: { force: true } })
  expect([(await app.ask(whole)).text, (await app.ask({ path: 'doc' })).text]).toEqual(before)
})

test('what one node declares stands in the documents of every node', async () => {
  const [one, other] = await twoNodes()
  for (const asked of [whole, { path: 'doc' }])
    expect((await other.ask(asked)).text).not.toContain('For whom')
  await one.create('fields', audience)
  for (const asked of [whole, { path: 'doc' }]) expect((await other.ask(asked)).text).toContain('For whom')
})
