import type { IncomingMessage } from 'node:http'

const overridable = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

type Overriding = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** What may precede a path without meaning: the double slash of a base URL that ends in one, and `index.php`, which stands alone too. */
const lead = /^\/+(?:index\.php(?:\/+|$))?/

/**
 * Applies what a client may say instead of method and path, before anything is routed: `_method` and
 * `X-HTTP-Method-Override`, on POST only (D36), and `?rest_route=/…` for the path below the REST root
 * (`wire-others.md` 5). Sets the method of the message; returns the address to route by.
 */
export function applyOverrides(message: Overriding, restRoot: string): string {
  const url = message.url ?? '/'
  const mark = url.indexOf('?')
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark))
  const method = methodIn(query, message)
  if (message.method === 'POST' && overridable.has(method)) message.method = method
  const route = query.get('rest_route')
  const path = (mark < 0 ? url : url.slice(0, mark)).replace(lead, '/')
  if (!route?.startsWith('/') || path !== '/') return mark < 0 ? path : path + url.slice(mark)
  query.delete('rest_route')
  return `${restRoot}${route}?${query.toString()}`
}

/** The method that a POST which is not one stands for, if no address has it: it must not be carried out as POST. */
export function unknownMethod(message: Overriding): string | undefined {
  if (message.method !== 'POST') return undefined
  const method = methodIn(new URLSearchParams(message.url?.split('?', 2)[1]), message)
  return method === '' || overridable.has(method) ? undefined : method
}

function methodIn(query: URLSearchParams, { headers }: Overriding): string {
  return (query.get('_method') ?? String(headers['x-http-method-override'] ?? '')).toUpperCase()
}
