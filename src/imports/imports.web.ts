import { lookup as lookupName } from 'node:dns/promises'
import { readBytes, redirectOf } from '../images/answer.ts'
import { ask, connectionFault, keepConnections, type Manner } from '../images/connection.ts'
import { fetchFault, ImageFault } from '../images/fault.ts'
import { findAddresses, readAllowedHosts, readTarget, type Target } from '../images/target.ts'

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
 * Makes a client that cannot be sent into a private network (SSRF), with the machinery that images are fetched by:
 * each address of each hop is checked, and exactly that address is connected to. Credentials stay with the origin they
 * were given for.
 */
export function createWeb({ allowedHosts, timeout_ms, maxBytes, signal }: WebOptions): Web {
  const allowed = readAllowedHosts(allowedHosts)
  const connections = keepConnections()

  async function follow(first: Target, manner: Manner): Promise<WebAnswer> {
    let target = first
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const answer = await ask(target, await findAddresses(target, lookup), headed(manner, first, target))
      try {
        const location = answer.statusCode === 304 ? undefined : redirectOf(answer)
        if (location === undefined) {
          const bytes = await readBytes(answer, maxBytes)
          return { status: answer.statusCode ?? 0, headers: answer.headers, text: bytes.toString('utf8') }
        }
        target = readTarget(location, allowed, target.url)
      } catch (error) {
        throw error instanceof ImageFault ? error : connectionFault(error, target)
      } finally {
        answer.destroy()
      }
    }
    throw fetchFault('unreachable', `it was redirected more than ${maxRedirects} times`)
  }

  return {
    get: async (url, headers = {}) => {
      const ended = new AbortController()
      const late = fetchFault('unreachable', `it took longer than ${timeout_ms} ms`)
      const deadline = setTimeout(() => ended.abort(late), timeout_ms)
      const stop = () => ended.abort(signal?.reason)
      signal?.addEventListener('abort', stop)
      try {
        return await follow(readTarget(url, allowed), {
          userAgent,
          idle_ms: timeout_ms,
          ended,
          headers,
          connections,
        })
      } catch (error) {
        throw faultOf(ended.signal.aborted ? ended.signal.reason : error)
      } finally {
        clearTimeout(deadline)
        signal?.removeEventListener('abort', stop)
      }
    },
  }
}

function headed(manner: Manner, first: Target, target: Target): Manner {
  if (target.url.origin === first.url.origin) return manner
  const { Authorization: _secret, ...headers } = manner.headers ?? {}
  return { ...manner, headers }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof ImageFault)) return error
  const isFinal = ['bad-address', 'forbidden-address', 'too-large'].includes(error.reason)
  return new WebFault(error.message, isFinal)
}

async function lookup(host: string): Promise<readonly string[]> {
  const found = await lookupName(host, { all: true }).catch((error: unknown) => {
    throw connectionFault(error, { host })
  })
  return found.map(({ address }) => address)
}
