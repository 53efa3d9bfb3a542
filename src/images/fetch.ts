import { lookup as lookupName } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { readBody, redirectOf } from './answer.ts'
import { ask, connectionFault, type Manner } from './connection.ts'
import { ImageFault, fetchFault } from './fault.ts'
import { findAddresses, type Lookup, readAllowedHosts, readTarget, type Target } from './target.ts'

/** What a fetcher holds to. */
export interface FetcherOptions {
  /** Hosts, `host` or `host:port`, that may have private addresses. */
  readonly allowedHosts: readonly string[]
  readonly maxBytes: number
  /** For everything together: names, connections, redirects, the body to its last byte. */
  readonly timeout_ms: number
  /** How long the other side may stay silent. By default 5 seconds. */
  readonly idle_ms?: number
  readonly maxRedirects: number
  readonly userAgent: string
  /** By default the operating system, with its hosts file. */
  readonly lookup?: Lookup
}

/** What was fetched, and from where in the end. The bytes are what somebody sent: an image only once inspected. */
export interface FetchedImage {
  readonly bytes: Buffer
  readonly finalUrl: string
}

export interface Fetcher {
  /** Fetches what is at an `http` or `https` address. Throws an {@link ImageFault}, and nothing else. */
  fetchImage(url: string): Promise<FetchedImage>
}

const IDLE_MS = 5000

/**
 * Makes a fetcher that cannot be sent into a private network (SSRF): each address of each hop is checked and exactly
 * that address is connected to; size, time, silence and redirects are bounded.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { maxRedirects, timeout_ms, maxBytes, userAgent, idle_ms = IDLE_MS, lookup = lookupAll } = options
  const allowed = readAllowedHosts(options.allowedHosts)

  async function follow(first: Target, manner: Manner): Promise<FetchedImage> {
    let target = first
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const answer = await reach(target, manner)
      try {
        const location = redirectOf(answer)
        if (location === undefined)
          return { bytes: await readBody(answer, maxBytes), finalUrl: target.url.href }
        target = readTarget(location, allowed, target.url)
      } catch (error) {
        throw error instanceof ImageFault ? error : connectionFault(error, target)
      } finally {
        answer.destroy()
      }
    }
    throw fetchFault('unreachable', `it was redirected more than ${maxRedirects} times`)
  }

  async function reach(target: Target, manner: Manner): Promise<IncomingMessage> {
    const named = (host: string) =>
      unless(manner.ended.signal, lookup(host)).catch((error: unknown) => {
        throw connectionFault(error, target)
      })
    return ask(target, await findAddresses(target, named), manner)
  }

  return {
    async fetchImage(url) {
      const target = readTarget(url, allowed)
      const ended = new AbortController()
      const late = fetchFault('unreachable', `it took longer than the ${timeout_ms} ms allowed here`)
      const deadline = setTimeout(() => ended.abort(late), timeout_ms)
      try {
        return await follow(target, { userAgent, idle_ms, ended })
      } catch (error) {
        // Whatever broke, broke because it was ended.
        ended.signal.throwIfAborted()
        throw error
      } finally {
        clearTimeout(deadline)
      }
    },
  }
}

async function lookupAll(host: string): Promise<readonly string[]> {
  const found = await lookupName(host, { all: true })
  return found.map(({ address }) => address)
}

/** The same promise, given up when the signal ends it. */
function unless<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(new Error('ended'))
    signal.addEventListener('abort', give, { once: true })
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
    if (signal.aborted) give()
  })
}
