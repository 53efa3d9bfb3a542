import type { Socket } from 'node:net'
import process from 'node:process'
import { ApiError } from '../pure/errors/errors.ts'
import { everyAnswer } from './headers.ts'

/** The most bytes that the address and the headers of a request may have together: Node's default, far more than browsers send. */
export const headLimit = 16 * 1024

/** Answers a request that Node could not read as HTTP, in the form of all refusals, and ends the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, timeout_ms: number): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body } = refusalOf(error.code, timeout_ms)
  const text = JSON.stringify(body)
  const headers = {
    ...everyAnswer,
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // Not imported: that would evaluate all exports of the module, its client and WebSockets too, which is a tenth of a start.
  const { STATUS_CODES } = process.getBuiltinModule('node:http')
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`)
  // What the client still sends is not waited for.
  socket.destroySoon()
}

function refusalOf(code: string | undefined, timeout_ms: number): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('rest_headers_too_large', { limit: headLimit })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('rest_request_too_slow', { limit: timeout_ms })
  return new ApiError('rest_malformed_request')
}
