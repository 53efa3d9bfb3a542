import type { IncomingMessage } from 'node:http'
import type { preParsingAsyncHookHandler } from 'fastify'
import { forbidden, type Right } from './auth/rights.ts'
import { drained } from './discardedBody.ts'
import { lackingRights } from './request.ts'
import { type Lacking, methodsOf, type Resource } from './resource.ts'
import type { Route } from './routes.ts'
import type { Sent } from './sources.ts'
import type { ServerParts } from './serverParts.ts'

/**
 * The largest body in bytes whose values are looked at before rights, as recorded (`wire-others.md` 0). Rights come first for
 * larger ones: cleaning a megabyte takes a second, which nobody may cost others who could not write anything anyway.
 */
const unasked_bytes = 64 * 1024

/**
 * Refuses a large body, before any of it is read into memory, unless the caller may send one to this address: bodies are held
 * in memory until they are complete, and a few hundred that never end would take all of it.
 */
export function refuseLargeToStrangers(
  serving: ServerParts,
  { resource }: Route,
): preParsingAsyncHookHandler {
  const { bodyLimit, requestTimeout_ms } = serving.settings
  const most = Math.min(bodyLimit, unasked_bytes)
  return async (request, reply) => {
    const { method, params, raw } = request
    if (bodyOf(raw) <= most) return
    try {
      const caller = await serving.identify(request)
      const right = lackingFor(
        resource,
        method,
        await lackingRights(resource, { caller, path: params as Sent }),
      )
      if (right !== undefined) throw forbidden(caller, right)
    } catch (error) {
      // The rest of the body is not waited for any longer than that.
      void reply.header('Connection', 'close')
      await drained(raw, requestTimeout_ms - reply.elapsedTime)
      throw error
    }
  }
}

/** The right that the method takes; what is no method of the resource needs every right of it to send that much. */
function lackingFor(resource: Resource, method: string, lacking: Lacking): Right | undefined {
  const known = methodsOf(resource).find((one) => one === method)
  return known ? lacking[known] : Object.values(lacking)[0]
}

/** The most bytes that the body may turn out to have: without a Content-Length, any number. */
function bodyOf({ method, headers }: IncomingMessage): number {
  if (method === 'GET' || method === 'HEAD') return 0
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
}
