import type { IncomingMessage } from 'node:http'
import { carriedOn } from '../../http/requestId.ts'
import { DeliveryFault } from '../../people/delivery/delivery.fault.ts'
import { ImageFault } from '../../storage/images/fault.ts'
import { createFollow, type Follow } from '../../storage/images/redirects.ts'
import { packageVersion } from '../../config/version.ts'

/** How long a receiver may take, in milliseconds: for its name, the connection, and the head of its answer. */
export const patience_ms = 15_000

/** How much of an answer is kept, in characters, and how long it is waited for once its status is known, in milliseconds. */
const kept = { characters: 500, wait_ms: 1000 } as const

/** How an attempt went. */
export interface Attempt {
  /** In epoch seconds. */
  readonly at: number
  readonly status: number | null
  /** The beginning of what the receiver answered. */
  readonly answer: string
  /** Why it is no success; null: it is one. */
  readonly fault: string | null
  readonly took_ms: number
}

/** How an attempt went, and the fault that follows from that. */
export interface Attempted {
  readonly attempt: Attempt
  readonly fault: DeliveryFault | undefined
}

/** What is sent where, and when, in epoch seconds. */
export interface Outgoing {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly at: number
}

/** Sends messages. Throws only what the signal was ended with. */
export type Send = (message: Outgoing, ended?: AbortSignal) => Promise<Attempted>

/**
 * Makes what sends messages to webhooks: by the code that fetches images, so that none gets into a private network unless its host is
 * named. Only 2xx is a success, a redirect is none, and of the answer no more than its beginning is read.
 */
export function createSend({ allowedHosts }: { readonly allowedHosts: readonly string[] }): Send {
  const follow = createFollow({
    allowedHosts,
    timeout_ms: patience_ms,
    idle_ms: patience_ms,
    maxRedirects: 0,
    userAgent: `Kalends/${packageVersion()}`,
  })
  return async ({ url, body, headers, at }, signal) => {
    const began = performance.now()
    const ended = (status: number | null, answer: string, fault?: DeliveryFault): Attempted => {
      const took_ms = Math.round(performance.now() - began)
      return { attempt: { at, status, answer, fault: fault?.message ?? null, took_ms }, fault }
    }
    try {
      const { status, answer, fault } = await ask(follow, { url, body, headers, at }, signal)
      return ended(status, answer, fault)
    } catch (error) {
      if (!(error instanceof ImageFault)) throw error
      // It will not go elsewhere by itself, and an operator can allow it: it is tried again like the rest.
      const isSlow = error.why.startsWith('it took longer') || error.why.startsWith('the host was silent')
      return ended(null, '', new DeliveryFault(`${sentence(error.why)}.`, { isOfAll: isSlow, cause: error }))
    }
  }
}

function sentence(says: string): string {
  return says.charAt(0).toUpperCase() + says.slice(1)
}

function ask(follow: Follow, { url, body, headers, at }: Outgoing, signal?: AbortSignal) {
  const own = {
    body,
    headers: { 'Content-Type': 'application/json', Accept: '*/*', ...carriedOn(), ...headers },
    signal,
  }
  return follow(
    url,
    async (answer) => {
      const status = answer.statusCode ?? 0
      return { status, answer: await beginningOf(answer), fault: faultOf(status, answer.headers, at) }
    },
    own,
  )
}

/** The beginning of an answer as text, as far as it comes soon: an endless or silent one changes nothing. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  if (!/^\s*(?:identity)?\s*$/i.test(answer.headers['content-encoding'] ?? '')) return ''
  const chunks: Buffer[] = []
  let length = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(resolve, kept.wait_ms)
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    // A character takes at most four bytes.
    if (length >= kept.characters * 4) resolve()
  })
  for (const event of ['end', 'error', 'close'] as const) answer.once(event, () => resolve())
  await promise
  clearTimeout(late)
  const text = Buffer.concat(chunks).toString('utf8')
  return text.replaceAll(/[^\P{C}\n\t]/gu, '').slice(0, kept.characters)
}

function faultOf(status: number, headers: IncomingMessage['headers'], at: number): DeliveryFault | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 410)
    return new DeliveryFault('The receiver answered 410: it wants no more messages.', { isFinal: true })
  if (status >= 300 && status < 400)
    return new DeliveryFault(`The receiver redirects (${status}), and redirects are not followed.`)
  const retryAfter_s = retryAfterIn(headers['retry-after'], at)
  return new DeliveryFault(`The receiver answered ${status}, where 2xx is a success.`, {
    isOfAll: status === 429 || retryAfter_s > 0,
    retryAfter_s,
  })
}

/** The wait that a receiver asks for, in seconds: as a number, or up to a date (RFC 9110, 10.2.3). */
function retryAfterIn(header: string | undefined, at: number): number {
  if (header === undefined) return 0
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header)
  const until = Date.parse(header)
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil(until / 1000 - at))
}
