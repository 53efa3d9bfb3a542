import type { Readable } from 'node:stream'
import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from './auth/rights.ts'
import { ApiError } from '../pure/errors/errors.ts'
import { isKnown } from '../pure/params/conditional.ts'
import { cacheHeaders, willPass } from './headers.ts'
import { pickFields } from './fields.ts'
import { indent, jsonParts } from './json.ts'
import type { Live } from './liveAnswer.ts'
import type { Answer, Streamed } from './resource.ts'
import type { Sent } from './sources.ts'

/** An answer ready to be sent; a long body is in parts. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | readonly string[]
}

/** As {@link Reply}, but its body is sent while it is made. */
export interface StreamedReply extends Omit<Reply, 'body'> {
  readonly chunks: AsyncIterable<string> | Readable
}

/** As {@link Reply}, but it has no end. */
export interface LiveReply extends Omit<Reply, 'body'> {
  readonly live: Live
}

/** What surrounds an answer, gathered while the request is checked. */
export interface Frame {
  readonly query: Sent
  /** Headers about the connection and its client, not about what is answered. */
  readonly headers: Record<string, string>
  /** The methods the caller may use here, once that is known. */
  allow?: string
}

const json = 'application/json; charset=UTF-8'
const javascript = 'application/javascript; charset=UTF-8'
const callbackName = /^[\w.]+$/

/**
 * Throws 400 `rest_callback_invalid` when `_jsonp` is there and cannot name a function, and 403 `rest_callback_disabled` when
 * it comes with credentials: browsers add them for any page that loads the answer as a script (D57).
 */
export function assertCallback(
  query: Sent,
  { authorization }: IncomingHttpHeaders,
  { id }: Pick<Caller, 'id'>,
): void {
  const callback = query['_jsonp']
  if (callback === undefined) return
  if (authorization !== undefined || id !== 0) throw new ApiError('rest_callback_disabled')
  if (typeof callback === 'string' && callbackName.test(callback)) return
  throw new ApiError('rest_callback_invalid')
}

/** The reply to a success: fields picked, then envelope, indentation and callback as the query asks (D36). */
export async function present(answer: Answer, frame: Frame): Promise<Reply> {
  const { status = 200, headers = {} } = answer
  const dressed = dress({ status, body: pickFields(answer.body, frame.query), headers }, frame)
  return { ...dressed, body: wholeIfShort(await jsonParts(dressed.body, isPretty(frame)), frame) }
}

/** The reply to a refusal: whole, whatever `_fields` says. */
export function presentError(error: ApiError, frame: Frame): Reply {
  const { status, body, extras } = error
  const { _jsonp: _, ...query } = frame.query
  // No script learns that its reader has signed in.
  const asked = error.code === 'rest_callback_disabled' ? query : frame.query
  const kept = willPass(status) ? { ...frame.headers, ...cacheHeaders(false) } : frame.headers
  const told = { ...frame, query: asked, headers: kept }
  const dressed = dress({ status, body, headers: extras.headers ?? {} }, told)
  // Without further arguments JSON.stringify takes half the time.
  const text = isPretty(told) ? JSON.stringify(dressed.body, null, indent) : JSON.stringify(dressed.body)
  return { ...dressed, body: called([text], told).join('') }
}

/** The reply to a success that is no JSON: 304 before anything of it is made, when the reader has it already. */
export async function presentStream(
  stream: Streamed,
  frame: Frame,
  ifNoneMatch: string | undefined,
): Promise<Reply | StreamedReply> {
  const headers = {
    ...frame.headers,
    ...(frame.allow === undefined ? {} : { Allow: frame.allow }),
    ...Object.fromEntries(Object.entries(stream.headers ?? {}).map(([name, value]) => [name, String(value)])),
    'Content-Type': stream.contentType,
    ETag: stream.etag,
  }
  if (isKnown(ifNoneMatch, stream.etag)) return { status: 304, headers, body: '' }
  return { status: 200, headers, chunks: await stream.open() }
}

/** The status, the headers, and the value that the body tells. */
function dress(
  content: { status: number; body: unknown; headers: NonNullable<Answer['headers']> },
  frame: Frame,
): { status: number; headers: Record<string, string>; body: unknown } {
  const own = frame.allow === undefined ? content.headers : { ...content.headers, Allow: frame.allow }
  const enveloped = frame.query['_envelope'] !== undefined
  const links = [frame.headers['Link'], own['Link']].filter((link) => link !== undefined)
  return {
    status: enveloped ? 200 : content.status,
    headers: {
      ...frame.headers,
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)])),
      ...(links.length > 0 ? { Link: links.join(', ') } : {}),
      'Content-Type': frame.query['_jsonp'] === undefined ? json : javascript,
    },
    body: enveloped ? { body: content.body, status: content.status, headers: own } : content.body,
  }
}

function isPretty({ query }: Frame): boolean {
  return query['_pretty'] !== undefined
}

/** In characters: a longer body stays in parts, as joining and sending it at once would keep others waiting. */
const long = 512 * 1024

function wholeIfShort(parts: readonly string[], frame: Frame): Reply['body'] {
  const all = called(parts, frame)
  return all.reduce((sum, { length }) => sum + length, 0) < long ? all.join('') : all
}

/** The text as an argument of the function that `_jsonp` names, if it names one. */
function called(parts: readonly string[], { query }: Frame): readonly string[] {
  const callback = query['_jsonp']
  const isNamed = typeof callback === 'string' && callbackName.test(callback)
  return isNamed ? [`/**/${callback}(`, ...parts, ')'] : parts
}
