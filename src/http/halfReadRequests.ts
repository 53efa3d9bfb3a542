import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long the rest of a request that has begun to arrive is waited for when the server closes, in milliseconds. */
const grace_ms = 1_000

/** Of a connection, the answer that is being made or sent; it is there from the moment that the headers were read. */
type Connection = Socket & { readonly _httpMessage?: object | null }

/**
 * Has the server’s `close` not wait for requests of which only a part of the headers has come: to Node they are neither idle nor
 * answered, and it would wait for them until they are timed out.
 */
export function leaveHalfRead(server: FastifyInstance): void {
  const connections = new Set<Connection>()
  server.server.on('connection', (socket: Connection) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.addHook('preClose', async () => {
    setTimeout(leave, grace_ms, connections).unref()
  })
}

function leave(connections: ReadonlySet<Connection>): void {
  for (const connection of connections) if (!connection._httpMessage) connection.destroy()
}
