import { createHash, createHmac } from 'node:crypto'
import type { Caller } from './auth/rights.ts'
import type { Call } from './call.ts'
import { invalidParams } from './decodedParameters.ts'
import type { Answer, Endpoint } from './resource.ts'

/** The header by which a client says that a request is the same as one before. */
const keyHeader = 'idempotency-key'

/** The longest key, in characters. */
const longestKey = 255

/** A request that may be sent again. */
export interface Repeatable {
  /** Stands for who sends it and for the key. */
  readonly digest: string
  /** Stands for what is asked: the address and the body. Without the key it says nothing of either. */
  readonly fingerprint: string
  /** 0: nobody has signed in. */
  readonly userId: number
}

/** What was answered to requests that may be sent again. */
export interface Repeats {
  /**
   * The answer that was given to the same before; undefined where there was none. Throws 422 where the key was sent with something else,
   * and 409 while the first is running, or where its answer is not kept.
   */
  find(asked: Repeatable): Promise<Answer | undefined>
  /** Carries it out, once among all processes, and keeps what is answered; throws as {@link Repeats.find} where another was faster. */
  once(asked: Repeatable, work: Work): Promise<Answer>
}

/** What is to be carried out. */
export interface Work {
  readonly handle: () => Promise<Answer>
  /** Whether an answer may be kept: not where it has a secret that is shown once. */
  readonly isKept: (answer: Answer) => boolean
}

/** Carries out what an endpoint does, at most once. */
export type Once = (endpoint: Pick<Endpoint, 'showsSecret'>, handle: () => Promise<Answer>) => Promise<Answer>

/** The header of an answer that was given before. */
export const replayed = { 'Idempotent-Replayed': 'true' } as const

/**
 * The request as one that may be sent again; undefined where it has no key, or is repeated safely by its method. Of who has not signed
 * in the address counts too: strangers may draw the same key. Throws 400 for what is no key.
 */
export function repeatable(call: Call, caller: Pick<Caller, 'id'>): Repeatable | undefined {
  const sent = call.headers[keyHeader]
  if (sent === undefined || !(call.method === 'POST' || call.method === 'PATCH')) return undefined
  const key = readKey(sent.toString())
  if (key === undefined)
    throw invalidParams({
      'Idempotency-Key': `must be one text of 1 to ${longestKey} visible characters, as "8e03978e-40d5-43dd-bc93-6894a57f9324" is`,
    })
  const from = caller.id === 0 ? call.ip : ''
  return {
    digest: createHash('sha256')
      .update(JSON.stringify([caller.id, from, key]))
      .digest('hex'),
    fingerprint: fingerprintOf(call, key),
    userId: caller.id,
  }
}

/** The key as it was meant: a String of structured fields (RFC 9651, 3.3.3), or as most programs send it, without the quotes. */
function readKey(sent: string): string | undefined {
  const [, quoted] = /^"((?:[ !#-[\]-~]|\\["\\])*)"(?:\s*;[ -~]*)?$/.exec(sent) ?? []
  const key = quoted?.replaceAll(/\\(.)/g, '$1') ?? (/^[!#-+\--[\]-~]+$/.test(sent) ? sent : '')
  return key.trim() === '' || key.length > longestKey ? undefined : key
}

/** Made with the key, which is kept nowhere: a body may hold a password, which could be guessed by a plain digest. */
function fingerprintOf({ method, url, headers, body }: Call, key: string): string {
  const digest = createHmac('sha256', key)
  const type = headers['content-type'] ?? ''
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const boundary = boundaryOf(type)
  const kind = boundary === undefined ? type : 'multipart/form-data'
  digest.update(JSON.stringify([method, url, kind, headers['content-disposition'] ?? '']))
  for (const part of boundary === undefined ? [bytes] : partsOf(bytes, boundary)) {
    digest.update(`\n${part.length}\n`)
    digest.update(part)
  }
  return digest.digest('hex')
}

/** What stands between the parts of a form, which clients draw anew each time they send it. */
function boundaryOf(contentType: string): string | undefined {
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType)) return undefined
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  return quoted ?? bare
}

function partsOf(bytes: Buffer, boundary: string): Buffer[] {
  const line = Buffer.from(`--${boundary}`)
  const parts: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(line); at >= 0; at = bytes.indexOf(line, from)) {
    parts.push(bytes.subarray(from, at))
    from = at + line.length
  }
  return [...parts, bytes.subarray(from)]
}
