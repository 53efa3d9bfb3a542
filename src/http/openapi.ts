import type { TSchema } from 'typebox'
import type { Caller } from './auth/rights.ts'
import type { RootResource } from './discovery.ts'
import { type Examples, noExamples } from './openapi.examples.ts'
import { tagOf, tags } from './openapi.names.ts'
import { type Components, operationOf } from './openapi.operation.ts'
import { modernSchema } from './openapi.schema.modern.ts'
import { openApiSchema, type Schema } from './openapi.schema.ts'
import { namedSchemas, usedSchemas } from './openapi.schemas.ts'
import type { Resource } from './resource.ts'

/** What a document is made of; everything else about the service follows from its resources. */
export interface DocumentFacts {
  readonly title: string
  readonly version: string
  readonly description: string
  /** The document with what this calendar has declared, as this caller may know of it; the same one where that is nothing. */
  readonly withDeclared?: (document: OpenApiDocument, caller: Caller) => OpenApiDocument
  /** The records by the names that answers refer to; those of lists are made from the records they hold. */
  readonly schemas: Readonly<Record<string, TSchema>>
}

type Named<Content> = Readonly<Record<string, Content>>

/** A document as far as programs of ours look into it. */
export interface OpenApiDocument {
  readonly openapi: '3.0.0' | '3.1.0'
  readonly info: Schema
  readonly components: {
    readonly schemas: Named<Schema>
    readonly responses: Named<Schema>
    readonly parameters?: Named<Schema>
    readonly securitySchemes: Schema
  }
  /** Paths are appended to the address as they are (Server Object): it has no slash at its end. */
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string | undefined }[]
  readonly paths: Named<Named<Schema>>
}

/** Where a document holds: the address of the site, and the one that its paths are appended to; and who reads it. */
export interface DocumentPlace {
  readonly home: string
  readonly server: string
  readonly caller: Caller
}

/** The document as it is at that address, with the site’s name of now: all else is the same everywhere. */
export function placedDocument(
  document: OpenApiDocument,
  { title, version, description, withDeclared = (made) => made }: DocumentFacts,
  { home, server, caller }: DocumentPlace,
): OpenApiDocument {
  const declared = withDeclared(document, caller)
  const { openapi, info: _info, components, servers: _servers, ...rest } = declared
  const info = {
    version,
    title,
    description: description || title,
    license,
    contact: { name: title, url: home },
  }
  return { openapi, info, components, servers: [{ url: server }], ...rest }
}

const license = { name: 'MIT', url: 'https://opensource.org/license/mit' }

/** The service below a namespace as an OpenAPI 3.0.0 document (`wire-others.md` 6), made from the resources that serve it. */
export function openApiDocument(
  facts: DocumentFacts,
  { resources, namespace }: { readonly resources: readonly Resource[]; readonly namespace: string },
): OpenApiDocument {
  const paths = resources.map((resource) => ({ resource, path: resource.path || '/' }))
  return documentOf(facts, { openapi: '3.0.0', namespace, paths })
}

/**
 * Everything below the REST root as an OpenAPI 3.1.0 document: the first namespace, and the families beside it. What several operations
 * take is written once.
 */
export function wholeDocument(
  facts: DocumentFacts,
  surface: {
    readonly namespace: string
    readonly resources: readonly Resource[]
    readonly rootResources: readonly RootResource[]
    readonly examples: Examples
  },
): OpenApiDocument {
  const { namespace, resources, rootResources, examples } = surface
  const paths = [
    ...resources.map((resource) => ({ resource, path: `/${namespace}${resource.path}` })),
    ...rootResources.map((resource) => ({ resource, path: resource.path || '/' })),
  ]
  return documentOf(facts, { openapi: '3.1.0', namespace, paths, examples })
}

interface Described {
  readonly openapi: OpenApiDocument['openapi']
  readonly namespace: string
  readonly paths: readonly { readonly resource: Resource; readonly path: string }[]
  readonly examples?: Examples
}

function documentOf(
  facts: DocumentFacts,
  { openapi, namespace, paths: places, examples = noExamples }: Described,
): OpenApiDocument {
  const isModern = openapi === '3.1.0'
  const dialect = isModern ? modernSchema : openApiSchema
  const resources = places.map(({ resource }) => resource)
  const declared = namedSchemas(facts.schemas, resources)
  const names = new Map(
    Object.entries(declared)
      .toReversed()
      .map(([name, schema]) => [JSON.stringify(schema), name]),
  )
  const nameOf = (schema: Schema) => names.get(JSON.stringify(schema))
  const responses: Record<string, Schema> = {}
  const parameters = new SharedParameters()
  const components: Components = {
    schemas: declared,
    nameOf,
    dialect,
    namespace,
    refer: (status, response) => refer(responses, status, response),
    share: isModern ? (parameter) => parameters.share(parameter) : (parameter) => parameter,
    examples,
  }
  const paths = pathsOf(places, components)
  const written = Object.fromEntries(
    Object.entries(declared).map(([name, schema]) => [name, withExample(name, schema, components)]),
  )
  return {
    openapi,
    info: {},
    components: {
      schemas: usedSchemas(written, { paths, responses }),
      responses,
      ...(isModern ? { parameters: parameters.all } : {}),
      securitySchemes,
    },
    servers: [],
    tags: tagsOf(resources),
    paths,
  }
}

function withExample(name: string, schema: Schema, { dialect, nameOf, examples }: Components): Schema {
  const written = dialect(schema, nameOf)
  return name in examples.schemas ? { ...written, examples: [examples.schemas[name]] } : written
}

function pathsOf(places: Described['paths'], components: Components): OpenApiDocument['paths'] {
  const paths = places.map(({ resource, path }) => {
    const operations = resource.endpoints.flatMap((endpoint) =>
      endpoint.methods.map(
        (method) => [method.toLowerCase(), operationOf(resource, endpoint, method, components)] as const,
      ),
    )
    return [path, Object.fromEntries(operations)] as const
  })
  return Object.fromEntries(paths)
}

/** The groups there are operations of, each with its sentence, in order. */
function tagsOf(resources: readonly Resource[]): OpenApiDocument['tags'] {
  const used = new Set(resources.map(tagOf))
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}

/** Refusals repeat from operation to operation: each is written once, and named by its status. */
function refer(responses: Record<string, Schema>, status: string, response: Schema): Schema {
  const alike = Object.entries(responses).filter(([name]) => name.startsWith(`Refusal_${status}`))
  const known = alike.find(([, other]) => JSON.stringify(other) === JSON.stringify(response))
  const name = known?.[0] ?? `Refusal_${status}${alike.length === 0 ? '' : `_${alike.length + 1}`}`
  responses[name] = response
  return { $ref: `#/components/responses/${name}` }
}

/** Parameters of operations, each written once, and named by itself. */
class SharedParameters {
  readonly all: Record<string, Schema> = {}
  readonly #names = new Map<string, string>()

  /** Keeps it; answers the reference to it. */
  share(parameter: Schema): Schema {
    const text = JSON.stringify(parameter)
    const name = this.#names.get(text) ?? this.#free(String(parameter['name']))
    this.#names.set(text, name)
    this.all[name] = parameter
    return { $ref: `#/components/parameters/${name}` }
  }

  #free(name: string): string {
    for (let at = 1; ; at++) {
      const free = at === 1 ? name : `${name}_${at}`
      if (!(free in this.all)) return free
    }
  }
}

const securitySchemes: Schema = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Login, or e-mail address, and an application password.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'A token.' },
}
