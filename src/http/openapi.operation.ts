import type { TObject, TSchema } from 'typebox'
import { theNamespace } from './discovery.ts'
import { isDeprecated } from './deprecations.ts'
import { type Occasion, refusalResponses } from './openapi.refusals.ts'
import { type Examples, exampleOf } from './openapi.examples.ts'
import { isList, nounOf, operationId, tagOf, titleOf } from './openapi.names.ts'
import { componentPath, type Dialect, type NameOf, plainSchema, type Schema } from './openapi.schema.ts'
import { type Endpoint, jsonType, type Method, type Resource } from './resource.ts'

/** What all operations of a document share. */
export interface Components {
  /** Every named schema, as declared. */
  readonly schemas: Readonly<Record<string, Schema>>
  readonly nameOf: NameOf
  /** How schemas are written in the document. */
  readonly dialect: Dialect
  readonly namespace: string
  /** Keeps a response among those that are shared; answers the reference to it. */
  readonly refer: (status: string, response: Schema) => Schema
  /** Keeps parameters that several operations take among those that are shared; answers how each is written here. */
  readonly share: (parameter: Schema) => Schema
  readonly examples: Examples
}

/** Whether the parameters of the method travel in a body; they may be in the query as well (`wire-others.md` 5). */
export function hasBody(method: Method, { params }: Pick<Endpoint, 'params'>): boolean {
  return method !== 'GET' && method !== 'DELETE' && Object.keys(params.properties).length > 0
}

/** One method of a resource, as the document describes it (OpenAPI 3.0, Operation Object). */
export function operationOf(
  resource: Resource,
  endpoint: Endpoint,
  method: Method,
  components: Components,
): Schema {
  const isItem = resource.path.endsWith('}')
  const inBody = hasBody(method, endpoint)
  const parameters = [
    ...parametersOf('path', resource.pathParams, components),
    ...(inBody ? [] : parametersOf('query', endpoint.params, components)).map((parameter) =>
      isDeprecated(resource.path, method, String(parameter['name']))
        ? Object.assign(parameter, { deprecated: true })
        : parameter,
    ),
    ...(isItem && method !== 'GET' ? [ifMatch] : []),
    ...(method === 'POST' || method === 'PATCH' ? [idempotencyKey] : []),
    ...(resource.takesHeader ? [headerOf(resource.takesHeader)] : []),
  ].map(components.share)
  return {
    operationId: operationId(resource, endpoint, method),
    summary: titleOf(resource, endpoint),
    description: endpoint.summary,
    tags: [tagOf(resource)],
    ...(isDeprecated(resource.path, method) ? { deprecated: true } : {}),
    parameters,
    ...(inBody || endpoint.takesFile ? { requestBody: bodyOf(endpoint, components) } : {}),
    responses: {
      [endpoint.answer.status]: successOf(resource, endpoint),
      ...refusalsOf(resource, endpoint, method, components),
    },
    // Reading needs no credentials, and shows more with them.
    security: [...(method === 'GET' ? [{}] : []), { basic: [] }, { bearer: [] }],
  }
}

function refusalsOf(
  resource: Resource,
  endpoint: Endpoint,
  method: Method,
  { schemas, refer }: Components,
): Schema {
  const noun = nounOf(endpoint)
  const occasion: Occasion = {
    method,
    noun: noun.toLowerCase(),
    members: new Set(Object.keys(schemas[noun]?.['properties'] ?? {})),
    isList: isList(endpoint),
    isItem: resource.path.endsWith('}'),
    isCreation: endpoint.answer.status === 201,
    params: new Set(Object.keys(endpoint.params.properties)),
    requiresParams: (endpoint.params.required ?? []).length > 0,
  }
  const responses = Object.entries(refusalResponses(occasion))
  return Object.fromEntries(responses.map(([status, response]) => [status, refer(status, response)]))
}

function parametersOf(place: 'path' | 'query', declared: TObject, components: Components): Schema[] {
  return Object.entries(declared.properties).map(([name, schema]) => {
    const { description, ...shown } = shownSchema(schema, components)
    const required = place === 'path' || (declared.required ?? []).includes(name)
    const example = exampleOf(components.examples, name, shown)
    const parameter: Schema = { in: place, schema: shown, description, required, name }
    const told = example === undefined ? parameter : Object.assign(parameter, { example })
    return shown['type'] === 'array' ? Object.assign(told, commaSeparated) : told
  })
}

/** Lists are sent comma-separated where they are texts. */
const commaSeparated = { style: 'form', explode: false }

function shownSchema(declared: TSchema, { nameOf, namespace, dialect }: Components): Schema {
  const schema = dialect(plainSchema(declared), nameOf)
  return schema['default'] === theNamespace ? { ...schema, default: namespace } : schema
}

const ifMatch: Schema = {
  in: 'header',
  schema: { type: 'string' },
  description:
    'The ETag of the record as you read it: the change is refused with 412 when the record is another by now.',
  required: false,
  name: 'If-Match',
}

const idempotencyKey: Schema = {
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 257 },
  description:
    'Drawn by you for this request: sent again with it within 24 hours, the request is not carried out again, but answered as the first time, with “Idempotent-Replayed: true”.',
  required: false,
  name: 'Idempotency-Key',
}

/** A header without which nothing is done at an address, and its only value. */
function headerOf({ header, text }: NonNullable<Resource['takesHeader']>): Schema {
  const description = 'That you know of the state of this interface, word by word.'
  return { in: 'header', schema: { type: 'string', enum: [text] }, description, required: true, name: header }
}

/** The body as JSON object or as form, from the same schema; with a file as a form of parts. */
function bodyOf({ params, takesFile }: Endpoint, { nameOf, dialect }: Components): Schema {
  const plain = plainSchema(params)
  const name = nameOf(plain)
  const schema = name === undefined ? dialect(plain, nameOf) : { $ref: componentPath + name }
  const lists = Object.entries(params.properties).filter(
    ([, member]) => dialect(plainSchema(member))['type'] === 'array',
  )
  const encoding = Object.fromEntries(lists.map(([list]) => [list, commaSeparated]))
  const hasFields = Object.keys(params.properties).length > 0
  return {
    required: (params.required ?? []).length > 0,
    content: {
      ...(hasFields
        ? {
            'application/json': { schema },
            'application/x-www-form-urlencoded': { schema, ...(lists.length > 0 ? { encoding } : {}) },
          }
        : {}),
      ...(takesFile
        ? { 'multipart/form-data': { schema: hasFields ? { allOf: [schema, file] } : file } }
        : {}),
    },
  }
}

const file: Schema = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary', description: 'The file, under any name.' } },
}

/** Of what `Accept` can choose, the JSON: everything else has an address of its own. */
function successOf({ path }: Resource, endpoint: Endpoint): Schema {
  const { says, schema, mediaTypes = [jsonType] } = endpoint.answer
  const shown = mediaTypes.includes(jsonType) ? [jsonType] : mediaTypes
  const schemaFor = (mediaType: string) =>
    mediaType === jsonType ? { $ref: componentPath + schema } : { type: 'string' }
  const content = Object.fromEntries(shown.map((mediaType) => [mediaType, { schema: schemaFor(mediaType) }]))
  const hasCounts = isList(endpoint) && mediaTypes.includes(jsonType)
  return { description: says, ...(hasCounts ? { headers: headersOfList(path) } : {}), content }
}

const count = (description: string): Schema => ({ schema: { type: 'integer' }, description })

/** The headers of lists (D37); lists below `wp/v2` and `tec/v1` have those of WordPress alone. */
function headersOfList(path: string): Schema {
  const [total, pages] = ['How many items there are on all pages.', 'How many pages there are.']
  const isBare = /^\/(?:wp\/v2|tec\/v1)\//.test(path)
  return {
    ...(isBare ? {} : { 'X-TEC-Total': count(total), 'X-TEC-TotalPages': count(pages) }),
    'X-WP-Total': count(isBare ? total : 'The same as X-TEC-Total.'),
    'X-WP-TotalPages': count(isBare ? pages : 'The same as X-TEC-TotalPages.'),
    Link: {
      schema: { type: 'string' },
      description: 'The pages before and after, as rel="prev" and rel="next".',
    },
  }
}
