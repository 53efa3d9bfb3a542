import type { IncomingMessage } from 'node:http'

/**
 * Whether a request has several Host headers, which is no HTTP/1.1 (RFC 9112, 3.2): what stands in front of the service may
 * have gone by another one than Node, which keeps the first.
 */
export function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}
