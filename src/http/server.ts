import { Readable } from 'node:stream'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Caller } from '../auth/rights.ts'
import { httpDate } from '../calendar/text.ts'
import { ApiError, type RefusalCode } from '../errors.ts'
import type { AnswerCache } from './answers.ts'
import { holdsFrom, type ReadReply, sendRead } from './deliver.ts'
import { assertFields } from './fields.ts'
import { allowedMethods, answer, lackingRights } from './handle.ts'
import { cacheHeaders, type CorsOrigins, corsHeaders, everyAnswer } from './headers.ts'
import { applyOverrides } from './override.ts'
import {
  assertCallback,
  type Frame,
  present,
  presentError,
  presentStream,
  type Reply,
  type StreamedReply,
} from './present.ts'
import { logRequest } from './requestLog.ts'
import { serveRelaxed } from './relaxed.ts'
import { isNegotiated, type Method, type Resource } from './resource.ts'
import { originOf, pathOf, type Site, siteOf } from './site.ts'
import { serveKept } from './shortcut.ts'
import { type Body, readBody, readForm, type Sent } from './sources.ts'
import { inPieces } from './stream.ts'
import { awaitHandlers } from './underway.ts'
import { headLimit, refuseUnreadable } from './unreadable.ts'

/** What the server needs of the settings; each is described in `config.settings.ts`. */
export interface ServerSettings {
  readonly siteUrl: string
  readonly restRoot: string
  readonly namespaces: readonly string[]
  readonly corsOrigins: CorsOrigins
  readonly cacheMaxAge_s: number
  readonly bodyLimit: number
  readonly urlLimit: number
  readonly requestTimeout_ms: number
  /** The most that kept answers take together, in bytes; 0: none are kept. */
  readonly answerCache: number
  readonly trustProxy: boolean | string[]
}

/** What is served, and by which rules. */
export interface Serving {
  readonly settings: ServerSettings
  readonly log: FastifyBaseLogger
  readonly now: () => Temporal.Instant
  /** Who asks, by the Authorization header and the client's address; throws 401 or 429. */
  readonly authenticate: (authorization: string | undefined, from: string) => Promise<Caller>
  readonly answers: AnswerCache
  /** Grows with every change of what may be shown (`Database.revision`). */
  readonly revision: () => number | Promise<number>
  /** Runs work that may read what was so a moment ago (`Database.relaxed`). */
  readonly relaxed: <Result>(work: () => Result) => Result
  /** What is there below each namespace. */
  readonly resources: readonly Resource[]
  /** What is there below the REST root itself, whatever the namespaces. */
  readonly rootResources: readonly Resource[]
  /** How to refuse for what is thrown from below and will pass; undefined for any other error, which is a fault of ours. */
  readonly passing: (error: unknown) => RefusalCode | undefined
  /** Does all that a request asks for, so that `passing` can tell whether it has changed anything already. */
  readonly attempt: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** The description of a resource that OPTIONS answers with. */
  readonly describe: (resource: Resource, site: Site) => unknown
}

/** When a request that met a database which is busy or away may be tried again, in seconds. */
const retryAfter_s = 2

/** The reply to a read that succeeded says when it holds. */
type Replied = Reply | StreamedReply | (Reply & ReadReply)

type RestRequest = FastifyRequest<{ Params: Record<string, string> }>

/** The HTTP server: it turns requests into asks and answers into replies, and knows nothing of what is asked for. */
export function createServer(serving: Serving): FastifyInstance {
  const { settings } = serving
  const server = fastify({
    loggerInstance: serving.log,
    // One line a request is written below, by what was answered and without secrets.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: settings.bodyLimit,
    http: { maxHeaderSize: headLimit },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, settings.requestTimeout_ms),
    requestTimeout: settings.requestTimeout_ms,
    handlerTimeout: settings.requestTimeout_ms,
    // A request that comes on an open connection while the service stops is still answered.
    return503OnClosing: false,
    trustProxy: settings.trustProxy,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: (message) => applyOverrides(message, settings.restRoot),
    // Wire: `/VENUES/4/` is `/venues/4`, and `//venues` is nothing (`wire-others.md` 5).
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: settings.urlLimit },
    frameworkErrors: (error, request, reply) =>
      void send(reply, serving, refused(serving, error, request, frameOf(serving, request))),
  })
  awaitHandlers(server)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.addHook('onRequest', async (request) => {
    if (request.url.length > settings.urlLimit)
      throw new ApiError('rest_uri_too_long', { limit: settings.urlLimit })
  })
  server.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    logRequest(request.log, { method, url, status: reply.statusCode, ms: reply.elapsedTime })
  })
  server.setErrorHandler(async (error, request, reply) =>
    send(reply, serving, refused(serving, error, request, frameOf(serving, request))),
  )
  for (const namespace of settings.namespaces) {
    for (const resource of serving.resources)
      serveResource(server, serving, resource, { namespace, below: `/${namespace}` })
  }
  const [namespace = ''] = settings.namespaces
  for (const resource of serving.rootResources)
    serveResource(server, serving, resource, { namespace, below: '' })
  if (settings.answerCache > 0) serveKept(server, { ...serving, ...settings })
  serveRelaxed(server, serving.relaxed)
  return server
}

/** What routes take and answer is declared in the rooms: Fastify need not load its own compilers of schemas. */
function noSchemas(): never {
  throw new Error('Routes declare no schemas to Fastify.')
}

/** Answers what no route matches: below the REST root as the API does, elsewhere as `otherwise` does. */
export function serveNothing(
  server: FastifyInstance,
  serving: Serving,
  otherwise: (reply: FastifyReply) => unknown,
): void {
  const { restRoot, namespaces } = serving.settings
  const roots = restRoot === '' ? namespaces.map((namespace) => `/${namespace}`) : [restRoot]
  server.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    if (!roots.some((root) => path.toLowerCase().startsWith(root.toLowerCase()))) return otherwise(reply)
    const frame = frameOf(serving, request)
    try {
      await serving.authenticate(request.headers.authorization, request.ip)
      // Wire: OPTIONS knows no wrong address (`wire-others.md` 5).
      if (request.method === 'OPTIONS') return await send(reply, serving, present({ body: [] }, frame))
      throw noRoute(request, firstSite(serving.settings, request))
    } catch (error) {
      return send(reply, serving, refused(serving, error, request, frame))
    }
  })
}

function serveResource(
  server: FastifyInstance,
  serving: Serving,
  resource: Resource,
  at: { namespace: string; below: string },
): void {
  const patterns = { id: ':id(^\\d+$)', slug: ':slug' }
  const path = resource.path.replaceAll(/\{(id|slug)\}/g, (_, name: 'id' | 'slug') => patterns[name])
  server.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: `${serving.settings.restRoot}${at.below}${path}` || '/',
    exposeHeadRoute: false,
    ...(resource.bodyLimit === undefined ? {} : { bodyLimit: resource.bodyLimit }),
    handler: async (request: RestRequest, reply) =>
      send(reply, serving, await serving.attempt(() => replyTo(serving, resource, at.namespace, request))),
  })
}

/** The reply of a resource to a request; every refusal of a known address passes here. */
async function replyTo(
  serving: Serving,
  resource: Resource,
  namespace: string,
  request: RestRequest,
): Promise<Replied> {
  const { settings } = serving
  const frame = frameOf(serving, request)
  try {
    const caller = await serving.authenticate(request.headers.authorization, request.ip)
    assertCallback(frame.query)
    assertFields(frame.query)
    const site = siteOf(settings, namespace, originOf(request))
    Object.assign(frame.headers, caching(settings, request, frame.query, caller))
    const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method | 'OPTIONS'
    const endpoint =
      method === 'OPTIONS' ? undefined : resource.endpoints.find(({ methods }) => methods.includes(method))
    if (method !== 'OPTIONS' && !endpoint) throw noRoute(request, site)
    // The public pages share the address `/` with the index, for who would rather have a page.
    if ((endpoint && isNegotiated(endpoint)) || request.routeOptions.url === '/')
      frame.headers['Vary'] += ', Accept'
    const asked = {
      method: method as Method,
      path: request.params,
      sent: async () => merge(frame.query, request),
      caller,
      from: request.ip,
      site,
      now: serving.now(),
      ifMatch: request.headers['if-match'],
      search: searchOf(request),
      accept: request.headers.accept,
    }
    const lacking = await lackingRights(resource, asked)
    frame.allow = allowedMethods(resource, lacking).join(', ')
    if (!endpoint) return present({ body: serving.describe(resource, site) }, frame)
    const answered = await answer(resource, endpoint, asked, lacking)
    if (answered.modifiedAt !== undefined) frame.headers['Last-Modified'] = httpDate(answered.modifiedAt)
    if (answered.stream) return await presentStream(answered.stream, frame, request.headers['if-none-match'])
    const reply = present(answered, frame)
    return method === 'GET' ? { ...reply, holds: holdsFrom(asked.now, answered.holdsUntil) } : reply
  } catch (error) {
    return refused(serving, error, request, frame)
  }
}

/** Body before query: what both name, the body says (`wire-others.md` 5). */
async function merge(query: Sent, request: RestRequest): Promise<Body> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { params, file } = await readBody(request.method, request.headers, bytes)
  return { params: { ...query, ...params }, file }
}

function frameOf({ settings }: Serving, request: FastifyRequest): Frame {
  const search = searchOf(request)
  return {
    query: search === '' ? {} : readForm(search.slice(1)),
    headers: {
      ...everyAnswer,
      ...corsHeaders(settings.corsOrigins, request.headers.origin),
      Link: `<${siteOf(settings, '', originOf(request)).root}/>; rel="https://api.w.org/"`,
      Vary: 'Origin, Authorization',
    },
  }
}

function caching(
  { cacheMaxAge_s }: ServerSettings,
  request: FastifyRequest,
  query: Sent,
  caller: Caller,
): Record<string, string> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // What a password has opened is for its reader alone.
  return cacheHeaders(isRead && caller.id === 0 && query['password'] === undefined, cacheMaxAge_s)
}

/** Turns whatever was thrown into a reply: refusals as they say, the framework's own as 4xx, anything else as 500 without a word about it. */
function refused(
  { settings, log, passing }: Serving,
  error: unknown,
  request: FastifyRequest,
  frame: Frame,
): Reply {
  if (error instanceof ApiError) return presentError(error, frame)
  const passingCode = passing(error)
  if (passingCode !== undefined) {
    log.warn({ err: error, request: request.id }, 'the database could not be used')
    return presentError(passingRefusal(passingCode), frame)
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return presentError(
      new ApiError('rest_request_too_large', { limit: request.routeOptions.bodyLimit ?? settings.bodyLimit }),
      frame,
    )
  }
  if (code === 'FST_ERR_HANDLER_TIMEOUT') {
    return presentError(
      new ApiError(
        'rest_timeout',
        { limit: settings.requestTimeout_ms },
        { headers: { 'Retry-After': '5' } },
      ),
      frame,
    )
  }
  if (code === 'FST_ERR_BAD_URL') return presentError(noRoute(request, firstSite(settings, request)), frame)
  if (statusCode !== undefined && statusCode < 500) {
    const reason = error instanceof Error ? error.message : 'unknown'
    return presentError(new ApiError('rest_invalid_body', { reason }, { status: statusCode }), frame)
  }
  log.error({ err: error, request: request.id }, 'a request failed')
  return presentError(new ApiError('rest_internal_error', { request: request.id }), frame)
}

/** Whatever may have been done already is not to be sent again by itself. */
function passingRefusal(code: RefusalCode): ApiError {
  const seconds = String(retryAfter_s)
  const headers = code === 'rest_outcome_unknown' ? undefined : { 'Retry-After': seconds }
  return new ApiError(code, { seconds }, { ...(headers && { headers }) })
}

function noRoute(request: FastifyRequest, { rest }: Site): ApiError {
  return new ApiError('rest_no_route', { method: request.method, path: pathOf(request), doc: `${rest}/doc` })
}

/** The site by its first namespace, for requests of which nothing is known. */
function firstSite(settings: ServerSettings, request: FastifyRequest): Site {
  return siteOf(settings, settings.namespaces[0] ?? '', originOf(request))
}

/** The query with its question mark; empty for none. */
function searchOf({ url }: FastifyRequest): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark)
}

/**
 * Sends the reply. A stream is read no faster than the client reads, and let go when the client is gone; when it fails
 * after its beginning was sent, the connection is cut, so that nobody takes the part for the whole.
 */
async function send(reply: FastifyReply, { answers }: Serving, answered: Replied): Promise<FastifyReply> {
  if ('holds' in answered) return sendRead(reply, answers, answered)
  void reply.code(answered.status).headers(answered.headers)
  if (!('chunks' in answered)) return reply.send(answered.status === 304 ? undefined : answered.body)
  const isHead = reply.request.method === 'HEAD'
  return reply.send(isHead ? undefined : Readable.from(inPieces(answered.chunks)))
}
