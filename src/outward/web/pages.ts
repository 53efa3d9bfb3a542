import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { partyOf } from '../../people/accounts/passkeys.ts'
import { challengeFor } from '../../http/auth/identify.ts'
import { anonymous, type Caller } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { holdsFrom, sendRead } from '../../http/readReply.ts'
import { rememberUser } from '../../http/requestNotes.ts'
import { readBody } from '../../http/sources.ts'
import { cacheHeaders, willPass } from '../../http/headers.ts'
import { originOf, pathOf, type Site, siteOf } from '../../http/site.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { findIdBySlug } from '../../records/posts/posts.query.ts'
import { categoryKind, tagKind } from '../../records/terms/terms.kind.ts'
import { percentDecoded } from '../../pure/text/percent.ts'
import { namesJson, preferred } from '../../pure/params/accept.ts'
import { accessibilityPage } from './accessibility.ts'
import { accessibilityPath } from './accessibility.path.ts'
import { homePage } from './home.ts'
import { filtersPath } from './calendar.address.ts'
import { filtersPage } from './filters.page.ts'
import { chosenIn, inLanguage } from './languages.ts'
import { listPage, termPage } from './lists.ts'
import { pageDocument, pageHeaders } from './layout.ts'
import type { Page } from './page.ts'
import type { WebOptions } from './pages.options.ts'
import { dayPage } from './day.ts'
import { directoryPage } from './directory.ts'
import { directoryPath } from './directory.path.ts'
import { docsPage } from './docs.ts'
import { mapPage } from './map.ts'
import { monthPage } from './month.ts'
import { nearestPages } from './nearest.ts'
import { weekPage } from './week.ts'
import { PastTheEnd } from './pastTheEnd.ts'
import { recordPage } from './records.ts'
import { docsPath } from '../../http/catalog.ts'
import { isGone } from './redirects.series.ts'
import { failedPage, missingPage, refusedPage, waitPage } from './refusals.ts'
import { addressNow, calendarOf, isFormer, withQueryOf } from './redirects.ts'
import { allDatesPage } from './series.ts'
import type { Visit } from './visit.ts'

type PageRequest = FastifyRequest<{ Params: Record<string, string> }>
type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]
type Handler = NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>

/**
 * Of the two that may have the address `/`, the index of the REST root is for those who name JSON or ask by `rest_route`; everybody
 * else gets the page (D56).
 */
export const rootStrategy: Strategy = {
  name: 'wants',
  storage: () => {
    const handlers = new Map<unknown, Handler>()
    return {
      get: (wanted) => handlers.get(wanted) ?? null,
      set: (wanted, handler) => handlers.set(wanted, handler),
    }
  },
  deriveConstraint: (message) => (asksForIndex(message) ? 'index' : 'page'),
  validate: () => true,
}

/** Makes the page of an address; undefined when there is none, or none that this reader may see. */
export type Find = (visit: Visit, request: PageRequest) => Promise<Page | undefined>

/**
 * Serves the public pages, including those at the `url` of records (D6), each as its reader may see it; `assistants`: whether they are
 * spoken with.
 */
export function registerPages(server: FastifyInstance, options: WebOptions, assistants: boolean): void {
  const serve = (url: string, find: Find, more: Omit<Place, 'url' | 'find'> = {}) =>
    servePage(server, options, { url, find, ...more })
  serve('/', homeOrRecord, { constraints: sharingTheRoot(server) })
  serve('/event/:slug', findBySlug('event'), { methods: ['POST'] })
  serve('/event/:slug/all', (visit, { params }) => allDatesPage(visit, params['slug'] ?? ''))
  serve('/venue/:slug', findBySlug('venue'))
  serve('/organizer/:slug', findBySlug('organizer'))
  serve('/month/:month', (visit, { params }) => monthPage(visit, params['month'] ?? ''))
  serve('/week/:day', (visit, { params }) => weekPage(visit, params['day'] ?? ''))
  serve('/day/:day', (visit, { params }) => dayPage(visit, params['day'] ?? ''))
  serve('/list', (visit) => listPage(visit))
  for (const kind of [venueKind, organizerKind])
    serve(directoryPath(kind), (visit) => directoryPage(visit, kind))
  serve('/map', (visit) => mapPage(visit))
  serve(`${filtersPath}/*`, (visit, { params }) => filtersPage(visit, params['*'] ?? ''))
  serve(docsPath, async (visit) => docsPage(visit, assistants))
  serve(accessibilityPath, async (visit) => accessibilityPage(visit))
  serve(`/${categoryKind.pages}/*`, (visit, { params }) => termPage(visit, categoryKind, params['*'] ?? ''))
  serve(`/${tagKind.pages}/:slug`, (visit, { params }) => termPage(visit, tagKind, params['slug'] ?? ''))
}

/** The route of a page. */
interface Place {
  readonly url: string
  readonly find: Find
  readonly methods?: readonly 'POST'[]
  readonly constraints?: Record<string, string>
}

/** The largest form of a page in bytes: it holds a password. */
const formLimit = 16 * 1024

/** Serves one page at its route. */
export function servePage(
  server: FastifyInstance,
  options: WebOptions,
  { url, find, methods = [], constraints = {} }: Place,
): void {
  server.route({
    method: ['GET', 'HEAD', ...methods],
    url,
    constraints,
    exposeHeadRoute: false,
    bodyLimit: formLimit,
    handler: (request: PageRequest, reply) => answer(reply, options, (visit) => find(visit, request)),
  })
}

/** Answers an unknown address: with a redirect to its record, with a page, or, if JSON is preferred, with the service’s refusal. */
export function notFoundPage(options: WebOptions): (reply: FastifyReply) => unknown {
  return (reply) => answer(reply, options, async () => undefined)
}

/** Answers with a page in any case: refusals and errors have pages too. */
export async function answer(
  reply: FastifyReply,
  options: WebOptions,
  find: (visit: Visit) => Promise<Page | undefined>,
): Promise<FastifyReply> {
  const { headers } = reply.request
  await options.follow()
  let visit = visitOf(options, reply.request)
  try {
    visit = seenBy(options, visit, await options.identify(reply.request, { arriving: true }))
    rememberUser(reply.request, visit.caller)
    const page = isFormer(visit) ? undefined : await find(visit)
    // What leads elsewhere, or sends a file, has answered by itself.
    if (reply.sent) return await reply
    const moved = page ? calendarOf(visit, page) : await addressNow(visit, reply.request.url)
    if (moved) return await reply.code(moved.status).header('Location', moved.url).send('')
    if (page) return await send(reply, options, visit, page)
    if (preferred(headers.accept) === 'json') return await sendNoRoute(reply, visit)
    const missing = missingPage(visit, await nearestPages(visit))
    const status = (await isGone(visit, reply.request.url)) ? 410 : 404
    return await send(reply, options, visit, { ...missing, status })
  } catch (error) {
    if (error instanceof PastTheEnd) {
      const chosen = chosenIn(visit.query)
      const url = chosen === undefined ? error.last : inLanguage(error.last, chosen)
      return reply.code(302).header('Location', url).send('')
    }
    return send(reply, options, visit, await pageOfError(reply, options, visit, error))
  }
}

/** The visit of a reader, in the language of their account unless the address names one. */
function seenBy({ localeFor }: WebOptions, visit: Visit, caller: Caller): Visit {
  const isChosen = caller.locale === undefined || chosenIn(visit.query) !== undefined
  return { ...visit, caller, locale: isChosen ? visit.locale : localeFor(caller.locale) }
}

function sendNoRoute(reply: FastifyReply, { site }: Visit): FastifyReply {
  const { request } = reply
  const words = { method: request.method, path: pathOf(request), doc: `${site.rest}/doc` }
  const { status, body } = new ApiError('rest_no_route', words)
  return reply.code(status).headers({ Vary: 'Accept', 'X-Content-Type-Options': 'nosniff' }).send(body)
}

async function pageOfError(
  reply: FastifyReply,
  options: WebOptions,
  visit: Visit,
  error: unknown,
): Promise<Page> {
  if (error instanceof ApiError && error.status < 500) {
    void reply.headers(challengeFor(reply.request, error.extras.headers ?? {}))
    return refusedPage(visit, error)
  }
  if (error instanceof ApiError || options.isPassing(error)) return waitPage(visit)
  reply.request.log.error({ err: error, request: reply.request.id }, 'a page failed')
  return failedPage(visit)
}

/** If the REST root has the address `/` too, the page has to be chosen between the two. */
function sharingTheRoot(server: FastifyInstance): Record<string, string> {
  return server.hasRoute({ method: 'GET', url: '/' }) ? { wants: 'page' } : {}
}

/** Whether a request for `/` is for the index; its address may have been rewritten from that of `rest_route`. */
function asksForIndex({ headers, originalUrl = '' }: IncomingMessage & { originalUrl?: string }): boolean {
  return namesJson(headers.accept) || /[?&]rest_route=/.test(originalUrl)
}

/** `/` itself, or the record of `?post_type=…&p=…`, which is the address of drafts (`wire-others.md` 1.1). */
const homeOrRecord: Find = async (visit) => {
  const [postType, id] = [visit.query.get('post_type'), visit.query.get('p')]
  if (postType === null || id === null) return homePage(visit)
  const kind = Object.values(kinds).find((kind) => kind.postType === postType)
  return kind && /^\d{1,15}$/.test(id) ? recordPage(visit, kind.name, Number(id)) : undefined
}

function findBySlug(name: keyof typeof kinds): Find {
  return async (visit, { params, method, headers, body }) => {
    const id = await findIdBySlug(visit.context.db.read, kinds[name], params['slug'] ?? '')
    if (id === undefined) return undefined
    const password = method === 'POST' ? await passwordIn({ method, headers, body }) : undefined
    return recordPage(visit, name, id, password)
  }
}

/** The password from the form of a locked page; in a body, so that it is in no history and no log. */
async function passwordIn(request: Pick<PageRequest, 'method' | 'headers' | 'body'>): Promise<string> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { params } = await readBody(request.method, request.headers, bytes)
  const { password } = params
  return typeof password === 'string' ? password : ''
}

/** The visit of a reader who is not authenticated yet. */
export function visitOf(options: WebOptions, request: FastifyRequest): Visit {
  const { context, settings, siteName, siteDescription, assets, logo, tiles, formerBases } = options
  const path = pathOf(request)
  const query = new URLSearchParams(request.url.slice(path.length))
  const site = siteOf(settings, settings.namespaces[0] ?? '', originOf(request))
  return {
    context,
    formerBases,
    siteName,
    siteDescription,
    assets,
    logo,
    tiles,
    siteLinks: options.siteLinks,
    footerLinks: options.footerLinks,
    contact: options.contact,
    site,
    locale: options.localeFor(chosenIn(query) ?? request.headers['accept-language']),
    siteLocale: options.localeFor(undefined),
    caller: anonymous,
    provider: options.provider,
    hasPasskeys: partyOf(site, siteName) !== undefined,
    isMailOffered: options.letters.isOffered,
    proposals: options.submissions,
    letters: options.letters,
    guests: options.guests,
    now: options.now(),
    from: request.ip,
    path,
    query,
  }
}

/** Sends the page, a redirect to its canonical address, or 304 if the client has it already. */
async function send(
  reply: FastifyReply,
  { settings, answers }: WebOptions,
  visit: Visit,
  page: Page,
): Promise<FastifyReply> {
  const { request } = reply
  const { status = 200, canonical } = page
  const isAnybodys = visit.caller.id === anonymous.id && page.door === undefined
  const isPublic = isAnybodys && request.method !== 'POST' && !willPass(status)
  const headers = { ...pageHeaders(visit, page), ...cacheHeaders(isPublic, settings) }
  void reply.headers(headers)
  if (canonical !== undefined && !isAt(request, canonical, visit.site)) {
    return reply.code(301).header('Location', withQueryOf(canonical, request.url)).send('')
  }
  const document = pageDocument(page, visit)
  if (status !== 200) return reply.code(status).send(document)
  return sendRead(reply, answers, { headers, body: document, holds: holdsFrom(visit.now, page.holdsUntil) })
}

/** Whether the request has the page’s own path; the same letter may be percent-encoded in several ways. */
function isAt(request: FastifyRequest, canonical: string, { home }: Site): boolean {
  return percentDecoded(pathOf(request)) === percentDecoded(pathOf({ url: canonical.slice(home.length) }))
}
