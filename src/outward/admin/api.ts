import { languages } from './languages.ts'
import { locale, rest, root } from './place.ts'
import { t } from './texts.ts'

/** What the service refused, in words for the reader. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** What is wrong with each field, by its name. */
  readonly fields: Readonly<Record<string, string>>
  /** What more is known of the field, by its name. */
  readonly details: Readonly<Record<string, unknown>>
  /** The fields that have changed since, where something cannot be taken back for them. */
  readonly named: readonly string[]
  /** After how many seconds the same may be accepted, where that is known. */
  readonly wait_s: number | undefined

  constructor(
    status: number,
    code: string,
    says: string,
    more: {
      fields?: Record<string, string>
      details?: Readonly<Record<string, unknown>>
      wait_s?: number | undefined
      named?: readonly string[]
    } = {},
  ) {
    super(says)
    this.status = status
    this.code = code
    this.fields = more.fields ?? {}
    this.details = more.details ?? {}
    this.wait_s = more.wait_s
    this.named = more.named ?? []
  }
}

/** No answer came: there is no connection, or the service is away. */
export class NoAnswer extends Error {}

/** What was answered. */
export interface Answer<Body> {
  readonly body: Body
  /** The version of the record, for `ifMatch`. */
  readonly etag: string | undefined
  /** The methods that the reader may use there. */
  readonly allow: readonly string[]
}

type Value = string | number | boolean | readonly (string | number)[] | undefined

/** What is asked of the service. */
export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly query?: Readonly<Record<string, Value>>
  readonly json?: object
  /** A form with a file in it. */
  readonly form?: FormData
  /** A file to upload. */
  readonly file?: File
  /** The version that is to be changed: another one is not. */
  readonly ifMatch?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Called when an answer says that nobody is signed in any more. */
let onSignedOut = () => {}

/** Says what happens when the session has ended. */
export function whenSignedOut(happens: () => void): void {
  onSignedOut = happens
}

/** Asks the reader to prove again who they are; whether they have. */
let confirms = async () => false

/** Says how the reader is asked to prove again who they are, where the service wants that. */
export function whenConfirmationNeeded(asks: () => Promise<boolean>): void {
  confirms = asks
}

/** The language of the reader, by its subtag; the pages have no other. */
export const language = languages.find((known) => known === locale.split('-')[0])

/** Asks below the namespace of the calendar. Throws {@link Refusal} or {@link NoAnswer}. */
export function ask<Body>(path: string, asked: Asked = {}): Promise<Answer<Body>> {
  // In lists series say how often they are in the language of the reader.
  if (path !== 'events' || (asked.method ?? 'GET') !== 'GET') return askAt<Body>(`${rest}/${path}`, asked)
  return askAt<Body>(`${rest}/${path}`, { ...asked, query: { ...asked.query, language } })
}

/** Asks below `wp/v2`, which knows texts as they were written. Throws as {@link ask}. */
export function askWp<Body>(path: string, asked: Asked = {}): Promise<Answer<Body>> {
  return askAt<Body>(`${root}/wp/v2/${path}`, asked)
}

async function askAt<Body>(url: string, asked: Asked): Promise<Answer<Body>> {
  const { method = 'GET', query = {}, json, file, form, ifMatch, signal } = asked
  // What has been given up fails as such; where the line breaks, also within an answer, there is none.
  const failed = (error: unknown) => {
    if (signal?.aborted) throw error
    throw new NoAnswer()
  }
  const response = await fetch(url + queryText(query), {
    method,
    credentials: 'same-origin',
    // Nothing that was changed meanwhile is shown from a cache.
    cache: 'no-store',
    ...(signal ? { signal } : {}),
    headers: {
      Accept: 'application/json',
      ...(json ? { 'Content-Type': 'application/json' } : {}),
      ...(file ? { 'Content-Type': file.type, 'Content-Disposition': dispositionOf(file) } : {}),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    },
    ...(json ? { body: JSON.stringify(json) } : (file ?? form) ? { body: file ?? form ?? null } : {}),
  }).catch(failed)
  const body = parsed(await response.text().catch(failed))
  if (!response.ok) {
    const refusal = await refusalOf(response, body)
    if (refusal.code === 'rest_confirmation_needed' && (await confirms())) return askAt<Body>(url, asked)
    throw refusal
  }
  return {
    // The routes say what they answer.
    body: body as Body,
    etag: response.headers.get('ETag') ?? undefined,
    allow: (response.headers.get('Allow') ?? '').split(', '),
  }
}

/** What is wrong with a field, where it does not stand beside it: one that a calendar has declared is named. */
function named([name, says]: readonly [string, string]): string {
  return name.startsWith('own.') ? `${name.slice('own.'.length)}: ${says}` : says
}

/** What a text says as JSON; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A query as it stands in an address; empty for nothing. */
export function queryText(query: Readonly<Record<string, Value>>): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue
    words.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = words.toString()
  return text === '' ? '' : `?${text}`
}

/** The name of the file in ASCII and as it is (RFC 6266). */
function dispositionOf({ name }: File): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '-')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

interface RefusalBody {
  readonly code?: string
  readonly data?: {
    readonly params?: Record<string, string> | readonly string[]
    readonly details?: Readonly<Record<string, unknown>>
    readonly fields?: readonly string[]
  }
}

/**
 * A refusal as screens say it: in the reader's language, by its code and by what its sentences are about. The sentences themselves are
 * English and for programs. The texts are loaded with the first of them.
 */
export async function refusalOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
): Promise<Refusal> {
  const { code = '', data } = (body ?? {}) as RefusalBody
  if (status === 401) onSignedOut()
  const said = await import('./refusals/said.ts').catch(() => undefined)
  const params = data?.params ?? {}
  const faults = Array.isArray(params)
    ? params.map((name: string) => [name, 'is missing'] as const)
    : Object.entries(params)
  const fields =
    said?.valueTexts(faults) ?? Object.fromEntries(faults.map(([name]) => [name, t('unexpected')]))
  const wait = Number(headers.get('Retry-After') ?? Number.NaN)
  const ofFields = [...new Set(Object.entries(fields).map(named))].join(' ')
  return new Refusal(status, code, ofFields || (said?.refusalText(code) ?? t('unexpected')), {
    fields,
    details: data?.details ?? {},
    named: data?.fields ?? [],
    wait_s: Number.isFinite(wait) ? wait : undefined,
  })
}
