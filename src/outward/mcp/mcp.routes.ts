import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { anonymous } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { assertFlatJson } from '../../http/bodyShape.ts'
import { corsHeaders } from '../../http/headers.ts'
import { rememberUser } from '../../http/requestNotes.ts'
import type { ServerParts } from '../../http/serverParts.ts'
import { originOf, siteOf } from '../../http/site.ts'
import { accountOf, accountPath, type FindCaller, type McpAccount, registerResource } from './mcp.account.ts'
import { registerCard } from './mcp.card.ts'
import { isExpected } from './mcp.origin.ts'
import type { McpParts } from './mcp.server.ts'

/** The address at which assistants speak with the calendar. */
export const mcpPath = '/mcp'

/** The largest message, in bytes: the longest description of an event, each character as JSON may write it, and all else about it. */
const largest = 2 * 1024 * 1024

/** Headers that clients of the protocol send from browsers. */
const accepted =
  'Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID'

/**
 * Serves the Model Context Protocol (Streamable HTTP). Each message is answered for itself, as JSON: there are no sessions, so that
 * clients that stay take no memory, and any node answers any of them. Only the Authorization header says who asks: a cookie is what
 * browsers send for pages.
 */
export function registerMcp(
  server: FastifyInstance,
  serving: ServerParts,
  { parts, account }: { readonly parts: McpParts; readonly account: McpAccount | undefined },
): void {
  registerCard(server, serving, { path: mcpPath, parts })
  serveMessages(server, serving, { path: mcpPath, parts, findCaller: callerOf(serving) })
  if (!account) return
  registerResource(server, { ...account, name: parts.siteName })
  serveMessages(server, serving, { path: accountPath, parts, findCaller: accountOf(serving, account) })
}

/** Whoever sends no credentials is nobody. */
function callerOf(serving: ServerParts): FindCaller {
  return async (request) =>
    request.headers.authorization === undefined ? anonymous : serving.identify(request)
}

function serveMessages(
  server: FastifyInstance,
  serving: ServerParts,
  on: { readonly path: string; readonly parts: McpParts; readonly findCaller: FindCaller },
): void {
  const { settings } = serving
  server.route({
    method: ['GET', 'POST', 'DELETE', 'OPTIONS'],
    url: on.path,
    bodyLimit: Math.min(settings.bodyLimit, largest),
    handler: async (request, reply) => {
      const { origin } = request.headers
      const isAllowed = isExpected(request, settings)
      void reply.headers({
        ...corsHeaders(isAllowed && origin !== undefined ? [origin] : [], origin),
        'Access-Control-Allow-Headers': accepted,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Origin',
      })
      if (request.method === 'OPTIONS') return reply.code(204).header('Allow', 'POST, OPTIONS').send()
      if (request.method === 'POST' && !isAllowed) return reply.code(403).send(errorOf(foreign))
      return answerMessage(serving, on, request, reply)
    },
  })
}

const foreign =
  'Pages of other sites reach assistants’ tools only from origins that the setting CORS_ORIGINS names. Programs send no Origin header.'

async function answerMessage(
  serving: ServerParts,
  { parts, findCaller, path }: Parameters<typeof serveMessages>[2],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const origin = originOf(request)
  const site = siteOf(serving.settings, serving.settings.namespaces[0] ?? '', origin)
  try {
    const caller = await findCaller(request)
    if (request.method !== 'POST')
      return await reply
        .code(405)
        .header('Allow', 'POST, OPTIONS')
        .send(errorOf('Send messages by POST: there are no sessions here, and no streams to listen to.'))
    rememberUser(request, caller)
    const client = { caller, from: request.ip, site }
    // The SDK is loaded when it is first used.
    const [{ mcpServerFor }, { answerOver }] = await Promise.all([
      import('./mcp.server.ts'),
      import('./mcp.eras.ts'),
    ])
    const answer = await answerOver(webRequest(request, `${origin}${path}`), largest, () =>
      mcpServerFor(parts, client),
    )
    for (const [name, value] of answer.headers) void reply.header(name, value)
    return await reply.code(answer.status).send(await answer.text())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return reply
      .code(error.status)
      .headers(error.extras.headers ?? {})
      .send(errorOf(error.message))
  }
}

/** The request as the SDK takes it. */
function webRequest(request: FastifyRequest, url: string): Request {
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : undefined
  if (body) assertFlatJson(body)
  return new Request(url, { method: 'POST', headers, ...(body ? { body } : {}) })
}

function errorOf(message: string) {
  return { jsonrpc: '2.0', error: { code: -32_000, message }, id: null }
}
