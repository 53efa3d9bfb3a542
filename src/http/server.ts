import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyHttpOptions,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ApiError } from '../pure/errors/errors.ts'
import { codeOf } from '../pure/text/errorDetails.ts'
import { compressAnswers } from './compression.ts'
import { sendRead, wholeOf } from './readReply.ts'
import { drained } from './discardedBody.ts'
import { assertOwnWrite } from './crossSiteWrites.ts'
import { cacheHeaders } from './headers.ts'
import { leaveHalfRead } from './halfReadRequests.ts'
import { sendLive } from './liveAnswer.ts'
import { serveInTurn } from './requestQueue.ts'
import { refuseLargeToStrangers } from './largeBody.ts'
import { applyOverrides, unknownMethod } from './override.ts'
import { type Route, routesOf } from './routes.ts'
import { present } from './presentation.ts'
import { firstSite, isTooLarge, noRoute, refused } from './errorReply.ts'
import { rateLimitHeaders } from './rateLimit.ts'
import { frameOf, type Replied, replyTo } from './reply.ts'
import { carrying, idsOf, requestIdHeader } from './requestId.ts'
import { createNoting, type RequestNotes, rememberUser, userOf } from './requestNotes.ts'
import type { ServerParts } from './serverParts.ts'
import { serveKept } from './shortcut.ts'
import { methodsOf } from './resource.ts'
import { isMediaType } from './sources.ts'
import { watchSilence } from './idleConnection.ts'
import { pathOf } from './site.ts'
import { inPieces } from './stream.ts'
import { siteBelow, type SiteBelow } from './sitePath.ts'
import { readTarget, withReadablePath } from './target.ts'
import { hasTwoHosts } from './twoHosts.ts'
import { awaitHandlers } from './runningHandlers.ts'
import { headLimit, refuseUnreadable } from './unreadableRequests.ts'

/** The HTTP server: it turns requests into asks and answers into replies, and knows none of the resources. */
export function createServer(serving: ServerParts): FastifyInstance {
  const { settings } = serving
  const below = siteBelow(settings.siteUrl)
  const server = fastify(optionsOf(serving, below))
  below.learn(server)
  // Before there are routes: each that is there would be added anew, which takes half as long as all of them.
  server.addConstraintStrategy(serving.strategy)
  const noting = createNoting(serving.note, settings)
  awaitHandlers(server)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  addHooks(server, serving, noting)
  compressAnswers(server)
  for (const route of routesOf(serving)) serveRoute(server, serving, route)
  if (settings.answerCache > 0) serveKept(server, { ...serving, ...settings, noting })
  else
    server.server.prependListener('request', (message) => watchSilence(message, settings.requestTimeout_ms))
  // In front of all other listeners, which read the URL.
  server.server.prependListener('request', readTarget)
  serveInTurn(server.server)
  leaveHalfRead(server)
  return server
}

function optionsOf(serving: ServerParts, below: SiteBelow) {
  const { settings } = serving
  return {
    loggerInstance: serving.log,
    genReqId: (message) => idsOf(message).id,
    // Every request is noted below, with its status and without secrets.
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
    rewriteUrl: (message) => {
      message.url = below.withoutPath(message.url ?? '/')
      return withReadablePath(applyOverrides(message, settings.restRoot))
    },
    // Wire: `/VENUES/4/` is `/venues/4`, and `//venues` is nothing (`wire-others.md` 5).
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: settings.urlLimit },
    frameworkErrors: (error, request, reply) =>
      void send(reply, serving, refused(serving, error, request, frameOf(serving, request))),
  } satisfies FastifyHttpOptions<Server>
}

function addHooks(server: FastifyInstance, serving: ServerParts, noting: RequestNotes): void {
  const { urlLimit, requestTimeout_ms } = serving.settings
  server.addHook('onRequest', async (request, reply) => {
    noteAtItsEnd(request, reply, noting)
    if (hasTwoHosts(request.raw))
      throw new ApiError('rest_malformed_request', {}, { hint: 'It has more than one Host.' })
    if (request.url.length > urlLimit) throw new ApiError('rest_uri_too_long', { limit: urlLimit })
    const method = unknownMethod(request.raw)
    if (method !== undefined)
      throw noRoute({ url: request.url, method }, firstSite(serving.settings, request))
    assertOwnWrite(serving.settings, request)
    // Wire: a body of a type that says nothing is not read, and not refused either (`wire-others.md` 5).
    if (!isMediaType(request.headers['content-type'])) delete request.headers['content-type']
  })
  server.addHook('preHandler', (request, _reply, done) => {
    const { parent } = idsOf(request.raw)
    if (parent === undefined) done()
    else carrying(parent, done)
  })
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { id, isAsked } = idsOf(request.raw)
    if (isAsked || reply.statusCode >= 500) void reply.header(requestIdHeader, id)
    exposeRare(reply)
    done()
  })
  server.setErrorHandler(async (error, request, reply) => {
    if (isHalfSent(error, request.raw)) {
      const slow = new ApiError('rest_request_too_slow', { limit: requestTimeout_ms }, lastOfConnection)
      return send(reply, serving, refused(serving, slow, request, frameOf(serving, request)))
    }
    if (isTooLarge(error)) await drained(request.raw, requestTimeout_ms - reply.elapsedTime)
    return send(reply, serving, refused(serving, error, request, frameOf(serving, request)))
  })
}

/** Scripts may read headers that few answers have where they may read others. */
function exposeRare(reply: FastifyReply): void {
  const names = [requestIdHeader, ...rateLimitHeaders].filter((name) => reply.hasHeader(name))
  const exposed = reply.getHeader('access-control-expose-headers')
  if (names.length === 0 || typeof exposed !== 'string') return
  void reply.header('access-control-expose-headers', [exposed, ...names].join(', '))
}

function serveRoute(server: FastifyInstance, serving: ServerParts, route: Route): void {
  const { bodyLimit } = route.resource
  const methods = methodsOf(route.resource)
  server.route({
    // What it does not have is not found ({@link serveNotFound}): each method of an address takes the router time at each start.
    method: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'],
    url: route.url,
    exposeHeadRoute: false,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    preParsing: refuseLargeToStrangers(serving, route),
    handler: async (request, reply) => {
      const answered = await serving.attempt(() => replyTo(serving, route, request))
      // Who has waited for too long was told so.
      return reply.sent ? reply : send(reply, serving, answered)
    },
  })
}

/** What has not come whole is followed by nothing that could be read. */
const lastOfConnection = { headers: { Connection: 'close' } }

/** Whether the time was over before the body had come. What comes by no connection is whole, and does not say so. */
function isHalfSent(error: unknown, { complete }: { readonly complete?: boolean }): boolean {
  return codeOf(error) === 'FST_ERR_HANDLER_TIMEOUT' && complete === false
}

/** Health checks and the like are asked for every few seconds, and are not noted. */
const unnoted = 'warn'

/** What nginx says of an answer that nobody waited for. */
const gone = 499

/** Notes the request when its answer has been sent, or when the client has gone before. */
function noteAtItsEnd(request: FastifyRequest, reply: FastifyReply, noting: RequestNotes): void {
  const { raw, url, routeOptions } = request
  if (routeOptions.logLevel === unnoted) return
  noting.begin(raw, routeOptions.url)
  reply.raw.once('close', () => {
    const status = reply.raw.headersSent ? reply.statusCode : gone
    noting.end(raw, { url, route: routeOptions.url, status, ms: reply.elapsedTime, user: userOf(request) })
  })
}

/** Parameters and answers are declared in the rooms, so that Fastify need not load its compilers of schemas. */
function noSchemas(): never {
  throw new Error('Routes declare no schemas to Fastify.')
}

/** Answers addresses that match no route: below the REST root with the API’s refusal, elsewhere with what `otherwise` answers. */
export function serveNotFound(
  server: FastifyInstance,
  serving: ServerParts,
  otherwise: (reply: FastifyReply) => unknown,
): void {
  const { restRoot, namespaces } = serving.settings
  const named = serving.rootResources
    .map(({ namespace }) => namespace)
    .filter((namespace) => namespace !== '')
  const roots = restRoot === '' ? [...namespaces, ...named].map((namespace) => `/${namespace}`) : [restRoot]
  server.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    if (!roots.some((root) => path.toLowerCase().startsWith(root.toLowerCase()))) return otherwise(reply)
    const frame = frameOf(serving, request)
    try {
      const caller = await serving.identify(request)
      rememberUser(request, caller)
      if (caller.id !== 0) Object.assign(frame.headers, cacheHeaders(false))
      // Wire: OPTIONS knows no wrong address (`wire-others.md` 5).
      if (request.method === 'OPTIONS') return await send(reply, serving, await present({ body: [] }, frame))
      throw noRoute(request, firstSite(serving.settings, request))
    } catch (error) {
      return send(reply, serving, refused(serving, error, request, frame))
    }
  })
}

/**
 * Sends the reply. A stream is read no faster than the client reads, and is destroyed when the client is gone. When it
 * fails after its beginning was sent, the connection is cut, so that nobody takes a part for the whole.
 */
async function send(reply: FastifyReply, { answers }: ServerParts, answered: Replied): Promise<FastifyReply> {
  if ('holds' in answered) return sendRead(reply, answers, answered)
  if ('live' in answered) return sendLive(reply, answered.headers, answered.live)
  void reply.code(answered.status).headers(answered.headers)
  if (!('chunks' in answered))
    return reply.send(answered.status === 304 ? undefined : await wholeOf(answered.body))
  const isHead = reply.request.method === 'HEAD'
  if (isHead) return reply.send(undefined)
  const { chunks } = answered
  return reply.send(chunks instanceof Readable ? chunks : Readable.from(inPieces(chunks)))
}
