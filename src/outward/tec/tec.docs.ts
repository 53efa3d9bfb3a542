import { Type, type TObject, type TSchema } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import type { RootResource } from '../../http/discovery.ts'
import { componentPath, openApiSchema, plainSchema, type Schema } from '../../http/openapi.schema.ts'
import type { Endpoint, Method } from '../../http/resource.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { acknowledgement, tecNamespace } from './tec.ts'
import { tecEventOwn, tecDateRecord, tecDatesRecord } from './tec.events.record.ts'
import { tecEventCreateParams } from './tec.events.params.ts'
import { tecLinkedWriteParams } from './tec.linked.params.ts'
import { tecLinkedOwn } from './tec.linked.view.ts'
import { tecCommonRecord } from './tec.view.ts'

/** What the document says of the site. */
export interface TecDocumentFacts {
  readonly title: string
  readonly description: string
  readonly home: string
  readonly root: string
}

const kinds = [
  { name: 'Event', plural: 'Events', own: () => tecEventOwn, params: () => tecEventCreateParams },
  {
    name: 'Venue',
    plural: 'Venues',
    own: () => tecLinkedOwn(venueKind),
    params: () => tecLinkedWriteParams(venueKind, 'create'),
  },
  {
    name: 'Organizer',
    plural: 'Organizers',
    own: () => tecLinkedOwn(organizerKind),
    params: () => tecLinkedWriteParams(organizerKind, 'create'),
  },
] as const

const common = 'TEC_Post_Entity'
const docs = '/docs'

/** The service below the namespace as an OpenAPI 3.0.4 document, made from the resources that serve it. */
export function tecDocument(resources: readonly RootResource[], facts: TecDocumentFacts): object {
  const { title, description, home, root } = facts
  return {
    openapi: '3.0.4',
    info: {
      title: `${title}: tec/v1`,
      version: '1.0.0',
      description: description || 'Events, venues and organizers.',
      contact: { name: title, url: home },
    },
    tags: [
      { name: 'Events', description: 'Events, venues and organizers.' },
      { name: 'Common', description: 'What describes this interface.' },
    ],
    components: {
      schemas: schemas(),
      securitySchemes: {
        BasicAuth: {
          type: 'http',
          scheme: 'basic',
          description: 'Login, or e-mail address, and an application password.',
        },
      },
    },
    servers: [{ url: `${root}/${tecNamespace}` }],
    paths: Object.fromEntries(
      resources.map((resource) => [resource.path.slice(tecNamespace.length + 1), pathOf(resource)]),
    ),
  }
}

function schemas(): Schema {
  const ofKinds = kinds.flatMap(({ name, own, params }) => [
    [name, extending(common, Type.Object(own()))],
    [
      `${name}_Request_Body`,
      extending(`${common}_Request_Body`, without(params(), Object.keys(commonBody().properties))),
    ],
  ])
  return {
    [common]: shown(Type.Object(tecCommonRecord)),
    [`${common}_Request_Body`]: shown(commonBody()),
    ...(Object.fromEntries(ofKinds) as Schema),
    Date: shown(tecDateRecord),
    DateDetails: shown(tecDatesRecord),
    OpenApiDocumentation: shown(
      Type.Object({
        openapi: Type.String(),
        info: Type.Unknown(),
        tags: Type.Array(Type.Unknown()),
        components: Type.Unknown(),
        servers: Type.Array(Type.Unknown()),
        paths: byAnyName(Type.Ref('OpenApiPath')),
      }),
    ),
    OpenApiPath: {
      type: 'object',
      description: 'By method, what may be done at a path.',
      additionalProperties: { type: 'object' },
    },
  }
}

/** The fields that the bodies of all kinds have. */
function commonBody(): TObject {
  const bodies: TObject[] = kinds.map(({ params }) => params())
  const [first] = bodies
  const names = Object.keys(first?.properties ?? {})
  return only(
    first ?? Type.Object({}),
    (name) => names.includes(name) && bodies.every(({ properties }) => name in properties),
  )
}

function without(declared: TObject, names: readonly string[]): TObject {
  return only(declared, (name) => !names.includes(name))
}

/** The same, with some of its members. */
function only({ properties }: TObject, isKept: (name: string) => boolean): TObject {
  return Type.Object(Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name))))
}

function extending(name: string, own: TSchema): Schema {
  return { allOf: [{ $ref: componentPath + name }, shown(own)] }
}

const dates = JSON.stringify(plainSchema(tecDatesRecord))
const date = JSON.stringify(plainSchema(tecDateRecord))

/** The schema in the dialect of the document, which has no empty list of required members. */
function shown(declared: TSchema): Schema {
  const { required, ...rest } = plainSchema(declared)
  const plain: Schema = Array.isArray(required) && required.length > 0 ? { ...rest, required } : rest
  const own = JSON.stringify(plain)
  return openApiSchema(plain, (nested) => {
    const text = JSON.stringify(nested)
    if (text === own) return undefined
    return text === dates ? 'DateDetails' : text === date ? 'Date' : undefined
  })
}

function pathOf(resource: RootResource): Schema {
  const operations = resource.endpoints.flatMap((endpoint: Endpoint<object, never>) =>
    endpoint.methods
      .filter((method) => method !== 'PATCH')
      .map((method) => [method.toLowerCase(), operationOf(resource, endpoint, method)] as const),
  )
  return Object.fromEntries(operations)
}

const verbs: Readonly<Record<Method, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
}

function operationOf(
  { path, pathParams }: RootResource,
  { summary, params, answer }: Pick<Endpoint, 'summary' | 'params' | 'answer'>,
  method: Method,
): Schema {
  const isDocs = path.endsWith(docs)
  const kind = kinds.find(({ plural }) => path.includes(`/${plural.toLowerCase()}`))
  const isList = answer.schema.endsWith('List')
  const hasBody = method === 'POST' || method === 'PUT'
  const noun = isDocs ? 'OpenApiDocs' : isList ? kind?.plural : kind?.name
  return {
    operationId: `${verbs[method]}${noun}`,
    summary,
    description: summary,
    tags: [isDocs ? 'Common' : 'Events'],
    parameters: [
      ...parametersIn('path', pathParams),
      ...(hasBody ? [] : parametersIn('query', params)),
      ...(isDocs ? [] : [acknowledged]),
    ],
    ...(hasBody ? { requestBody: bodyOf(`${kind?.name}_Request_Body`) } : {}),
    responses: {
      [answer.status]: {
        description: answer.says,
        content: { 'application/json': { schema: answerOf({ isDocs, isList, method, name: kind?.name }) } },
      },
      ...(isDocs ? {} : refusalsOf(method, path.endsWith('}'))),
    },
    security: method === 'GET' ? [] : [{ BasicAuth: [] }],
  }
}

const acknowledged: Schema = {
  name: acknowledgement.header,
  in: 'header',
  required: true,
  description: 'That you know of the state of this interface, word by word.',
  schema: { type: 'string', enum: [acknowledgement.text] },
}

/** Lists are sent comma-separated where they are texts. */
const commaSeparated = { style: 'form', explode: false }

function parametersIn(place: 'path' | 'query', declared: TObject): Schema[] {
  return Object.entries(declared.properties).map(([name, schema]) => {
    const { description, ...rest } = openApiSchema(plainSchema(schema))
    const told: Schema = { name, in: place, required: place === 'path', description, schema: rest }
    return rest['type'] === 'array' ? Object.assign(told, commaSeparated) : told
  })
}

function bodyOf(name: string): Schema {
  const schema = { $ref: componentPath + name }
  return {
    required: true,
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  }
}

interface Answered {
  readonly isDocs: boolean
  readonly isList: boolean
  readonly method: Method
  readonly name: string | undefined
}

function answerOf({ isDocs, isList, method, name }: Answered): Schema {
  if (method === 'DELETE') return { type: 'array', items: {}, maxItems: 0 }
  const record = { $ref: `${componentPath}${isDocs ? 'OpenApiDocumentation' : name}` }
  return isList ? { type: 'array', items: record } : record
}

function refusalsOf(method: Method, isItem: boolean): Schema {
  return {
    400: { description: 'A parameter was not accepted, or the acknowledgement is missing.' },
    401: { description: 'It takes credentials.' },
    403: { description: 'It takes a right that the caller lacks.' },
    ...(isItem || method === 'GET' ? { 404: { description: 'There is none.' } } : {}),
    ...(method === 'DELETE' ? { 410: { description: 'It is in the trash already.' } } : {}),
  }
}
