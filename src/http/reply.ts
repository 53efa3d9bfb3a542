import type { Caller } from './auth/rights.ts'
import { httpDate } from '../pure/calendar/text.ts'
import type { Call } from './call.ts'
import { withEmbedded } from './embed.ts'
import { holdsFrom, type ReadReply } from './readReply.ts'
import { ApiError } from '../pure/errors/errors.ts'
import { assertFields } from './fields.ts'
import { allowedMethods, answer, lackingRights, type Request } from './request.ts'
import { deprecatedIn, deprecationHeaders, isFirstToday, nameOf } from './deprecations.ts'
import { cacheHeaders, corsHeaders, everyAnswer } from './headers.ts'
import {
  assertCallback,
  type Frame,
  type LiveReply,
  present,
  presentStream,
  type Reply,
  type StreamedReply,
} from './presentation.ts'
import { type Once, repeatable } from './repeats.ts'
import type { Route } from './routes.ts'
import { rememberUser } from './requestNotes.ts'
import { noRoute, refused } from './errorReply.ts'
import { type Answer, type Endpoint, isNegotiated, type Method, type Resource } from './resource.ts'
import type { AnswerParts, ServerSettings, ServerParts } from './serverParts.ts'
import { originOf, type Site, siteOf } from './site.ts'
import { type Body, readBody, readForm, type Sent } from './sources.ts'
import { TimeSlices } from './timeSlices.ts'
import { assertKnown, unknownHeader, unknownNames, unknownText } from './unknownNames.ts'

/** A reply; to a successful read it says how long it holds. */
export type Replied = Reply | StreamedReply | LiveReply | (Reply & ReadReply)

/** The reply to a request; every refusal at a known address is made here or in {@link replyAs}. */
export async function replyTo(serving: ServerParts, route: Route, call: Call): Promise<Replied> {
  let caller: Caller
  try {
    caller = await serving.identify(call)
    rememberUser(call, caller)
  } catch (error) {
    return refused(serving, error, call, frameOf(serving, call))
  }
  return replyAs(serving, route, call, caller)
}

/** A request whose caller is known, and the frame of its answer. */
interface Received {
  readonly call: Call
  readonly caller: Caller
  readonly frame: Frame
}

/** The reply to a request whose caller is known. */
async function replyAs(serving: AnswerParts, route: Route, call: Call, caller: Caller): Promise<Replied> {
  const frame = frameOf(serving, call)
  try {
    return await replyOf(serving, route, { call, caller, frame })
  } catch (error) {
    return refused(serving, worded(route.resource, error), call, frame)
  }
}

/** A refusal in the form that the address has for it. */
function worded(resource: Resource, error: unknown): unknown {
  return error instanceof ApiError ? (resource.reword?.(error) ?? error) : error
}

async function replyOf(
  serving: AnswerParts,
  { resource, namespace }: Route,
  received: Received,
): Promise<Replied> {
  const { call, caller, frame } = received
  assertCallback(frame.query, call.headers, caller)
  assertFields(frame.query)
  const site = siteOf(serving.settings, namespace, originOf(call))
  Object.assign(frame.headers, caching(serving.settings, call, frame.query, caller))
  const { readsHeader } = resource
  if (readsHeader !== undefined) frame.headers['Vary'] += `, ${readsHeader}`
  const asked = requestOf(serving, site, received, readsHeader)
  const endpoint = resource.endpoints.find(({ methods }) => methods.includes(asked.method))
  if (call.method !== 'OPTIONS' && !endpoint) throw noRoute(call, site)
  // The index shares the address `/` with the public pages, and `Accept` decides between them.
  if ((endpoint && isNegotiated(endpoint)) || call.routeOptions.url === '/')
    frame.headers['Vary'] += ', Accept'
  const lacking = await lackingRights(resource, asked)
  frame.allow = allowedMethods(resource, lacking).join(', ')
  if (!endpoint) return present({ body: serving.describe(resource, site) }, frame)
  tellDeprecated(
    serving,
    { path: resource.path, method: asked.method, sent: Object.keys(frame.query) },
    frame,
  )
  const again = repeatable(call, caller)
  const known = again && (await serving.repeats.find(again))
  if (known) return presentAnswer(known, asked, received)
  const once: Once | undefined =
    again && ((endpoint, handle) => serving.repeats.once(again, { handle, isKept: keeps(endpoint) }))
  const sent = async () => told(serving, await asked.sent(), { asked, resource, endpoint, frame })
  const answered = await answer(resource, endpoint, { ...asked, sent, once }, lacking)
  const whole = asked.method === 'GET' ? await withEmbedded(serving, answered, frame.query, asked) : answered
  return presentAnswer(whole, asked, received)
}

/** Which answers of an endpoint are kept for who sends the same again. */
function keeps({ showsSecret }: Pick<Endpoint, 'showsSecret'>): (answer: Answer) => boolean {
  return (answer) => !(typeof showsSecret === 'function' ? showsSecret(answer) : showsSecret === true)
}

/** Tells who uses what will go of it, and the log once a day. */
function tellDeprecated(
  { log, now }: AnswerParts,
  use: Parameters<typeof deprecatedIn>[0],
  frame: Frame,
): void {
  const used = deprecatedIn(use)
  const { Link, ...headers } = deprecationHeaders(used)
  Object.assign(frame.headers, headers)
  if (Link !== undefined) frame.headers['Link'] = [frame.headers['Link'], Link].filter(Boolean).join(', ')
  for (const each of used)
    if (isFirstToday(each, now()))
      log.warn({ deprecated: nameOf(each), sunset: each.sunset }, `deprecated: ${each.instead}`)
}

/** What was sent, of which names that the address does not know are told; throws where these are to be refused. */
function told(
  { membersOf }: AnswerParts,
  body: Body,
  {
    asked: { method },
    resource,
    endpoint,
    frame,
  }: { asked: Request; resource: Resource; endpoint: Endpoint; frame: Frame },
): Body {
  const params = endpoint.meant?.(body.params) ?? body.params
  const unknown = unknownNames(params, { method, resource, endpoint, membersOf })
  if (unknown.length > 0) frame.headers[unknownHeader] = unknownText(unknown)
  assertKnown(unknown, params)
  return { ...body, params }
}

function requestOf(
  serving: AnswerParts,
  site: Site,
  { call, caller, frame }: Received,
  header: string | undefined,
): Request {
  return {
    // OPTIONS is a method of no endpoint.
    method: (call.method === 'HEAD' ? 'GET' : call.method) as Method,
    path: call.params as Sent,
    sent: async () => merge(frame.query, call),
    caller,
    from: call.ip,
    site,
    now: serving.now(),
    ifMatch: call.headers['if-match'],
    search: searchOf(call),
    accept: call.headers.accept,
    header: header === undefined ? undefined : call.headers[header]?.toString(),
  }
}

async function presentAnswer(
  answered: Answer,
  { method, now }: Request,
  { call, frame }: Received,
): Promise<Replied> {
  // A date in the future is no date of modification (RFC 9110, 8.8.2.1).
  if (answered.modifiedAt !== undefined && answered.modifiedAt * 1000 <= now.epochMilliseconds)
    frame.headers['Last-Modified'] = httpDate(answered.modifiedAt)
  if (answered.stream) return presentStream(answered.stream, frame, call.headers['if-none-match'])
  if (answered.live) return { status: 200, headers: frame.headers, live: answered.live }
  const reply = await present(answered, frame)
  // Where a record has moved to is not kept: it may move again.
  return method === 'GET' && reply.status === 200
    ? { ...reply, holds: holdsFrom(now, answered.holdsUntil), dependsOn: answered.dependsOn }
    : reply
}

/** Body before query: what both name, the body says (`wire-others.md` 5). */
async function merge(query: Sent, call: Call): Promise<Body> {
  const bytes = Buffer.isBuffer(call.body) ? call.body : Buffer.alloc(0)
  const slices = new TimeSlices()
  const body = await readBody(call.method, call.headers, bytes)
  // A megabyte of members takes long to be read, and as long again to be copied.
  const rest = slices.next()
  if (rest) await rest
  return { ...body, params: { ...query, ...body.params } }
}

/** The frame of every answer to the request, before any check. */
export function frameOf({ settings }: AnswerParts, call: Call): Frame {
  const search = searchOf(call)
  return {
    query: search === '' ? {} : readForm(search.slice(1)),
    headers: {
      ...everyAnswer,
      ...corsHeaders(settings.corsOrigins, call.headers.origin),
      Link: `<${siteOf(settings, '', originOf(call)).root}/>; rel="https://api.w.org/"`,
      Vary: 'Origin, Authorization',
    },
  }
}

function caching(settings: ServerSettings, call: Call, query: Sent, caller: Caller): Record<string, string> {
  const isRead = call.method === 'GET' || call.method === 'HEAD'
  // What a password opens is not public.
  return cacheHeaders(isRead && caller.id === 0 && query['password'] === undefined, settings)
}

/** The query with its question mark; empty for none. */
function searchOf({ url }: Call): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark)
}
