import { Type, type TSchema } from 'typebox'
import { byAnyName } from '../pure/params/byAnyName.ts'
import { remember } from '../pure/calendar/cache.ts'
import { Fault, parameter, quote } from '../pure/params/parameter.ts'
import { serviceLinks } from './catalog.ts'
import {
  namespaceIndex,
  rootIndex,
  type RootResource,
  type SiteFacts,
  type Surface,
  theNamespace,
  wpNamespace,
} from './discovery.ts'
import { type DocumentFacts, openApiDocument, placedDocument } from './openapi.ts'
import type { Endpoint, Resource } from './resource.ts'

const noParams = Type.Object({})

/** Wire: any value of `context` is accepted, and none makes a difference (`wire-others.md` 6). */
const context = parameter(
  Type.String({
    default: 'view',
    description: 'Accepted from clients of the original; makes no difference.',
  }),
  (sent) => sent,
)

const indexParams = Type.Object({
  namespace: Type.Optional(
    parameter(Type.String({ default: theNamespace, description: 'The namespace to describe.' }), (sent) => {
      if (typeof sent !== 'string') throw new Fault(`must be the name of a namespace, not ${quote(sent)}`)
      return sent
    }),
  ),
  context: Type.Optional(context),
})

/** Discovery takes no rights. */
const open = async () => ({})

/** The records of discovery, by the names that documents have them under. */
export const discoverySchemas: Readonly<Record<string, TSchema>> = {
  SiteIndex: Type.Object(
    {
      name: Type.String({ description: 'The name of the site.' }),
      description: Type.String({ description: 'What it is about.' }),
      url: Type.String({ format: 'uri' }),
      home: Type.String({ format: 'uri' }),
      gmt_offset: Type.Number({ description: 'How far its zone is from UTC now, in hours.' }),
      timezone_string: Type.String({ description: 'Its zone; empty for a fixed offset.' }),
      namespaces: Type.Array(Type.String()),
      authentication: byAnyName(Type.Unknown()),
      routes: byAnyName(Type.Unknown(), {
        description: 'By the pattern of the address: methods and their parameters.',
      }),
      _links: byAnyName(Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) }))),
    },
    { description: 'The site, and everything that is served.' },
  ),
  Index: Type.Object(
    {
      namespace: Type.String({ description: 'The namespace that is described.' }),
      routes: byAnyName(Type.Unknown(), {
        description: 'By the pattern of the address: methods and their parameters.',
      }),
      _links: byAnyName(Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) }))),
    },
    { description: 'What a namespace serves.' },
  ),
  Document: Type.Object(
    {
      openapi: Type.String(),
      info: Type.Unknown(),
      servers: Type.Unknown(),
      paths: Type.Unknown(),
      components: Type.Unknown(),
    },
    { description: 'An OpenAPI 3.0 document.' },
  ),
}

/** What describes the service below each namespace (specification 4.1): the index of routes, and the OpenAPI document. */
export function discoveryResources(surface: Surface, facts: DocumentFacts): Resource[] {
  const index: Endpoint<object, { namespace?: string }> = {
    methods: ['GET'],
    summary: 'List the routes of this service.',
    params: indexParams,
    answer: { status: 200, says: 'The routes with their methods and parameters.', schema: 'Index' },
    handle: async ({ params, site }) => ({
      body: namespaceIndex(surface, site, params.namespace ?? site.namespace),
      headers: { Link: serviceLinks(site) },
    }),
  }
  const documentOf = remember(surface.namespaces.length, (namespace) =>
    openApiDocument(facts, { resources: surface.resources(), namespace }),
  )
  const document: Endpoint = {
    methods: ['GET'],
    summary: 'Read this document.',
    params: noParams,
    answer: { status: 200, says: 'The service as an OpenAPI 3.0 document.', schema: 'Document' },
    // Where the service is differs by request, its name may change, and so may its fields; all else is made once.
    handle: async ({ site: { namespace, home, rest: server }, caller }) => ({
      body: placedDocument(documentOf(namespace), facts, { home, server, caller }),
      holdsUntil: Infinity,
    }),
  }
  return [
    { path: '', pathParams: noParams, endpoints: [index], lacks: open },
    { path: '/doc', pathParams: noParams, endpoints: [document], lacks: open },
  ]
}

/** The resources at the REST root: the index of all namespaces, and the index of `wp/v2`. */
export function rootResources(surface: Surface, facts: SiteFacts): RootResource[] {
  return [at('', rootIndexEndpoint(surface, facts), ''), indexResource(surface, wpNamespace)]
}

/** The index of a namespace whose resources are at the REST root. */
export function indexResource(surface: Surface, namespace: string): RootResource {
  return at(`/${namespace}`, indexEndpoint(surface, namespace), namespace)
}

function at(path: string, endpoint: Endpoint, namespace: string): RootResource {
  return { namespace, path, pathParams: noParams, endpoints: [endpoint], lacks: open }
}

const rootParams = Type.Object({ context: Type.Optional(context) })

function rootIndexEndpoint(surface: Surface, facts: SiteFacts): Endpoint {
  return {
    methods: ['GET'],
    summary: 'List the namespaces and their routes.',
    operation: 'getRestIndex',
    params: rootParams,
    answer: { status: 200, says: 'The site, its namespaces and its routes.', schema: 'SiteIndex' },
    handle: async ({ site, now }) => ({
      body: rootIndex(surface, site, facts, now),
      headers: { Link: serviceLinks(site) },
    }),
  }
}

/** What reading the index of each namespace is called; others are that of `tec/v1`. */
const indexNames: Readonly<Record<string, string>> = {
  [wpNamespace]: 'getWpIndex',
  'tribe/tickets/v1': 'getTicketsIndex',
}

function indexEndpoint(surface: Surface, namespace: string): Endpoint {
  return {
    methods: ['GET'],
    summary: 'List the routes of this namespace.',
    operation: indexNames[namespace] ?? 'getTecIndex',
    params: rootParams,
    answer: { status: 200, says: 'The routes with their methods and parameters.', schema: 'Index' },
    handle: async ({ site }) => ({
      body: namespaceIndex(surface, site, namespace),
      headers: { Link: serviceLinks(site) },
    }),
  }
}
