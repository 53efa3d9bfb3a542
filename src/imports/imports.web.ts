import type { IncomingMessage } from 'node:http'
import { readBytes } from '../images/answer.ts'
import { keepConnections } from '../images/connection.ts'
import { ImageFault } from '../images/fault.ts'
import { createFollow } from '../images/follow.ts'

/** What a request to elsewhere was answered. */
export interface WebAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Asks for what is elsewhere. */
export interface Web {
  /** Throws an {@link WebFault} when nobody answers; whatever the status, an answer is one. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<WebAnswer>
}

/** Nobody answered, and why: the end of the sentence “The source …”. */
export class WebFault extends Error {
  override readonly name = 'WebFault'
  /** Whether it is pointless to try again: the address itself is not acceptable. */
  readonly isFinal: boolean

  constructor(says: string, isFinal: boolean) {
    super(says)
    this.isFinal = isFinal
  }
}

/** What asking holds to. */
export interface WebOptions {
  /** Hosts, `host` or `host:port`, that may have private addresses. */
  readonly allowedHosts: readonly string[]
  /** For one answer with all redirects, to its last byte. */
  readonly timeout_ms: number
  readonly maxBytes: number
  /** Gives up whatever is under way. */
  readonly signal?: AbortSignal | undefined
}

/** A moved site, with and without www and https. */
const maxRedirects = 5

const userAgent = 'Kalends'

/**
 * Makes a client that cannot be sent into a private network (SSRF), with the machinery that images are fetched by; its
 * connections are kept, as a site is asked for many things.
 */
export function createWeb({ allowedHosts, timeout_ms, maxBytes, signal }: WebOptions): Web {
  const follow = createFollow({
    allowedHosts,
    timeout_ms,
    idle_ms: timeout_ms,
    maxRedirects,
    userAgent,
    connections: keepConnections(),
  })
  const read = async (answer: IncomingMessage): Promise<WebAnswer> => {
    const bytes = await readBytes(answer, maxBytes)
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: bytes.toString('utf8') }
  }
  return {
    get: (url, headers = {}) =>
      follow(url, read, { headers, signal }).catch((error: unknown) => {
        throw faultOf(error)
      }),
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof ImageFault)) return error
  const isFinal = ['bad-address', 'forbidden-address', 'too-large'].includes(error.reason)
  return new WebFault(error.message, isFinal)
}
