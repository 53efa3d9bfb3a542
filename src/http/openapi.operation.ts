import type { TObject, TSchema } from 'typebox'
import { theNamespace } from './discovery.ts'
import { type Occasion, refusalResponses } from './openapi.refusals.ts'
import { componentPath, type NameOf, openApiSchema, plainSchema, type Schema } from './openapi.schema.ts'
import { type Endpoint, jsonType, type Method, type Resource } from './resource.ts'

/** What all operations of a document share. */
export interface Components {
  /** Every named schema, as declared. */
  readonly schemas: Readonly<Record<string, Schema>>
  readonly nameOf: NameOf
  readonly namespace: string
  /** Keeps a response among those that are shared; answers the reference to it. */
  readonly refer: (status: string, response: Schema) => Schema
}

/** The record an endpoint is about, by its name among the schemas. */
export function nounOf(endpoint: Pick<Endpoint, 'answer'>): string {
  return endpoint.answer.schema.replace(/List$/, '')
}

/** The group an operation is shown in: its kind of record, in the plural as addresses have it. */
export function tagOf({ path }: Pick<Resource, 'path'>): string {
  const names = path
    .replace(actionPattern, '')
    .split('/')
    .filter((part) => !/^$|^by-slug$|^by-source$|^undo$|^\{/.test(part))
  // What is below a record of another kind is a kind of its own: the tickets of an event. Formats are of the same kind.
  const name = names.at(-1)?.split('.', 1)[0] ?? ''
  return name === '' || name === 'doc' ? 'Service' : name.charAt(0).toUpperCase() + name.slice(1)
}

/** What is done with a record at an address below its own: a word, where kinds of records are in the plural. */
const actionPattern = /(?<=\{id\})\/([a-z]+[^s/])$/

/** What is done at the address: `accept`; undefined where it is that of a record. */
export function actionOf({ path }: Pick<Resource, 'path'>): string | undefined {
  return actionPattern.exec(path)?.[1]
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
    ...(inBody ? [] : parametersOf('query', endpoint.params, components)),
    ...(isItem && method !== 'GET' ? [ifMatch] : []),
    ...(method === 'POST' || method === 'PATCH' ? [idempotencyKey] : []),
  ]
  return {
    operationId: operationId(resource, endpoint, method),
    summary: summaryOf(resource, endpoint),
    description: endpoint.summary,
    tags: [tagOf(resource)],
    parameters,
    ...(inBody ? { requestBody: bodyOf(endpoint.params, components) } : {}),
    responses: {
      [endpoint.answer.status]: successOf(endpoint),
      ...refusalsOf(resource, endpoint, method, components),
    },
    // Reading needs no credentials, and shows more with them.
    security: [...(method === 'GET' ? [{}] : []), { basic: [] }, { bearer: [] }],
  }
}

const verbs: Readonly<Record<Method, string>> = {
  GET: 'get',
  POST: 'update',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** `listVenues`, `getVenueBySlug`, `createVenue`, `updateVenue` (POST), `putVenue`, `patchVenue`, `deleteVenue`, `listEventsAsIcs`. */
function operationId(resource: Resource, endpoint: Endpoint, method: Method): string {
  const bySlug = resource.path.includes('{slug}')
    ? 'BySlug'
    : resource.path.includes('/by-source/')
      ? 'BySource'
      : ''
  const extension = /\.(\w)(\w+)$/.exec(resource.path)
  const as = extension ? `As${extension[1]?.toUpperCase()}${extension[2]}` : ''
  if (isList(endpoint)) return `list${tagOf(resource)}${as}`
  const of = ownerOf(resource)
  const action = actionOf(resource)
  if (method === 'POST' && action !== undefined) return `${action}${nounOf(endpoint)}${of}`
  // What was done by the address is taken back.
  if (method === 'DELETE' && action !== undefined) return `un${action}${nounOf(endpoint)}`
  if (endpoint.answer.status === 201) return `create${nounOf(endpoint)}${of}`
  return `${verbs[method]}${nounOf(endpoint)}${of}${bySlug}${as}`
}

/** What is below a record, and is there for several kinds, says of which. */
function ownerOf({ path }: Resource): string {
  const [, kind = ''] = /^\/(\w+)\/\{id\}\/(?:history\b|media$)/.exec(path) ?? []
  return kind === '' ? '' : `Of${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
}

function isList({ answer }: Pick<Endpoint, 'answer'>): boolean {
  return answer.schema.endsWith('List')
}

/** The beginning of the sentence, up to where it goes into detail. */
function summaryOf({ path }: Resource, { summary }: Endpoint): string {
  const [beginning = ''] = summary.split(/[.,;:]/)
  return path.includes('{slug}') ? `${beginning} by slug` : beginning
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
    const parameter: Schema = { in: place, schema: shown, description, required, name }
    return shown['type'] === 'array' ? Object.assign(parameter, commaSeparated) : parameter
  })
}

/** Lists are sent comma-separated where they are texts. */
const commaSeparated = { style: 'form', explode: false }

function shownSchema(declared: TSchema, { nameOf, namespace }: Components): Schema {
  const schema = openApiSchema(plainSchema(declared), nameOf)
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

/** The body as JSON object or as form, from the same schema. */
function bodyOf(params: TObject, { nameOf }: Components): Schema {
  const plain = plainSchema(params)
  const name = nameOf(plain)
  const schema = name === undefined ? openApiSchema(plain, nameOf) : { $ref: componentPath + name }
  const lists = Object.entries(params.properties).filter(
    ([, member]) => openApiSchema(plainSchema(member))['type'] === 'array',
  )
  const encoding = Object.fromEntries(lists.map(([list]) => [list, commaSeparated]))
  return {
    required: (params.required ?? []).length > 0,
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema, ...(lists.length > 0 ? { encoding } : {}) },
    },
  }
}

function successOf(endpoint: Endpoint): Schema {
  const { says, schema, mediaTypes = [jsonType] } = endpoint.answer
  const shown = (mediaType: string) =>
    mediaType === jsonType ? { $ref: componentPath + schema } : { type: 'string' }
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: shown(mediaType) }]))
  const hasCounts = isList(endpoint) && mediaTypes.includes(jsonType)
  return { description: says, ...(hasCounts ? { headers: listHeaders } : {}), content }
}

const count = (description: string): Schema => ({ schema: { type: 'integer' }, description })

/** The headers of lists (D37). */
const listHeaders: Schema = {
  'X-TEC-Total': count('How many items there are on all pages.'),
  'X-TEC-TotalPages': count('How many pages there are.'),
  'X-WP-Total': count('The same as X-TEC-Total.'),
  'X-WP-TotalPages': count('The same as X-TEC-TotalPages.'),
  Link: {
    schema: { type: 'string' },
    description: 'The pages before and after, as rel="prev" and rel="next".',
  },
}
