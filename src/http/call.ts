import type { IncomingHttpHeaders } from 'node:http'

/** A request whose route is known, in values alone: whoever has it can answer it. Fastify's requests are such. */
export interface Call {
  /** What the log knows it by. */
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The address of the client. */
  readonly ip: string
  readonly protocol: string
  readonly host: string
  /** What its address has in the places that the route names. */
  readonly params: unknown
  /** Its bytes; nothing where it has none. */
  readonly body?: unknown
  readonly routeOptions: { readonly url?: string | undefined; readonly bodyLimit?: number | undefined }
}

/** The same as what can be copied to another thread, without what else its framework knows of it. */
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
    // In memory of its own: with a part of a pool all of that would be copied.
    body: body instanceof Uint8Array ? Uint8Array.from(body) : undefined,
    routeOptions: { url: routeOptions.url, bodyLimit: routeOptions.bodyLimit },
  }
}

/** Whether what is asked for may change anything. */
export function mayWrite({ method }: Pick<Call, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}
