import type { FastifyReply } from 'fastify'
import { idsOf, requestIdHeader } from './requestId.ts'

/** A reader who is sent texts for as long as it stays. */
export interface LiveReader {
  /** False when it does not read what was sent before, and so was cut off. */
  send(text: string): boolean
  /** Ends the answer. */
  end(): void
  /** Called once when the reader is gone, for whatever reason. */
  onGone(told: () => void): void
}

/** An answer that is sent bit by bit, for as long as its reader stays. */
export interface Live {
  readonly contentType: string
  /** Begins to send; must not throw. */
  attach(reader: LiveReader): void
}

/** How much may wait to be read by one, in bytes: who is further behind is cut off. */
const mostUnread = 256 * 1024

/** The head of such an answer is written past the framework. */
function exposedId(headers: Readonly<Record<string, string>>, id: string): Record<string, string> {
  const name = 'Access-Control-Expose-Headers'
  return { [name]: [headers[name], requestIdHeader].filter(Boolean).join(', '), [requestIdHeader]: id }
}

/** Sends the head of an answer, and hands its reader over. */
export function sendLive(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  live: Live,
): FastifyReply {
  const { raw } = reply
  reply.hijack()
  const { id, isAsked } = idsOf(reply.request.raw)
  raw.writeHead(200, {
    ...headers,
    ...(isAsked ? exposedId(headers, id) : {}),
    'Content-Type': live.contentType,
    'Cache-Control': 'no-store',
    // Proxies that gather what they pass on are asked not to.
    'X-Accel-Buffering': 'no',
  })
  if (reply.request.method === 'HEAD') {
    raw.end()
    return reply
  }
  // It is quiet for as long as nothing changes.
  raw.socket?.setTimeout(0)
  raw.socket?.setNoDelay(true)
  live.attach({
    send: (text) => {
      if (raw.destroyed || raw.writableEnded) return false
      raw.write(text)
      if (raw.writableLength <= mostUnread) return true
      raw.destroy()
      return false
    },
    end: () => raw.end(),
    onGone: (told) => raw.once('close', told),
  })
  return reply
}
