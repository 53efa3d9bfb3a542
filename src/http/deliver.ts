import type { FastifyReply } from 'fastify'
import { epochSeconds } from '../calendar/text.ts'
import type { AnswerCache } from './answers.ts'
import { etagOf, isKnown } from './conditional.ts'
import { type Holds, KeptAnswer } from './kept.ts'

/** The answer to a read that succeeded, as a whole. */
export interface ReadReply {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For how long the answer holds, as long as nothing is written. */
  readonly holds: Holds
}

/** From the second of `now` until `until`, in epoch seconds; without it for that second alone, the shortest time there is here. */
export function holdsFrom(now: Temporal.Instant, until?: number): Holds {
  const from = epochSeconds(now)
  return { from, until: Math.max(until ?? 0, from + 1) }
}

/**
 * Sends the answer to a read with its ETag, or 304 without a body where the client has it already (D38). An answer that any
 * cache may keep is kept here as well, for all who ask the same as long as it holds and nothing is written.
 */
export function sendRead(reply: FastifyReply, answers: AnswerCache, read: ReadReply): FastifyReply {
  const { raw, headers: asked, routeOptions } = reply.request
  const body = bytesOf(read.body)
  const etag = etagOf(body)
  const headers = isPublic(read) ? { ...read.headers, Vary: withCoding(read.headers['Vary']) } : read.headers
  const revision = isPublic(read) ? answers.revisionOf(raw) : undefined
  if (revision !== undefined)
    answers.keep(
      raw,
      headers['Vary'] ?? '',
      new KeptAnswer({ headers, etag, body }, { revision, holds: read.holds, route: routeOptions.url }),
    )
  void reply.headers({ ...headers, ETag: etag })
  if (isKnown(asked['if-none-match'], etag)) return reply.code(304).removeHeader('Content-Type').send()
  return reply.code(200).send(body)
}

function isPublic({ headers }: ReadReply): boolean {
  return headers['Cache-Control']?.startsWith('public') === true
}

/** The answer may come compressed. */
function withCoding(vary: string | undefined): string {
  return vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`
}

/** In memory of its own: a kept buffer of Node’s pool would keep the whole pool from being freed. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}
