import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { anonymous } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { holdsFrom, sendRead } from '../../http/readReply.ts'
import { cacheHeaders, corsHeaders } from '../../http/headers.ts'
import { visitOf } from './pages.ts'
import type { WebOptions } from './pages.options.ts'
import type { Visit } from './visit.ts'

/** An answer for programs rather than people. */
export interface OpenAnswer {
  readonly type: string
  readonly body: string
  /** The headers that belong to it. */
  readonly headers?: Readonly<Record<string, string>>
  /** Until when it stays the same if nothing is written, in epoch seconds; by default for ever. */
  readonly holdsUntil?: number
}

type Answering = (visit: Visit, params: Readonly<Record<string, string>>) => Promise<OpenAnswer | undefined>

/**
 * Serves what programs and pages of other sites read, which is the same for everybody as long as nothing is written. Refusals
 * are like those of the service; undefined means that nothing is at the address.
 */
export function serveOpen(
  server: FastifyInstance,
  options: WebOptions,
  url: string,
  answering: Answering,
): void {
  const { settings, answers } = options
  server.route({
    method: ['GET', 'HEAD'],
    url,
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest<{ Params: Record<string, string> }>, reply: FastifyReply) => {
      await options.follow()
      const visit: Visit = { ...visitOf(options, request), caller: anonymous }
      const headers = {
        ...corsHeaders(settings.corsOrigins, request.headers.origin),
        ...cacheHeaders(true, settings),
        Vary: 'Origin, Accept-Language',
        'X-Content-Type-Options': 'nosniff',
      }
      try {
        const answer = await answering(visit, request.params)
        if (!answer) return reply.callNotFound()
        const { type, body, headers: own = {}, holdsUntil = Infinity } = answer
        const holds = holdsFrom(visit.now, holdsUntil)
        return await sendRead(reply, answers, {
          headers: { ...headers, ...own, 'Content-Type': type },
          body,
          holds,
        })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return reply.code(error.status).headers(headers).send(error.body)
      }
    },
  })
}
