import { setTimeout as sleepFor } from 'node:timers/promises'
import { ImportFault } from '../imports.record.ts'
import { charsetOf, decodeText } from '../imports.text.ts'
import { type Web, type WebAnswer, WebFault } from '../imports.web.ts'
import { readJson } from './site.json.ts'
import { createPacing } from './site.pacing.ts'

/** The options of a client. */
export interface SiteClientOptions {
  readonly web: Web
  /** The address of the namespace, such as `https://old.example/wp-json/tribe/events/v1`, without a trailing slash. */
  readonly root: string
  readonly credentials?: { readonly user: string; readonly password: string }
  /** The credentials are for the server in front of the site, which does not know them. */
  readonly isAnonymous?: boolean
  readonly now: () => Temporal.Instant
  readonly sleep?: (time_ms: number) => Promise<unknown>
  /** Ends waiting. */
  readonly signal?: AbortSignal | undefined
}

/** An answer of the site in JSON. */
export interface SiteAnswer {
  readonly status: number
  /** The body; undefined for 304, and for a refusal that is not JSON. */
  readonly body: unknown
  /** The validator with which to ask next time whether it has changed; empty for none. */
  readonly validator: string
  /** How many records there are in the list that it is a page of, where WordPress says it (`X-WP-Total`). */
  readonly total?: number
  /** The address that answered, after redirects. */
  readonly url: string
}

/** A client of a site that repeats requests as long as that may help. */
export interface SiteClient {
  readonly root: string
  readonly isAuthenticated: boolean
  /** The address of a path of the interface of WordPress itself, such as `/media/7`. */
  wp(path: string): string
  /** The address of a path of the newer interface of the original (`tec/v1`), such as `/events`. */
  tec(path: string): string
  /**
   * Gets a path below the root, or an absolute address. Throws an {@link ImportFault} when the site cannot be reached, keeps
   * failing, or does not answer in JSON; refusals are answers.
   */
  get(path: string, how?: Asking): Promise<SiteAnswer>
}

/** How an address is asked for. */
export interface Asking {
  /** The validator of an earlier answer: if it is still the same, the status is 304. */
  readonly validator?: string
  /** How often it is tried; by default six times. */
  readonly attempts?: number
  readonly headers?: Readonly<Record<string, string>>
  /** What is no JSON is an answer as well: the site need not have what is asked for. */
  readonly isOptional?: boolean
}

/** How often a request is tried by default. */
const usualAttempts = 6

/** Makes a client that backs off: while the site is busy or broken, all requests wait (RFC 9110, 10.2.3). */
export function createSiteClient(options: SiteClientOptions): SiteClient {
  const { web, root, credentials, now, signal } = options
  const { sleep = (time_ms: number) => sleepFor(time_ms, undefined, { signal }) } = options
  const pacing = createPacing(now, sleep)
  const authorization = credentials && basic(credentials)

  async function attempt(url: string, headers: Record<string, string>): Promise<WebAnswer | WebFault> {
    await pacing.turn()
    signal?.throwIfAborted()
    try {
      return await web.get(url, headers)
    } catch (error) {
      if (!(error instanceof WebFault)) throw error
      if (error.isFinal) throw new ImportFault(`The source ${error.message}.`, { cause: error })
      return error
    }
  }

  return {
    root,
    isAuthenticated: options.isAnonymous !== true && credentials !== undefined,
    wp: (path) => below(beside(root, 'wp/v2'), path),
    tec: (path) => below(beside(root, 'tec/v1'), path),
    get: async (path, { validator, attempts = usualAttempts, isOptional = false, headers: more } = {}) => {
      const url = /^https?:/.test(path) ? path : below(root, path)
      const headers = {
        Accept: 'application/json',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...conditions(validator),
        ...more,
      }
      let says = ''
      for (let tried = 1; tried <= attempts; tried += 1) {
        const answer = await attempt(url, headers)
        const read = answer instanceof WebFault ? answer.message : judge(answer, isOptional)
        if (typeof read !== 'string') return read
        says = read
        if (tried < attempts)
          pacing.pause(tried, answer instanceof WebFault ? undefined : retryAfterOf(answer))
      }
      throw new ImportFault(`The source ${says} (${url}). The same import goes on where it was.`)
    },
  }
}

/** The address of another namespace than that of events. */
function beside(root: string, namespace: string): string {
  return `${root.split('/').slice(0, -3).join('/')}/${namespace}`
}

/** The address of a path; of a site whose routes are in a parameter (`?rest_route=/…`), the path’s own parameters follow it. */
function below(root: string, path: string): string {
  return root.includes('?') ? `${root}${path.replace('?', '&')}` : `${root}${path}`
}

/** The answer, or what is wrong with it: the end of the sentence “The source …”. */
function judge({ status, headers, bytes, url }: WebAnswer, isOptional: boolean): SiteAnswer | string {
  if (status === 304) return { status, body: undefined, validator: '', url }
  if (status === 429 || status >= 500) return `answers with status ${status}`
  const text = decodeText({ bytes, ...charsetOf(headers['content-type']) })
  const body = readJson(text)
  if (body !== undefined) return { status, body, validator: validatorOf(headers), url, ...totalIn(headers) }
  // A refusal may have any form; a page instead of a list may be a passing failure.
  if (status >= 400 || isOptional) return { status, body: undefined, validator: '', url }
  return `answers with status ${status} and something that is not JSON, but begins “${text.trimStart().slice(0, 60)}”`
}

function totalIn({ 'x-wp-total': total }: WebAnswer['headers']): { total?: number } {
  return typeof total === 'string' && /^\d{1,9}$/.test(total.trim()) ? { total: Number(total) } : {}
}

function validatorOf({ etag, 'last-modified': modified }: WebAnswer['headers']): string {
  if (typeof etag === 'string') return `etag ${etag}`
  return typeof modified === 'string' ? `date ${modified}` : ''
}

function conditions(validator: string | undefined): Record<string, string> {
  if (validator?.startsWith('etag ')) return { 'If-None-Match': validator.slice(5) }
  if (validator?.startsWith('date ')) return { 'If-Modified-Since': validator.slice(5) }
  return {}
}

/** How long a busy site wants to be left alone, as it says it. */
export function retryAfterOf({ headers }: WebAnswer): string | undefined {
  const value = headers['retry-after']
  return typeof value === 'string' ? value : undefined
}

/** The header of a login. */
export function basic({ user, password }: { user: string; password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
