import type { IncomingMessage } from 'node:http'
import { fetchFault, ImageFault } from './fault.ts'

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Where the answer redirects to; undefined if it does not. Throws an {@link ImageFault} for a redirect without an address. */
export function redirectOf(answer: IncomingMessage): string | undefined {
  if (!redirectStatuses.has(answer.statusCode ?? 0)) return undefined
  const { location } = answer.headers
  if (location === undefined) throw fetchFault('unreachable', 'it is redirected to nowhere')
  return location
}

/**
 * The body of an answer with status 200, of at most `maxBytes`, read no further than that. Its declared type and length are
 * not trusted, but a declared length that is too large is refused unread. Compressed bodies, which we did not ask for, are
 * refused. Throws an {@link ImageFault}, or the error of the connection.
 */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { statusCode } = answer
  if (statusCode !== 200)
    throw fetchFault('unreachable', `the host answered with status ${statusCode ?? 0}, not 200`)
  return readBytes(answer, maxBytes)
}

/** As {@link readBody}, whatever the status. */
export async function readBytes(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { headers } = answer
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!/^\s*(?:identity)?\s*$/i.test(encoding))
    throw fetchFault('unreachable', 'the host compressed it, although asked not to')
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Buffer[] = []
  let length = 0
  // Without an encoding, chunks are buffers.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

/** The fault of a file with too many bytes, fetched or sent. */
function tooLarge(maxBytes: number): ImageFault {
  return new ImageFault('too-large', `is larger than the ${maxBytes} bytes accepted here`)
}
