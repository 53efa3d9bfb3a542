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

/** Whether what is asked for may change anything. */
export function mayWrite({ method }: Pick<Call, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}
