import { Type, type TSchema } from 'typebox'
import { actionOf, isList, nounOf } from './openapi.names.ts'
import { hasBody } from './openapi.operation.ts'
import { refusalSchemas } from './openapi.refusals.ts'
import { componentPath, plainSchema, type Schema } from './openapi.schema.ts'
import { type Endpoint, jsonType, type Resource } from './resource.ts'

type Named = Readonly<Record<string, TSchema>>

/** Every schema that has a name: records, their lists, the bodies of writes, and refusals. */
export function namedSchemas(records: Named, resources: readonly Resource[]): Record<string, Schema> {
  const declared = {
    ...records,
    ...listSchemas(resources, records),
    ...refusalSchemas,
    ...bodySchemas(resources),
  }
  return Object.fromEntries(Object.entries(declared).map(([name, schema]) => [name, plainSchema(schema)]))
}

/** Those that something refers to, by themselves or through others. */
export function usedSchemas(schemas: Record<string, Schema>, paths: object): Record<string, Schema> {
  const used = new Set<string>()
  const follow = (text: string) => {
    for (const [, name = ''] of text.matchAll(reference)) {
      if (used.has(name)) continue
      used.add(name)
      follow(JSON.stringify(schemas[name] ?? {}))
    }
  }
  follow(JSON.stringify(paths))
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

const reference = new RegExp(`"${componentPath}(\\w+)"`, 'g')

const link = (description: string) => Type.String({ format: 'uri', description })

/** The lists that resources answer with and nobody declared: of the records they name. */
function listSchemas(resources: readonly Resource[], declared: Named): Record<string, TSchema> {
  const lists = resources.flatMap(({ path, endpoints }) =>
    endpoints
      .filter(
        (endpoint) =>
          isList(endpoint) &&
          !(endpoint.answer.schema in declared) &&
          (endpoint.answer.mediaTypes ?? [jsonType]).includes(jsonType),
      )
      .map((endpoint) => [endpoint.answer.schema, listSchema(path, nounOf(endpoint))] as const),
  )
  return Object.fromEntries(lists)
}

/** A page of records, under the last part of its path; what WordPress has is bare. */
function listSchema(path: string, item: string): TSchema {
  const items = Type.Array(Type.Ref(item), { description: 'The items of the page.' })
  if (/^\/(?:wp\/v2|tec\/v1)\//.test(path)) return items
  return Type.Object({
    [path.slice(path.lastIndexOf('/') + 1)]: items,
    rest_url: link('This page.'),
    next_rest_url: Type.Optional(link('The next page, where there is one.')),
    previous_rest_url: Type.Optional(link('The page before, where there is one.')),
    total: Type.Integer({ description: 'How many items there are on all pages.' }),
    total_pages: Type.Integer({ description: 'How many pages there are.' }),
  })
}

/** The bodies of writes, each under one name wherever it is taken: `VenueCreate`, `VenueUpdate`. */
function bodySchemas(resources: readonly Resource[]): Record<string, TSchema> {
  const bodies: Record<string, TSchema> = {}
  for (const { path, endpoints } of resources) {
    for (const endpoint of endpoints) {
      if (!endpoint.methods.some((method) => hasBody(method, endpoint))) continue
      const name = nounOf(endpoint) + doingOf({ path }, endpoint)
      const taken = bodies[name]
      if (taken === undefined || JSON.stringify(taken) === JSON.stringify(endpoint.params))
        bodies[name] = endpoint.params
      else bodies[path.includes('{slug}') ? `${name}BySlug` : `${name}Other`] = endpoint.params
    }
  }
  return bodies
}

/** What is done with a record: its creation, a change of it, or what its address says. */
function doingOf(resource: Pick<Resource, 'path'>, { answer }: Pick<Endpoint, 'answer'>): string {
  const action = actionOf(resource)
  if (action !== undefined) return action.charAt(0).toUpperCase() + action.slice(1)
  return answer.status === 201 ? 'Create' : 'Update'
}
