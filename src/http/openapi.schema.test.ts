import { Type, type TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { byAnyName } from '../pure/params/byAnyName.ts'
import { jsonSchemaOf } from '../../test/support/openapi.draft07.ts'
import { modernSchema } from './openapi.schema.modern.ts'
import { openApiSchema, plainSchema } from './openapi.schema.ts'

const pet = Type.Object({ name: Type.String() })

describe('JSON Schema becomes the dialect of OpenAPI 3.0', () => {
  test.for<[string, TSchema, object]>([
    ['a constant', Type.Literal('x'), { type: 'string', enum: ['x'] }],
    [
      'an enumeration of texts',
      Type.Enum(['a', 'b'], { description: 'd' }),
      { type: 'string', enum: ['a', 'b'], description: 'd' },
    ],
    [
      'constants as alternatives',
      Type.Union([Type.Literal(1), Type.Literal(2)]),
      { type: 'number', enum: [1, 2] },
    ],
    [
      'constants or null',
      Type.Union([Type.Literal('a'), Type.Null()]),
      { type: 'string', enum: ['a', null], nullable: true },
    ],
    [
      'a value or null',
      Type.Union([Type.Boolean(), Type.Null()], { description: 'd' }),
      { description: 'd', type: 'boolean', nullable: true },
    ],
    [
      'several types',
      Type.Unsafe({ type: ['string', 'integer', 'null'] }),
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'object', enum: [null], nullable: true }] },
    ],
    ['null alone', Type.Null(), { type: 'object', enum: [null], nullable: true }],
    [
      'alternatives',
      Type.Union([Type.Literal(false), Type.String()]),
      { anyOf: [{ type: 'boolean', enum: [false] }, { type: 'string' }] },
    ],
    [
      'exclusive bounds',
      Type.Number({ exclusiveMinimum: 1, exclusiveMaximum: 2 }),
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
    ],
    ['examples', Type.String({ examples: ['e', 'f'] }), { type: 'string', example: 'e' }],
    [
      'members by any name',
      byAnyName(Type.Integer()),
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
    [
      'members by any name, of any kind',
      byAnyName(Type.Unknown()),
      { type: 'object', additionalProperties: {} },
    ],
    [
      'places in a list',
      Type.Tuple([Type.String(), Type.Integer()]),
      {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        minItems: 2,
        maxItems: 2,
      },
    ],
    [
      'nothing else',
      Type.Object({}, { additionalProperties: false }),
      { type: 'object', properties: {}, additionalProperties: false },
    ],
    ['a reference', Type.Ref('Pet'), { $ref: '#/components/schemas/Pet' }],
    [
      'a named schema within',
      Type.Array(pet),
      { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
    ],
    [
      'a named schema or null',
      Type.Union([pet, Type.Null()]),
      { type: 'object', allOf: [{ $ref: '#/components/schemas/Pet' }], nullable: true },
    ],
    ['unknown keywords', Type.Unsafe({ type: 'string', contentMediaType: 'text/html' }), { type: 'string' }],
  ])('%s', ([, declared, expected]) => {
    const nameOf = (schema: object) => (JSON.stringify(schema) === JSON.stringify(pet) ? 'Pet' : undefined)
    expect(openApiSchema(plainSchema(declared), nameOf)).toEqual(expected)
  })
})

describe('the dialect of OpenAPI 3.1 is JSON Schema', () => {
  test.for<[string, TSchema, object]>([
    [
      'a value or null',
      Type.Union([Type.Boolean(), Type.Null()]),
      { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    ],
    ['a constant', Type.Literal('x'), { type: 'string', const: 'x' }],
    ['exclusive bounds', Type.Number({ exclusiveMinimum: 1 }), { type: 'number', exclusiveMinimum: 1 }],
    ['a reference', Type.Ref('Pet'), { $ref: '#/components/schemas/Pet' }],
    [
      'places in a list',
      Type.Tuple([Type.String(), pet]),
      {
        type: 'array',
        prefixItems: [{ type: 'string' }, { $ref: '#/components/schemas/Pet' }],
        items: false,
        minItems: 2,
      },
    ],
    [
      'a member that is called like a keyword',
      Type.Object({ items: pet, $ref: Type.String() }),
      {
        type: 'object',
        required: ['items', '$ref'],
        properties: { items: { $ref: '#/components/schemas/Pet' }, $ref: { type: 'string' } },
      },
    ],
    ['examples', Type.String({ examples: ['e', 'f'] }), { type: 'string', examples: ['e', 'f'] }],
    ['a default of a parameter', Type.Integer({ default: 1 }), { type: 'integer', default: 1 }],
    [
      'a default of a member, in words',
      Type.Object({
        n: Type.Optional(Type.Integer({ default: 1, description: 'How many.' })),
        t: Type.Optional(Type.String({ default: null, description: 'What.' })),
      }),
      {
        type: 'object',
        properties: {
          n: { type: 'integer', description: 'How many. By default 1.' },
          t: { type: 'string', description: 'What.' },
        },
      },
    ],
  ])('%s', ([, declared, expected]) => {
    const nameOf = (schema: object) => (JSON.stringify(schema) === JSON.stringify(pet) ? 'Pet' : undefined)
    expect(modernSchema(plainSchema(declared), nameOf)).toEqual(expected)
  })
})

test('and back again, for validators', () => {
  const schemas = {
    Owner: {
      type: 'object',
      properties: {
        pet: { allOf: [{ $ref: '#/components/schemas/Pet' }], nullable: true },
        age: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 200, example: 3 },
      },
      required: ['pet'],
    },
    Pet: { type: 'array', items: { type: 'string' } },
  }
  expect(jsonSchemaOf({ components: { schemas } }, { $ref: '#/components/schemas/Owner' })).toEqual({
    $ref: '#/definitions/Owner',
    definitions: {
      Owner: {
        type: 'object',
        properties: {
          pet: { anyOf: [{ allOf: [{ $ref: '#/definitions/Pet' }] }, { type: 'null' }] },
          age: { type: 'number', exclusiveMinimum: 0, maximum: 200, examples: [3] },
        },
        required: ['pet'],
      },
      Pet: { type: 'array', items: { type: 'string' } },
    },
  })
})
