import createFetchClient, { type Client } from 'openapi-fetch'
import { type Change, followChanges, type Following } from './changes.ts'
import { RequestFailed, SyncExpired } from './failures.ts'
import { type Asking, type Query, recordsOf } from './lists.ts'
import { sendRepeatedly } from './retries.ts'
import type { paths } from './schema.ts'

export type { Change, ChangedKind, Following } from './changes.ts'
export { RequestFailed, SyncExpired } from './failures.ts'
export type { Query } from './lists.ts'
export type { paths } from './schema.ts'
export {
  type HeadersIn,
  type Verifying,
  verifyWebhook,
  type WebhookFault,
  type WebhookMessage,
  WebhookRefused,
} from './webhooks.ts'

/** How a client asks. */
export interface ClientOptions {
  /** Who asks: a login with its application password… */
  readonly login?: string
  readonly password?: string
  /** …or a token. Without either, nobody does. */
  readonly token?: string
  /** By default that of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** How often a request that can be repeated is, at most; by default 3. */
  readonly retries?: number
  /** How long one try may take, in milliseconds; by default 30,000. */
  readonly timeout_ms?: number
  /** Ends all requests of the client. */
  readonly signal?: AbortSignal
}

/** A calendar, as programs ask it. */
export interface KalendsClient extends Client<paths> {
  /** Every record of a list, such as `/events`, each once. Throws {@link RequestFailed} for a refusal. */
  pages<Item = Readonly<Record<string, unknown>>>(
    path: string,
    options?: { readonly query?: Query; readonly signal?: AbortSignal },
  ): AsyncGenerator<Item, void, undefined>
  /** What changes, from now or from a token on, for as long as somebody reads. Throws {@link SyncExpired}. */
  changes(following?: Following): AsyncGenerator<Change, void, undefined>
}

/**
 * A client of the calendar at an address, that of its namespace: `https://calendar.example/vendor/events/v1`. Requests that can be
 * repeated are, where the connection fails or the calendar says that it may work later.
 */
export function createClient(address: string, options: ClientOptions = {}): KalendsClient {
  const { retries = 3, timeout_ms = 30_000, signal, fetch = (request) => globalThis.fetch(request) } = options
  const baseUrl = address.replace(/\/+$/, '')
  const headers: Record<string, string> = authorizationOf(options)
  const send = (request: Request) => sendRepeatedly(request, { fetch, retries, timeout_ms, signal })
  const ask: Asking = async (path, query, abort) => {
    const url = `${baseUrl}${path}${query.size === 0 ? '' : `?${query.toString()}`}`
    const answer = await send(new Request(url, { headers, ...(abort ? { signal: abort } : {}) }))
    const body: unknown = await answer.json().catch(() => undefined)
    if (answer.status === 410) throw new SyncExpired(answer.status, body)
    if (!answer.ok) throw new RequestFailed(answer.status, body)
    return body
  }
  return {
    ...createFetchClient<paths>({ baseUrl, headers, fetch: send }),
    pages: <Item>(path: string, { query, signal: abort }: { query?: Query; signal?: AbortSignal } = {}) =>
      // What a list has is told by its path.
      recordsOf(ask, path, { query, signal: abort }) as AsyncGenerator<Item, void, undefined>,
    changes: (following = {}) => followChanges(ask, following, timeout_ms),
  }
}

function authorizationOf({ login, password, token }: ClientOptions): Record<string, string> {
  if (token !== undefined) return { Authorization: `Bearer ${token}` }
  if (login === undefined || password === undefined) return {}
  const bytes = new TextEncoder().encode(`${login}:${password}`)
  return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}
