import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import process from 'node:process'

/** As many requests of a connection may wait for the one before them: then no more are read from it. */
const mostWaiting = 100

/**
 * Has the requests of a connection answered one after the other. A client may send many without waiting for answers (RFC 9112,
 * 9.3.2): made at once they would all be held in memory until they are its turn to be sent. It covers the listeners there are.
 */
export function serveInTurn(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    for (const listener of listeners) listener.call(server, message, response)
  }
  const waiting = new WeakMap<Socket, number>()
  const pause = (socket: Socket): void => {
    if ((waiting.get(socket) ?? 0) >= mostWaiting) socket.pause()
  }
  const wait = (message: IncomingMessage, response: ServerResponse): void => {
    const { socket } = message
    const number = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, number)
    // Later: at the end of each request Node goes on reading.
    if (number === mostWaiting) process.nextTick(pause, socket)
    response.once('socket', () => process.nextTick(goOn, message, response))
  }
  const goOn = (message: IncomingMessage, response: ServerResponse): void => {
    const { socket } = message
    const number = (waiting.get(socket) ?? 0) - 1
    waiting.set(socket, number)
    if (number === mostWaiting - 1) socket.resume()
    if (!socket.destroyed) serve(message, response)
  }
  server.removeAllListeners('request')
  server.on('request', (message, response) => {
    // An answer has the connection when it is its turn to be sent: nearly always at once.
    if (response.socket === null) wait(message, response)
    else serve(message, response)
  })
}
