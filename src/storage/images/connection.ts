import type { Agent as HttpAgent, IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import process from 'node:process'
import { codeOf } from '../../pure/text/errorDetails.ts'
import { type ImageFault, fetchFault } from './fault.ts'
import type { Target } from './target.ts'

// Imported by its name, `node:http` would load all that hangs on it, `WebSocket` too: 100 ms of processor time of each start.
const [http, https] = [process.getBuiltinModule('node:http'), process.getBuiltinModule('node:https')]

/** How a request is made. */
export interface RequestOptions {
  readonly userAgent: string
  /** How long the other side may stay silent. */
  readonly idle_ms: number
  /** Ends the request; its reason is the fault to throw. */
  readonly ended: AbortController
  /** Further headers; an `Accept` among them replaces the one for images. */
  readonly headers?: Readonly<Record<string, string>>
  /** What is sent; without it something is asked for. */
  readonly body?: string | undefined
  /** Connections that are kept between requests; without them each request opens its own. */
  readonly connections?: Connections
}

/** Connections that are kept for the next request to the same host. */
export type Connections = Readonly<Record<'http:' | 'https:', HttpAgent>>

/** How long an unused connection is kept, in milliseconds. */
const kept_ms = 5_000

/**
 * Keeps connections for many requests to one host. A connection keeps the IP address that was checked when it was made.
 */
export function keepConnections(): Connections {
  const options = { keepAlive: true, timeout: kept_ms }
  return { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
}

/**
 * Requests the target from one of the given addresses only: the name is not resolved again, so that the connection is to an
 * address that was checked (against DNS rebinding). `Host` and the name in TLS are those of the URL. Answers when the headers
 * have come, with the body unread. Throws an {@link ImageFault}.
 */
export function ask(
  target: Target,
  addresses: readonly string[],
  options: RequestOptions,
): Promise<IncomingMessage> {
  const { url, host } = target
  const { userAgent, idle_ms, ended, headers, body, connections } = options
  const request = url.protocol === 'https:' ? https.request : http.request
  return new Promise((resolve, reject) => {
    const asked = request({
      method: body === undefined ? 'GET' : 'POST',
      protocol: url.protocol,
      host,
      port: url.port,
      path: url.pathname + url.search,
      // Node tries them one after the other, so that an IPv6 address out of reach costs a quarter of a second only.
      lookup: answerWith(addresses),
      agent: connections?.[url.protocol === 'https:' ? 'https:' : 'http:'] ?? false,
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      rejectUnauthorized: true,
      timeout: idle_ms,
      signal: ended.signal,
      headers: {
        Host: url.host,
        'User-Agent': userAgent,
        Accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
        // What is not compressed cannot be a bomb.
        'Accept-Encoding': 'identity',
        ...headers,
      },
    })
    asked.on('timeout', () => ended.abort(fetchFault('unreachable', `the host was silent for ${idle_ms} ms`)))
    asked.on('response', resolve)
    asked.on('error', (error) => reject(connectionFault(error, target)))
    // Answers that are none: a switch to another protocol closes the connection without an error.
    asked.on('close', () =>
      reject(fetchFault('unreachable', 'the host closed the connection without an answer')),
    )
    asked.end(body)
  })
}

/** The fault for a failure of the network, in words of ours, as those of Node contain addresses. */
export function connectionFault(error: unknown, { host }: Pick<Target, 'host'>): ImageFault {
  const code = codeOf(error) ?? ''
  const says = failures.find(([pattern]) => pattern.test(code))?.[1] ?? 'cannot be reached'
  return fetchFault('unreachable', `the host ${host} ${says}`)
}

const failures: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOTFOUND|ENODATA|EAI_\w+)$/, 'is not known'],
  [/^ECONNREFUSED$/, 'refuses the connection'],
  [/^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/, 'broke off'],
  [/^HPE_/, 'does not answer in HTTP'],
  [/^(?:CERT|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME)/, 'has no valid certificate'],
  [/^(?:ERR_SSL|EPROTO)/, 'does not agree on a TLS connection'],
]

function answerWith(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, done) => {
    const [first] = found
    if (all === true || first === undefined) done(null, found)
    else done(null, first.address, first.family)
  }
}
