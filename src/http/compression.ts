import { pipeline, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { codedEtag, type Coding, codingFor, compressed, compressor } from './coding.ts'

/** Media types whose bodies get smaller; images and the like are compressed already. */
const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml)/

/**
 * Compresses what is sent for the first time, as what is kept is apart (`keptAnswer.ts`): quickly, in threads beside the one that
 * answers, so that nobody waits for it but the reader. Answers that come coded already stay as they are. Who asks for the head alone
 * is told the same as with the body.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(reply)) return payload
    vary(reply)
    const coding = codingFor(request.headers['accept-encoding'])
    if (coding === 'identity' || reply.statusCode === 304) return payload
    if (payload instanceof Readable) {
      code(reply, coding)
      // Either side that fails or is gone ends the other.
      return pipeline(payload, compressor(coding), () => {})
    }
    // What would be a stream.
    if (request.method === 'HEAD' && (payload === undefined || payload === null)) code(reply, coding)
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const smaller = await compressed(
      typeof payload === 'string' ? Buffer.from(payload) : payload,
      coding,
    ).catch(() => undefined)
    if (smaller === undefined) return payload
    code(reply, coding)
    return smaller
  })
}

function isCompressible(reply: FastifyReply): boolean {
  if (reply.hasHeader('Content-Encoding')) return false
  // What has not changed has no type; how it varies is told nevertheless (RFC 9110, 15.4.5).
  if (reply.statusCode === 304) return reply.hasHeader('Vary')
  return compressible.test(String(reply.getHeader('Content-Type') ?? ''))
}

/** Caches must not give the compressed body to who does not take it. */
function vary(reply: FastifyReply): void {
  const told = String(reply.getHeader('Vary') ?? '')
  if (!/\bAccept-Encoding\b/i.test(told))
    reply.header('Vary', told === '' ? 'Accept-Encoding' : `${told}, Accept-Encoding`)
}

function code(reply: FastifyReply, coding: Coding): void {
  reply.header('Content-Encoding', coding).removeHeader('Content-Length')
  const etag = reply.getHeader('ETag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('ETag', codedEtag(etag, coding))
}
