import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * So many connections, and all that is to be read of them is known when a round of the event loop begins: libuv asks for
 * 1024 at a time, and asks again within the round when there are as many.
 */
const connectionsOfARound = 900

/**
 * Looks at how things stand once for all requests that are read in one round of the event loop: each of them was sent before
 * anything of the round could be acknowledged to its sender. What a connection says beyond that, and whatever is said when there
 * are very many of them, has looks of its own.
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
