import { lookup as lookupName } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { redirectOf } from './answer.ts'
import { ask, connectionFault, type Connections, type RequestOptions } from './connection.ts'
import { ImageFault, fetchFault } from './fault.ts'
import { findAddresses, type Lookup, readAllowedHosts, readTarget, type Target } from './target.ts'

/** What following an address holds to. */
export interface FollowOptions {
  /** Hosts, `host` or `host:port`, that may have private addresses. */
  readonly allowedHosts: readonly string[]
  /** For everything together: names, connections, redirects, the body to its last byte. */
  readonly timeout_ms: number
  /** How long the other side may stay silent. */
  readonly idle_ms: number
  /** How many redirects are followed; of 0 each is an answer like others. */
  readonly maxRedirects: number
  readonly userAgent: string
  /** By default the operating system, with its hosts file. */
  readonly lookup?: Lookup
  /** Connections that are kept between requests; without them each request has one of its own. */
  readonly connections?: Connections
}

/** Reads the answer that is no redirect, and that was come by from this address. */
export type ReadAnswer<Value> = (answer: IncomingMessage, url: URL) => Promise<Value>

/** What one request has of its own. */
export interface Following {
  readonly headers?: Readonly<Record<string, string>>
  /** What is sent there; without it something is asked for. */
  readonly body?: string | undefined
  /** Gives up what is under way. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks for what is at an `http` or `https` address, however often it is redirected, and answers what `read` makes of it.
 * Throws an {@link ImageFault}, what `read` throws, or what the signal was ended with.
 */
export type Follow = <Value>(url: string, read: ReadAnswer<Value>, own?: Following) => Promise<Value>

/**
 * Makes what cannot be sent into a private network (SSRF): each address of each hop is checked, and exactly that address is
 * connected to; time, silence and redirects are bounded. Credentials stay with the origin they were given for.
 */
export function createFollow(options: FollowOptions): Follow {
  const { timeout_ms, maxRedirects, lookup = lookupAll } = options
  const allowed = readAllowedHosts(options.allowedHosts)

  async function followed<Value>(
    first: Target,
    read: ReadAnswer<Value>,
    asked: RequestOptions,
  ): Promise<Value> {
    let target = first
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const answer = await reach(target, lookup, headed(asked, first, target))
      try {
        const location = maxRedirects === 0 ? undefined : redirectOf(answer)
        if (location === undefined) return await read(answer, target.url)
        target = readTarget(location, allowed, target.url)
      } catch (error) {
        throw error instanceof ImageFault ? error : connectionFault(error, target)
      } finally {
        answer.destroy()
      }
    }
    throw fetchFault('unreachable', `it was redirected more than ${maxRedirects} times`)
  }

  return async (url, read, { headers = {}, body, signal } = {}) => {
    const target = readTarget(url, allowed)
    const ended = new AbortController()
    const late = fetchFault('unreachable', `it took longer than the ${timeout_ms} ms allowed here`)
    const deadline = setTimeout(() => ended.abort(late), timeout_ms)
    const stop = () => ended.abort(signal?.reason)
    signal?.addEventListener('abort', stop)
    // One that was ended before tells nobody.
    if (signal?.aborted) stop()
    try {
      return await followed(target, read, { ...options, ended, headers, body })
    } catch (error) {
      // Whatever broke, broke because it was ended.
      ended.signal.throwIfAborted()
      throw error
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', stop)
    }
  }
}

async function reach(target: Target, lookup: Lookup, options: RequestOptions): Promise<IncomingMessage> {
  const named = (host: string) =>
    unless(options.ended.signal, lookup(host)).catch((error: unknown) => {
      throw connectionFault(error, target)
    })
  return ask(target, await findAddresses(target, named), options)
}

function headed(options: RequestOptions, first: Target, target: Target): RequestOptions {
  if (target.url.origin === first.url.origin) return options
  const { Authorization: _secret, ...headers } = options.headers ?? {}
  return { ...options, headers }
}

/** All addresses of a host, as the operating system knows them. */
export async function lookupAll(host: string): Promise<readonly string[]> {
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
