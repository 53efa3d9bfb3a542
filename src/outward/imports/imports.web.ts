import type { IncomingMessage } from 'node:http'
import { readBytes } from '../../storage/images/answer.ts'
import { keepConnections } from '../../storage/images/connection.ts'
import { ImageFault } from '../../storage/images/fault.ts'
import { createFollow } from '../../storage/images/redirects.ts'

/** The answer to a request to another server. */
export interface WebAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Uint8Array
  /** The address that answered, after redirects. */
  readonly url: string
}

/** A client for other servers. */
export interface Web {
  /** Throws a {@link WebFault} when there is no answer; an answer with any status is one. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<WebAnswer>
}

/** There was no answer; the message is the end of the sentence “The source …”. */
export class WebFault extends Error {
  override readonly name = 'WebFault'
  /** Whether trying again is pointless, as the address itself is not acceptable. */
  readonly isFinal: boolean

  constructor(says: string, isFinal: boolean) {
    super(says)
    this.isFinal = isFinal
  }
}

/** The limits of requests. */
export interface WebOptions {
  /** Hosts, `host` or `host:port`, that may have private addresses. */
  readonly allowedHosts: readonly string[]
  /** For one answer down to its last byte, with all redirects. */
  readonly timeout_ms: number
  readonly maxBytes: number
  /** Ends running requests. */
  readonly signal?: AbortSignal | undefined
}

/** Enough for a site that moved, with and without www and https. */
const maxRedirects = 5

const userAgent = 'Kalends'

/**
 * Makes a client that cannot be sent into a private network (SSRF), with the code that fetches images; it keeps connections, as
 * a site gets many requests.
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
  const read = async (answer: IncomingMessage, { href }: URL): Promise<WebAnswer> => {
    const bytes = await readBytes(answer, maxBytes)
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, url: href }
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
