import { readRetryAfter } from '../../pure/calendar/retryAfter.ts'
import type { Place } from '../../pure/geo/sphere.ts'
import type { Question } from './geocoding.address.ts'
import { GeocoderFault, readAnswer, readFirst } from './geocoding.answer.ts'

/** How the service is asked. */
export interface Service {
  /** The address of its search, with parameters of its own or without. */
  readonly url: string
  /** The e-mail address under which it can reach the operator; empty for none. */
  readonly email: string
  /** Our public address; empty when it is not known. */
  readonly siteUrl: string
  readonly timeout_ms: number
  readonly fetch: typeof fetch
  readonly now: () => Temporal.Instant
}

/** A query in one’s own words, with the name that it has in a free search (Nominatim, Search queries). */
export interface FreeQuestion {
  readonly q: string
}

/** Two places take some 2 KB; a larger answer is refused. */
const maxBytes = 64 * 1024

/** A second place shows that the address is ambiguous. */
const limit = 2

/**
 * Asks for the place of an address. Undefined: the service knows of none, or of several. Throws a {@link GeocoderFault}, or the
 * reason of the signal. The operator has chosen the service, so it may be in a private network; redirects are not followed,
 * as nobody has chosen where they lead.
 */
export async function ask(
  service: Service,
  question: Question | FreeQuestion,
  ended: AbortSignal,
): Promise<Place | undefined> {
  const late = AbortSignal.timeout(service.timeout_ms)
  try {
    const text = await textOf(service, question, AbortSignal.any([ended, late]))
    return 'q' in question ? readFirst(text) : readAnswer(text)
  } catch (error) {
    ended.throwIfAborted()
    if (error instanceof GeocoderFault) throw error
    throw new GeocoderFault(
      late.aborted ? `took longer than ${service.timeout_ms} ms` : `cannot be reached (${reasonOf(error)})`,
    )
  }
}

async function textOf(
  service: Service,
  question: Question | FreeQuestion,
  signal: AbortSignal,
): Promise<string> {
  const response = await service.fetch(urlOf(service, question), {
    headers: { accept: 'application/json', 'user-agent': userAgentOf(service) },
    redirect: 'manual',
    signal,
  })
  try {
    if (response.status !== 200) throw refusalOf(response, service.now())
    return await readText(response)
  } finally {
    await response.body?.cancel().catch(() => {})
  }
}

function urlOf({ url, email }: Service, question: Question | FreeQuestion): URL {
  const asked = new URL(url)
  for (const [name, value] of Object.entries({ ...question, email })) {
    if (value !== '') asked.searchParams.set(name, value)
  }
  asked.searchParams.set('format', 'jsonv2')
  asked.searchParams.set('limit', String(limit))
  return asked
}

function userAgentOf({ siteUrl, email }: Service): string {
  const contact = [siteUrl, email].filter((text) => text !== '').join('; ')
  return contact === '' ? 'Kalends' : `Kalends (${contact})`
}

function refusalOf({ status, headers }: Response, now: Temporal.Instant): GeocoderFault {
  return new GeocoderFault(`answered with status ${status}`, {
    isBusy: status === 429 || status === 503,
    retryAfter_s: Math.ceil((readRetryAfter(headers.get('retry-after'), now) ?? 0) / 1000),
  })
}

/** The decompressed text of the body, read only up to the limit. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  // The types of the chunks are not declared; they are bytes (Fetch Standard, 2.2.4). Leaving the loop ends the stream.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) throw new GeocoderFault(`answered with more than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The code of a network error; its message may contain addresses. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'it broke off'
}
