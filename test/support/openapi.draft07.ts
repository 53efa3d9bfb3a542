import { isObject } from '../../src/pure/params/lists.ts'
import { componentPath, type Schema } from '../../src/http/openapi.schema.ts'

/** What of an OpenAPI document a schema can be taken from. */
export interface WithComponents {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/**
 * A schema of a document as a JSON Schema of draft-07, with all components under `definitions`: for validators, which do
 * not know the dialect of OpenAPI 3.0. A component is named as the document does: `{ $ref: '#/components/schemas/Venue' }`.
 */
export function jsonSchemaOf(document: WithComponents, schema: Schema): Schema {
  const definitions = Object.entries(document.components.schemas).map(([name, component]) => [
    name,
    translate(component),
  ])
  return { ...translate(schema), definitions: Object.fromEntries(definitions) as Schema }
}

function translate(schema: Schema): Schema {
  if (typeof schema['$ref'] === 'string')
    return { $ref: schema['$ref'].replace(componentPath, '#/definitions/') }
  const { nullable, example, ...rest } = schema
  const keywords = Object.entries(rest).flatMap(([keyword, value]) =>
    translateKeyword(keyword, value, schema),
  )
  const translated: Schema = Object.fromEntries(
    example === undefined ? keywords : [...keywords, ['examples', [example]]],
  )
  return nullable === true ? { anyOf: [translated, { type: 'null' }] } : translated
}

function translateKeyword(keyword: string, value: unknown, schema: Schema): [string, unknown][] {
  if (keyword === 'minimum' || keyword === 'maximum')
    return schema[flagOf[keyword]] === true ? [[flagOf[keyword], value]] : [[keyword, value]]
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') return []
  if (keyword === 'properties' && isObject(value)) return [[keyword, translateMembers(value)]]
  if (Array.isArray(value))
    return [[keyword, keyword.endsWith('Of') ? value.filter(isObject).map(translate) : value]]
  return [[keyword, holders.has(keyword) && isObject(value) ? translate(value) : value]]
}

const flagOf = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const

/** The keywords that hold a schema. */
const holders = new Set(['items', 'not', 'additionalProperties'])

function translateMembers(members: Schema): Schema {
  return Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name, isObject(schema) ? translate(schema) : schema]),
  )
}
