import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Up to so many connections, everything that a round of the event loop reads had arrived when the round began: libuv polls
 * for 1024 events at a time, and polls again within the round when it got as many.
 */
const connectionsOfARound = 900

/**
 * Shares one `look` among all requests that are read in one round of the event loop: each of them was sent before anything
 * written in that round could be acknowledged. A second request of the same connection gets a new look, and so does every
 * request when there are very many connections.
 */
export function inRounds<Look>(server: Server, look: () => Look): (from: Socket) => Look {
  const served = new Set<Socket>()
  let connections = 0
  let shared: { readonly look: Look } | undefined
  server.on('connection', (socket) => {
    connections += 1
    socket.once('close', () => (connections -= 1))
  })
  return (from) => {
    if (connections > connectionsOfARound) return look()
    if (shared === undefined || served.has(from)) {
      if (shared === undefined) setImmediate(forget)
      served.clear()
      shared = { look: look() }
    }
    served.add(from)
    return shared.look
  }

  function forget(): void {
    shared = undefined
    served.clear()
  }
}
