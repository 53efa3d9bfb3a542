import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { epochSeconds } from '../pure/calendar/text.ts'
import type { AnswerCache } from './answers.ts'
import { etagOf, etagOfDigest, isKnown } from '../pure/params/conditional.ts'
import { type Holds, KeptAnswer } from './keptAnswer.ts'
import type { Reply } from './presentation.ts'
import type { Dependence } from '../storage/index/steps.ts'
import { TimeSlices } from './timeSlices.ts'
import { countUntilSent } from './unsentAnswers.ts'

/** The answer to a read that succeeded, as a whole. */
export interface ReadReply {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Reply['body']
  /** For how long the answer holds, as long as nothing is written. */
  readonly holds: Holds
  /** As `Answer.dependsOn`. */
  readonly dependsOn?: Dependence | undefined
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
export async function sendRead(
  reply: FastifyReply,
  answers: AnswerCache,
  read: ReadReply,
): Promise<FastifyReply> {
  const { raw, headers: asked, routeOptions } = reply.request
  const { body, etag } = typeof read.body === 'string' ? tagged(bytesOf(read.body)) : await joined(read.body)
  const headers = isPublic(read) ? { ...read.headers, Vary: withCoding(read.headers['Vary']) } : read.headers
  const revision = isPublic(read) ? answers.revisionOf(raw) : undefined
  if (revision !== undefined)
    answers.keep(
      raw,
      headers['Vary'] ?? '',
      new KeptAnswer(
        { headers, etag, body },
        { revision, holds: read.holds, route: routeOptions.url, dependsOn: read.dependsOn },
      ),
    )
  void reply.headers({ ...headers, ETag: etag })
  if (isKnown(asked['if-none-match'], etag)) return reply.code(304).removeHeader('Content-Type').send()
  if (revision === undefined) countUntilSent(reply.raw, body.length)
  return reply.code(200).send(body)
}

function isPublic({ headers }: ReadReply): boolean {
  return headers['Cache-Control']?.startsWith('public') === true
}

/** The answer may come compressed. */
function withCoding(vary: string | undefined): string {
  return vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`
}

function tagged(body: Buffer): { body: Buffer; etag: string } {
  return { body, etag: etagOf(body) }
}

/** A body as it is sent at once. */
export async function wholeOf(body: Reply['body']): Promise<string | Buffer> {
  return typeof body === 'string' ? body : (await joined(body)).body
}

/** The bytes of a body in parts, and its ETag; others have their turn between the parts. */
async function joined(parts: readonly string[]): Promise<{ body: Buffer; etag: string }> {
  const slices = new TimeSlices()
  const body = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  const digest = createHash('sha256')
  let end = 0
  for (const part of parts) {
    const begin = end
    end += body.write(part, begin)
    digest.update(body.subarray(begin, end))
    const rest = slices.next()
    if (rest) await rest
  }
  return { body, etag: etagOfDigest(digest.digest('base64url')) }
}

/** In memory of its own: a kept buffer of Node’s pool would keep the whole pool from being freed. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}
