import type { IncomingMessage } from 'node:http'

/** So many times as long as a request may take, nothing need move on its connection. */
const silentFor = 3

/**
 * Has the connection of a request closed when nothing has moved on it for too long: who does not read the answer would hold it, and
 * the connection, until the process ends. It is over with the answer. To watch a connection costs each answer a twentieth of what a
 * kept one takes: these are watched only when they have not left at once.
 */
export function watchSilence({ socket }: Pick<IncomingMessage, 'socket'>, requestTimeout_ms: number): void {
  socket.setTimeout(requestTimeout_ms * silentFor)
}
