/** A message of a webhook that is known to come from the calendar. */
export interface WebhookMessage {
  /** What has happened, such as `event.updated`. */
  readonly type: string
  /** When it did, in UTC. */
  readonly timestamp: string
  readonly data: {
    readonly id: number
    readonly kind: string
    /** Its public page, while it has one. */
    readonly url: string | null
    readonly rest_url: string
    readonly revision: number
    /** The fields that an update has changed. */
    readonly changed: readonly string[]
  }
}

/** Why a message is not believed. */
export type WebhookFault = 'signature' | 'timestamp' | 'body'

/** Thrown for a message that does not come from the calendar, is too old or too new, or is no message. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
  readonly reason: WebhookFault

  constructor(reason: WebhookFault, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The headers of a request, as a server has them. */
export type HeadersIn = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** How a message is judged. */
export interface Verifying {
  /** How many seconds the clocks may differ, either way; by default 300. */
  readonly tolerance_s?: number
  /** By default now. */
  readonly now?: Date
}

/**
 * The message in the body of a request to a webhook; throws {@link WebhookRefused} where no secret has signed it (`v1` of Standard
 * Webhooks: HMAC-SHA256 of id, time and body). `secret`: as it was shown, `whsec_…`; several while one is replaced. `body`: as it came, not
 * parsed.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: HeadersIn,
  body: string | Uint8Array<ArrayBuffer>,
  { tolerance_s = 300, now = new Date() }: Verifying = {},
): Promise<WebhookMessage> {
  const [id, at, signed] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(headers, name),
  )
  if (!id || !signed) throw new WebhookRefused('signature', 'The request has no signature of a webhook.')
  if (!at || !/^\d{1,12}$/.test(at) || Math.abs(now.getTime() / 1000 - Number(at)) > tolerance_s)
    throw new WebhookRefused('timestamp', `The message is of another time: “${at ?? ''}”.`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const message = joined(new TextEncoder().encode(`${id}.${at}.`), bytes)
  const signatures = signed
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice(3))] : []))
  if (!(await isSignedBy([secret].flat(), signatures, message)))
    throw new WebhookRefused('signature', 'No secret has signed the message.')
  return messageIn(bytes)
}

/** WebCrypto compares in constant time. */
async function isSignedBy(
  secrets: readonly string[],
  signatures: readonly (Uint8Array<ArrayBuffer> | undefined)[],
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  for (const secret of secrets) {
    const bytes = bytesOf(secret.replace(/^whsec_/, ''))
    if (!bytes?.length) throw new TypeError('The secret of a webhook begins with whsec_.')
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    for (const signature of signatures)
      if (signature && (await crypto.subtle.verify(algorithm, key, signature, message))) return true
  }
  return false
}

function messageIn(bytes: Uint8Array): WebhookMessage {
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof message === 'object' && message !== null && 'type' in message && 'data' in message)
      return message as WebhookMessage // It is signed by the calendar, which sends nothing else.
  } catch {
    // It throws when it is no JSON.
  }
  throw new WebhookRefused('body', 'The body is no message.')
}

function headerIn(headers: HeadersIn, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined // It throws when it is no base64.
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
