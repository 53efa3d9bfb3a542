import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Lets anonymous reads be answered from read replicas: they are handed on within `relaxed` (`Database.relaxed`) before
 * anything else is done for them. Whoever writes signs in, and so sees what they have written.
 */
export function serveRelaxed(server: FastifyInstance, relaxed: (work: () => void) => void): void {
  // The only listener: others that stand before the framework’s own have replaced it.
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
