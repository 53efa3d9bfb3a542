import { pipeline, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { codedEtag, type Coding, codingFor, compressed, compressor } from './coding.ts'

/** Media types whose bodies get smaller; images and the like are compressed already. */
const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml)/

/**
 * Compresses what is sent for the first time, as what is kept is apart (`kept.ts`): quickly, in threads beside the one that
 * answers, so that nobody waits for it but the reader. Answers that come coded already stay as they are.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(reply)) return payload
    vary(reply)
    const coding = codingFor(request.headers['accept-encoding'])
    if (coding === 'identity' || request.method === 'HEAD') return payload
    if (payload instanceof Readable) {
      code(reply, coding)
      // Either side that fails or is gone ends the other.
      return pipeline(payload, compressor(coding), () => {})
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const smaller = await compressed(Buffer.from(payload), coding, 'quick').catch(() => undefined)
    if (smaller === undefined) return payload
    code(reply, coding)
    return smaller
  })
}

function isCompressible(reply: FastifyReply): boolean {
  return (
    !reply.hasHeader('Content-Encoding') && compressible.test(String(reply.getHeader('Content-Type') ?? ''))
  )
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
