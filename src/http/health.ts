import type { FastifyInstance } from 'fastify'
import { DatabaseNewer } from '../storage/db/usable.ts'

/**
 * `GET /healthz`: the process answers. `GET /readyz`: it can also do its work, that is, the database is usable and has the
 * schema that this program was made for; else 503, with a code where it was brought up to date for newer programs alone. Both are for operators: not cached, and without details.
 */
export function serveHealth(server: FastifyInstance, assertReady: () => Promise<void>): void {
  const headers = { 'Cache-Control': 'no-store' }
  server.get('/healthz', { logLevel: 'warn' }, async (_request, reply) =>
    reply.headers(headers).send({ status: 'ok' }),
  )
  server.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    try {
      await assertReady()
      return await reply.headers(headers).send({ status: 'ready' })
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      const code = error instanceof DatabaseNewer ? { code: 'rest_database_newer' } : {}
      return reply
        .code(503)
        .headers(headers)
        .send({ status: 'not ready', ...code })
    }
  })
}
