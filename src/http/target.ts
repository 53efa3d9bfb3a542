import type { IncomingMessage } from 'node:http'

/**
 * Rewrites a request whose target is an absolute URL, as requests to proxies have it, to the path alone. Its host becomes
 * that of the target, whatever its Host header says (RFC 9112, 3.2.2). All other requests stay as they are.
 */
export function readTarget(message: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const { url = '' } = message
  if (url.startsWith('/')) return
  const [whole, host] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
  if (whole === undefined || host === undefined) return
  const rest = url.slice(whole.length)
  message.headers.host = host
  message.url = rest.startsWith('/') ? rest : `/${rest}`
}
