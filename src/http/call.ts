import type { IncomingHttpHeaders } from 'node:http'

/** A request whose route is known, as plain values: all that answering it takes. Fastify's requests fit. */
export interface Call {
  /** The id of the request in the log. */
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The address of the client. */
  readonly ip: string
  readonly protocol: string
  readonly host: string
  /** The path parameters, by the names that the route gives them. */
  readonly params: unknown
  /** Its bytes; nothing where it has none. */
  readonly body?: unknown
  readonly routeOptions: { readonly url?: string | undefined; readonly bodyLimit?: number | undefined }
}

/** The same values as an object that can be copied to another thread, without anything else of the framework's. */
export function valuesOf(call: Call): Call & { readonly body: Uint8Array<ArrayBuffer> | undefined } {
  const { id, method, url, headers, ip, protocol, host, params, body, routeOptions } = call
  return {
    id,
    method,
    url,
    headers,
    ip,
    protocol,
    host,
    params,
    // In memory of its own: of a buffer in Node's pool, the whole pool would be copied.
    body: body instanceof Uint8Array ? Uint8Array.from(body) : undefined,
    routeOptions: { url: routeOptions.url, bodyLimit: routeOptions.bodyLimit },
  }
}

/** Whether what is asked for may change anything. */
export function mayWrite({ method }: Pick<Call, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}
