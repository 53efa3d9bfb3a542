import { isObject } from '../pure/params/lists.ts'
import { componentPath, type NameOf, type Schema } from './openapi.schema.ts'

/**
 * A schema in the dialect of OpenAPI 3.1, which is JSON Schema 2020-12: as it is declared, but that records are referred to by their
 * names among the components, and places in a list stand under their present keyword.
 */
export function modernSchema(schema: Schema, nameOf: NameOf = () => undefined): Schema {
  const nested = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(nested)
    if (!isObject(value)) return value
    const name = nameOf(value)
    return name === undefined ? modernSchema(value, nameOf) : { $ref: componentPath + name }
  }
  return Object.fromEntries(Object.entries(schema).flatMap((entry) => keyword(...entry, nested)))
}

/**
 * A member with what it is without being sent said in words: programs that make types of documents (openapi-typescript) take one with a
 * default for one that is always there, and would ask for each of them in every request.
 */
function inWords(member: unknown): unknown {
  if (!isObject(member) || !('default' in member)) return member
  const { default: usual, description, ...rest } = member
  const says = typeof description === 'string' ? description : ''
  const told = usual === null ? says : `${says} By default ${JSON.stringify(usual)}.`.trim()
  return told === '' ? rest : { ...rest, description: told }
}

type Nested = (value: unknown) => unknown

/** The keywords that hold schemas by name, those that hold one or a list of them, and all others: values. */
const [byName, holders] = [
  new Set(['properties', 'patternProperties']),
  new Set(['items', 'not', 'allOf', 'anyOf', 'oneOf', 'additionalProperties', 'prefixItems']),
]

function keyword(name: string, value: unknown, nested: Nested): [string, unknown][] {
  if (name === '$ref') return [[name, componentPath + String(value)]]
  if (name === 'items' && Array.isArray(value)) return [['prefixItems', nested(value)]]
  if (name === 'additionalItems') return [['items', nested(value)]]
  if (byName.has(name) && isObject(value))
    return [
      [
        name,
        Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, nested(inWords(schema))])),
      ],
    ]
  return [[name, holders.has(name) ? nested(value) : value]]
}
