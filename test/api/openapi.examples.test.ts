import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import examples from '../../src/http/openapi.examples.json' with { type: 'json' }
import type { OpenApiDocument } from '../../src/http/openapi.ts'
import type { Schema } from '../../src/http/openapi.schema.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let whole: OpenApiDocument
beforeAll(async () => {
  app = await createTestApp({ REST_ROOT: '/wp-json' })
  whole = (await app.ask({ absolute: true, path: '/openapi.json' })).body
})
afterAll(() => app.close())

/** Examples are made anew by `node scripts/examples.ts`. */
test('each example is one of its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  const faults = Object.entries(whole.components.schemas).flatMap(([name, schema]) => {
    const [example] = (schema['examples'] ?? []) as unknown[]
    if (example === undefined) return []
    const validate = ajv.compile({ $ref: `#/components/schemas/${name}`, components: whole.components })
    return validate(example) ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`]
  })
  expect(faults).toEqual([])
  for (const parameter of Object.values(whole.components.parameters ?? {})) {
    if (!('example' in parameter)) continue
    const validate = ajv.compile({ ...(parameter['schema'] as Schema), components: whole.components })
    expect(
      validate(parameter['example']),
      `${String(parameter['name'])}: ${ajv.errorsText(validate.errors)}`,
    ).toBe(true)
  }
})

test('nine of ten parameters that are neither a choice nor yes or no have one', () => {
  const open = Object.values(whole.components.parameters ?? {}).filter((parameter) => {
    const schema = parameter['schema'] as Schema
    const { enum: choices, type, items } = schema
    return choices === undefined && type !== 'boolean' && !('enum' in ((items as Schema | undefined) ?? {}))
  })
  const without = open.filter((parameter) => !('example' in parameter)).map(({ name }) => name)
  expect(open.length).toBeGreaterThan(60)
  expect(without.length, JSON.stringify(without)).toBeLessThan(open.length / 10)
})

test('records that are read have one, and no schema that is gone', () => {
  const records = Object.entries(whole.paths).flatMap(([, { get }]) => {
    const responses = (get?.['responses'] ?? {}) as Record<
      string,
      { content?: Record<string, { schema: Schema }> }
    >
    const named = responses['200']?.content?.['application/json']?.schema['$ref']
    return typeof named === 'string' ? [named.split('/').at(-1) ?? ''] : []
  })
  const kept = Object.keys(examples.schemas)
  // Indexes and documents are read whole; what takes an upload, an import, a proposal or a provider has none here.
  const without = new Set(records.filter((name) => !kept.includes(name)))
  expect([...without].toSorted()).toMatchInlineSnapshot(`
    [
      "Document",
      "Field",
      "Guest",
      "GuestsForetold",
      "Import",
      "ImportSource",
      "Index",
      "Media",
      "MediaUses",
      "OpenApiDocumentation",
      "Registration",
      "SiteIndex",
      "TribeAttendee",
      "TribeTicket",
      "WpMedia",
    ]
  `)
  expect(kept.filter((name) => !(name in whole.components.schemas))).toEqual([])
  expect(JSON.stringify(examples).length).toBeLessThan(120_000)
})
