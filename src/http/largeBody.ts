import type { IncomingMessage } from 'node:http'
import type { preParsingAsyncHookHandler } from 'fastify'
import { forbidden } from '../auth/rights.ts'
import { drained } from './drain.ts'
import { lackingRights } from './handle.ts'
import { rememberUser } from './noting.ts'
import type { Route } from './routes.ts'
import type { Sent } from './sources.ts'
import type { Serving } from './serving.ts'

/**
 * Refuses a body beyond the usual limit, before any of it is read into memory, unless the caller may send one to this
 * address: bodies are held in memory until they are complete, and a few hundred that never end would take all of it.
 */
export function refuseLargeToStrangers(serving: Serving, { resource }: Route): preParsingAsyncHookHandler {
  const { bodyLimit, requestTimeout_ms } = serving.settings
  return async (request, reply) => {
    const { headers, ip, params, raw } = request
    if (bodyOf(raw) <= bodyLimit) return
    try {
      const caller = await serving.authenticate(headers.authorization, ip)
      rememberUser(request, caller)
      const [right] = Object.values(await lackingRights(resource, { caller, path: params as Sent }))
      if (right !== undefined) throw forbidden(caller, right)
    } catch (error) {
      // The rest of the body is not waited for any longer than that.
      void reply.header('Connection', 'close')
      await drained(raw, requestTimeout_ms - reply.elapsedTime)
      throw error
    }
  }
}

/** The most bytes that the body may turn out to have: without a Content-Length, any number. */
function bodyOf({ method, headers }: IncomingMessage): number {
  if (method === 'GET' || method === 'HEAD') return 0
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
}
