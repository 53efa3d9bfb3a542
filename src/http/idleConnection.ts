import type { IncomingMessage } from 'node:http'

/** How many times the request timeout a connection may be idle while its answer waits to be read. */
const silentFor = 3

/**
 * Has the connection of a request closed when it was idle for too long: a client that does not read its answer would hold
 * answer and connection until the process ends. The watch ends with the answer. As it takes a twentieth of the time of a
 * kept answer, kept answers are watched only when they could not be sent at once.
 */
export function watchSilence({ socket }: Pick<IncomingMessage, 'socket'>, requestTimeout_ms: number): void {
  socket.setTimeout(requestTimeout_ms * silentFor)
}
