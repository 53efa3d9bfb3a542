import type { TSchema } from 'typebox'
import { isObject } from '../pure/params/lists.ts'

/** A JSON Schema as plain data: draft 2020-12 as TypeBox writes it, the dialect of OpenAPI 3.0, or draft-07. */
export interface Schema {
  readonly [keyword: string]: unknown
}

/** The name a schema has among the components, if any; it is then referred to instead of being written out. */
export type NameOf = (schema: Schema) => string | undefined

/** How a declared schema is written in a document. */
export type Dialect = (schema: Schema, nameOf?: NameOf) => Schema

/** Where the document keeps what is referred to by name. */
export const componentPath = '#/components/schemas/'

/** A declared schema as plain data: what TypeBox keeps beside it for itself is gone. */
export function plainSchema(declared: TSchema): Schema {
  // Schemas are JSON by definition.
  return JSON.parse(JSON.stringify(declared)) as Schema
}

/**
 * Translates a schema into the dialect of OpenAPI 3.0 (Schema Object), whose keywords differ from JSON Schema's: null is
 * `nullable`, there is no `const`, one `example`, exclusive bounds are flags, and lists have members of one kind.
 * Keywords the dialect lacks are left out.
 */
export function openApiSchema(schema: Schema, nameOf: NameOf = () => undefined): Schema {
  return translate(schema, (nested) => {
    const name = nameOf(nested)
    return name === undefined ? openApiSchema(nested, nameOf) : { $ref: componentPath + name }
  })
}

type Translate = (schema: Schema) => Schema

function translate(schema: Schema, nested: Translate): Schema {
  const alternatives = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(alternatives))
    return besides(shared(schema), oneOfThese(alternatives.filter(isObject), nested))
  const parts = Object.entries(schema).map(
    ([keyword, value]) => translations[keyword]?.(value, nested, schema) ?? {},
  )
  return Object.assign({}, ...parts) as Schema
}

function besides(stands: Schema, alternatives: Schema): Schema {
  if (!('$ref' in alternatives)) return { ...stands, ...alternatives }
  return Object.keys(stands).length === 0 ? alternatives : { ...stands, allOf: [alternatives] }
}

/** What stands beside alternatives without being one of them. */
function shared(schema: Schema): Schema {
  const { anyOf: _any, oneOf: _one, ...rest } = schema
  return translate(rest, (nested) => nested)
}

/**
 * Alternatives: null among them is a flag, constants are an enumeration, and a single one is no alternative. The flag means
 * something beside a type alone (3.0.3), which is that of records, as only they have names.
 */
function oneOfThese(alternatives: readonly Schema[], nested: Translate): Schema {
  const others = alternatives.filter((one) => one['type'] !== 'null')
  const nulls = others.length < alternatives.length ? [null] : []
  if (others.every((one) => 'const' in one))
    return enumeration([...others.map((one) => one['const']), ...nulls])
  const isNullable = nulls.length > 0
  const [only, ...more] = others.map(nested)
  if (!only || more.length > 0) return { anyOf: [only, ...more, ...(isNullable ? [noValue] : [])] }
  if (!isNullable) return only
  // Nothing may stand beside `$ref`.
  return '$ref' in only ? { type: 'object', allOf: [only], nullable: true } : { ...only, nullable: true }
}

/** Null alone, in a dialect that knows no such type. */
const noValue: Schema = { type: 'object', nullable: true, enum: [null] }

const same = (keyword: string) => (value: unknown) => ({ [keyword]: value })

/** What each keyword becomes. */
const translations: Readonly<Record<string, (value: unknown, nested: Translate, schema: Schema) => Schema>> =
  {
    $ref: (name) => ({ $ref: componentPath + String(name) }),
    type: (type) => typeOf(Array.isArray(type) ? type : [type]),
    ...Object.fromEntries(
      [
        'title',
        'description',
        'format',
        'default',
        'pattern',
        'deprecated',
        'readOnly',
        'writeOnly',
        'uniqueItems',
        'required',
      ]
        .concat(
          'minimum',
          'maximum',
          'multipleOf',
          'minLength',
          'maxLength',
          'minItems',
          'maxItems',
          'minProperties',
          'maxProperties',
        )
        .map((keyword) => [keyword, same(keyword)]),
    ),
    exclusiveMinimum: (bound) => ({ minimum: bound, exclusiveMinimum: true }),
    exclusiveMaximum: (bound) => ({ maximum: bound, exclusiveMaximum: true }),
    const: (value) => enumeration([value]),
    enum: (values) => enumeration(list(values)),
    examples: (values) => ({ example: list(values)[0] }),
    not: (schema, nested) => ({ not: nested(object(schema)) }),
    allOf: (schemas, nested) => ({ allOf: list(schemas).map((schema) => nested(object(schema))) }),
    properties: (members, nested) => ({
      properties: Object.fromEntries(
        Object.entries(object(members)).map(([name, schema]) => [name, nested(object(schema))]),
      ),
    }),
    additionalProperties: (schema, nested) => ({
      additionalProperties: isObject(schema) ? nested(schema) : schema,
    }),
    patternProperties: (patterns, nested) => ({
      additionalProperties: oneOfThese(Object.values(object(patterns)).map(object), nested),
    }),
    items: (items, nested) =>
      Array.isArray(items) ? tuple(items, nested) : { items: nested(object(items)) },
    prefixItems: (items, nested) => tuple(list(items), nested),
  }

function typeOf(types: readonly unknown[]): Schema {
  const others = types.filter((type) => type !== 'null')
  if (others.length === 0) return noValue
  const isNullable = others.length < types.length
  return others.length === 1
    ? { type: others[0], ...(isNullable ? { nullable: true } : {}) }
    : { anyOf: [...others.map((type) => ({ type })), ...(isNullable ? [noValue] : [])] }
}

function enumeration(values: readonly unknown[]): Schema {
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value))
  const [type] = types
  return {
    ...(types.size === 1 && type !== undefined && type !== 'object' ? { type } : {}),
    enum: values,
    ...(values.includes(null) ? { nullable: true } : {}),
  }
}

/** A list of so many members of these kinds: the dialect does not know which comes where. */
function tuple(items: readonly unknown[], nested: Translate): Schema {
  return { items: oneOfThese(items.map(object), nested), minItems: items.length, maxItems: items.length }
}

/** Members of a schema are objects; the booleans that stand for “anything” and “nothing” are written out. */
function object(value: unknown): Schema {
  if (isObject(value)) return value
  return value === false ? { not: {} } : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
