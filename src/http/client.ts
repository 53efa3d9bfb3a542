import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'

/** Tells the address of the client of a message, as the server tells it of routed requests: by the proxies that are trusted. */
export function clientAddresses(trusted: boolean | readonly string[]): (message: IncomingMessage) => string {
  if (trusted === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = trusted === true ? () => true : compile([...trusted])
  return (message) => all(message, isTrusted).at(-1) ?? ''
}
