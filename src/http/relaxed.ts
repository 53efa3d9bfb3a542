import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Lets anonymous reads be answered from read replicas: they run within `relaxed` (`Database.relaxed`) from the beginning. Clients
 * that write sign in, and so see what they have written.
 */
export function serveRelaxed(server: FastifyInstance, relaxed: (work: () => void) => void): void {
  // The only listener, as whatever was put before the framework’s own has replaced it.
  const [goOn] = server.server.listeners('request') as RequestListener[]
  if (!goOn) return
  server.server.removeListener('request', goOn)
  server.server.on('request', (message, response) => {
    if (isUnsignedRead(message)) relaxed(() => goOn(message, response))
    else goOn(message, response)
  })
}

function isUnsignedRead({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined
}
