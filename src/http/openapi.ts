import Type, { type TSchema } from 'typebox'
import { actionOf, type Components, hasBody, nounOf, operationOf, tagOf } from './openapi.operation.ts'
import { refusalSchemas } from './openapi.refusals.ts'
import { openApiSchema, plainSchema, type Schema } from './openapi.schema.ts'
import { type Endpoint, jsonType, type Resource } from './resource.ts'

/** What the document is made of; everything else about the service follows from its resources. */
export interface DocumentFacts {
  readonly title: string
  readonly version: string
  readonly description: string
  /** The records by the names that answers refer to; those of lists are made from the records they hold. */
  readonly schemas: Readonly<Record<string, TSchema>>
  readonly resources: readonly Resource[]
}

type Named<Content> = Readonly<Record<string, Content>>

/** A document as far as programs of ours look into it. */
export interface OpenApiDocument {
  readonly openapi: '3.0.0'
  readonly info: { readonly version: string; readonly title: string; readonly description: string }
  readonly components: {
    readonly schemas: Named<Schema>
    readonly responses: Named<Schema>
    readonly securitySchemes: Schema
  }
  /** Paths are appended to the address as they are (Server Object): it has no slash at its end. */
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Named<Named<Schema>>
}

/**
 * The service below a namespace as an OpenAPI 3.0.0 document (`wire-others.md` 6), made from the resources that serve it.
 * Its server is the address of the document itself, unless the caller replaces `servers`.
 */
export function openApiDocument(facts: DocumentFacts, namespace: string): OpenApiDocument {
  const { title, version, description, resources } = facts
  const schemas = namedSchemas(facts)
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]))
  const nameOf = (schema: Schema) => names.get(JSON.stringify(schema))
  const responses: Record<string, Schema> = {}
  const paths = pathsOf(resources, {
    schemas,
    nameOf,
    namespace,
    refer: (status, response) => refer(responses, status, response),
  })
  return {
    openapi: '3.0.0',
    info: { version, title, description },
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, openApiSchema(schema, nameOf)]),
      ),
      responses,
      securitySchemes,
    },
    servers: [{ url: '.' }],
    tags: [...new Set(resources.map(tagOf))].map((name) => ({ name })),
    paths,
  }
}

function pathsOf(resources: readonly Resource[], components: Components): OpenApiDocument['paths'] {
  const paths = resources.map((resource) => {
    const operations = resource.endpoints.flatMap((endpoint) =>
      endpoint.methods.map(
        (method) => [method.toLowerCase(), operationOf(resource, endpoint, method, components)] as const,
      ),
    )
    return [resource.path || '/', Object.fromEntries(operations)] as const
  })
  return Object.fromEntries(paths)
}

/** Refusals repeat from operation to operation: each is written once, and named by its status. */
function refer(responses: Record<string, Schema>, status: string, response: Schema): Schema {
  const alike = Object.entries(responses).filter(([name]) => name.startsWith(`Refusal_${status}`))
  const known = alike.find(([, other]) => JSON.stringify(other) === JSON.stringify(response))
  const name = known?.[0] ?? `Refusal_${status}${alike.length === 0 ? '' : `_${alike.length + 1}`}`
  responses[name] = response
  return { $ref: `#/components/responses/${name}` }
}

const securitySchemes: Schema = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Login, or e-mail address, and an application password.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'A token.' },
}

/** Every schema that has a name: records, their lists, the bodies of writes, and refusals. */
function namedSchemas({ schemas, resources }: DocumentFacts): Record<string, Schema> {
  const declared = {
    ...schemas,
    ...listSchemas(resources, schemas),
    ...refusalSchemas,
    ...bodySchemas(resources),
  }
  return Object.fromEntries(Object.entries(declared).map(([name, schema]) => [name, plainSchema(schema)]))
}

const link = (description: string) => Type.String({ format: 'uri', description })

/** The lists that resources answer with and nobody declared: of the records they name, under the last part of their path. */
function listSchemas(
  resources: readonly Resource[],
  declared: DocumentFacts['schemas'],
): Record<string, TSchema> {
  const lists = resources.flatMap(({ path, endpoints }) =>
    endpoints
      .filter(
        (endpoint) =>
          endpoint.answer.schema === `${nounOf(endpoint)}List` &&
          !(endpoint.answer.schema in declared) &&
          (endpoint.answer.mediaTypes ?? [jsonType]).includes(jsonType),
      )
      .map(
        (endpoint) =>
          [
            endpoint.answer.schema,
            listSchema(path.slice(path.lastIndexOf('/') + 1), nounOf(endpoint)),
          ] as const,
      ),
  )
  return Object.fromEntries(lists)
}

function listSchema(key: string, item: string): TSchema {
  return Type.Object({
    [key]: Type.Array(Type.Ref(item), { description: 'The items of the page.' }),
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
