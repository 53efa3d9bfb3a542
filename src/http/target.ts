import type { IncomingMessage } from 'node:http'

/**
 * Has a request whose target is a whole address, as proxies are sent it, be as if it had named the path alone: its host is that of the
 * target, whatever its Host header says (RFC 9112, 3.2.2). All others stay as they are.
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
