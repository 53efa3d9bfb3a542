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

/**
 * The address with what its path has of escapes that are no text, such as `%FF` or a lone `%`, escaped once more. It is then an address
 * like any other: one that nothing has, and that is told so in the form of its kind. Fastify would answer it before all else.
 */
export function withReadablePath(url: string): string {
  if (!url.includes('%')) return url
  const [path = ''] = url.split(/[?#]/, 1)
  if (isText(path)) return url
  return path.replaceAll(/(?:%[\da-f]{2})+|%/gi, escapedIfUnread) + url.slice(path.length)
}

function escapedIfUnread(escapes: string): string {
  return isText(escapes) ? escapes : escapes.replaceAll('%', '%25')
}

function isText(escaped: string): boolean {
  try {
    decodeURIComponent(escaped)
    return true
  } catch {
    return false
  }
}
