import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createFailures, networkOf } from './auth/failures.ts'
import { ApiError } from '../pure/errors/errors.ts'

/** What `/metrics` is served with. */
export interface MetricsOptions {
  /** The bearer token that opens it to everybody; empty for none. */
  readonly token: string
  /** How many wrong tokens a client may send within so many seconds. */
  readonly limits: { readonly failures: number; readonly window_s: number }
  readonly now: () => Temporal.Instant
  /** The figures, as a text. */
  readonly tell: () => Promise<string>
}

/**
 * `GET /metrics`: figures for Prometheus, for who sends the token or asks from the machine itself. For others there is nothing at
 * that address, or, with a token, a refusal. It is not cached, and not noted.
 */
export function serveMetrics(server: FastifyInstance, { token, limits, now, tell }: MetricsOptions): void {
  const failures = createFailures({ name: 'metrics', window_s: limits.window_s }, now)
  server.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const { authorization } = request.headers
    // Who sends a token is to be told if it is wrong.
    const isOpen = isHere(request.raw) && (authorization === undefined || token === '')
    if (!isOpen) {
      if (token === '') return reply.callNotFound()
      const guesses = [{ key: networkOf(request.ip), failures: limits.failures }]
      failures.assertWithin(guesses)
      if (!isSame(authorization ?? '', `Bearer ${token}`)) {
        if (authorization !== undefined) failures.charge(guesses)
        throw new ApiError(
          'rest_metrics_closed',
          {},
          { headers: { 'www-authenticate': 'Bearer realm="metrics"' } },
        )
      }
    }
    return reply.headers({ 'Cache-Control': 'no-store', 'Content-Type': format }).send(await tell())
  })
}

/** The text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). */
const format = 'text/plain; version=0.0.4; charset=utf-8'

/** What proxies tell of whom they ask for. */
const ofProxies = /^(?:x-forwarded-.*|x-real-ip|forwarded|via|cf-.*|true-client-ip)$/

/**
 * Whether a program of this machine asks for itself. A proxy of this machine asks for strangers: it is known by what it tells of
 * them, by the name of the host that they asked for, or, as nginx comes without settings, by HTTP/1.0. The name also gives
 * away pages of other sites whose names lead here.
 */
function isHere({ socket, headers, httpVersion }: IncomingMessage): boolean {
  if (!isLoopback(socket.remoteAddress ?? '') || httpVersion === '1.0') return false
  if (Object.keys(headers).some((name) => ofProxies.test(name))) return false
  const [, host = ''] = /^\[?(.*?)\]?(?::\d+)?$/.exec(headers.host ?? '') ?? []
  return host.toLowerCase() === 'localhost' || isLoopback(host)
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return isIP(plain) === 4 ? plain.startsWith('127.') : plain === '::1'
}

/** Takes equally long for all texts. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
