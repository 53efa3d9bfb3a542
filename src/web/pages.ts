import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { etagOf, isKnown } from '../http/conditional.ts'
import { cacheHeaders } from '../http/headers.ts'
import type { ServerSettings } from '../http/server.ts'
import { originOf, pathOf, type Site, siteOf } from '../http/site.ts'
import type { Context } from '../posts/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { findIdBySlug } from '../posts/posts.query.ts'
import { categoryKind, tagKind } from '../terms/terms.kind.ts'
import { preferred } from './accept.ts'
import { homePage, termPage } from './lists.ts'
import { type Page, pageDocument, pageHeaders } from './layout.ts'
import { recordPage } from './records.ts'
import { missingPage } from './refusals.ts'
import type { Visit } from './visit.ts'

/** What the public pages are made from. */
export interface WebOptions {
  readonly context: Context
  readonly settings: ServerSettings
  readonly siteName: string
  readonly siteDescription: string
  readonly now: () => Temporal.Instant
}

type PageRequest = FastifyRequest<{ Params: Record<string, string> }>
type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]
type Handler = NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>
type Find = (visit: Visit, request: PageRequest) => Promise<Page | undefined>

/** Serves the public pages that the `url` of records names (D6), as a reader who is not logged in may see them. */
export function registerPages(server: FastifyInstance, options: WebOptions): void {
  const otherwise = notFoundPage(options)
  const serve = (url: string, find: Find, constraints: Record<string, string> = {}) =>
    server.route({
      method: ['GET', 'HEAD'],
      url,
      constraints,
      exposeHeadRoute: false,
      handler: async (request: PageRequest, reply) => {
        const visit = visitOf(options, request)
        const page = await find(visit, request)
        return page ? send(reply, options, visit, page) : otherwise(reply)
      },
    })
  serve('/', homeOrRecord, sharingTheRoot(server))
  for (const { name } of Object.values(kinds)) serve(`/${name}/:slug`, findBySlug(name))
  serve(`/${categoryKind.pages}/*`, (visit, { params }) => termPage(visit, categoryKind, params['*'] ?? ''))
  serve(`/${tagKind.pages}/:slug`, (visit, { params }) => termPage(visit, tagKind, params['slug'] ?? ''))
}

/** Answers an address that is nothing: with a page, or with the service’s refusal to who would rather have JSON. */
export function notFoundPage(options: WebOptions): (reply: FastifyReply) => FastifyReply {
  return (reply) => {
    const { request } = reply
    const visit = visitOf(options, request)
    if (preferred(request.headers.accept) !== 'json') return send(reply, options, visit, missingPage)
    const words = { method: request.method, path: pathOf(request), doc: `${visit.site.rest}/doc` }
    const { status, body } = new ApiError('rest_no_route', words)
    return reply.code(status).headers({ Vary: 'Accept', 'X-Content-Type-Options': 'nosniff' }).send(body)
  }
}

/**
 * Where the REST root has the address `/` too, only those who ask for a page rather than JSON get one; the service
 * answers all others there.
 */
function sharingTheRoot(server: FastifyInstance): Record<string, string> {
  if (!server.hasRoute({ method: 'GET', url: '/' })) return {}
  server.addConstraintStrategy({
    name: 'wants',
    storage: () => {
      const handlers = new Map<unknown, Handler>()
      return {
        get: (wanted) => handlers.get(wanted) ?? null,
        set: (wanted, handler) => handlers.set(wanted, handler),
      }
    },
    deriveConstraint: ({ headers }) => preferred(headers.accept),
    validate: () => true,
  })
  return { wants: 'html' }
}

/** `/` itself, or the record that `?post_type=…&p=…` names, which is how drafts have an address (`wire-others.md` 1.1). */
const homeOrRecord: Find = async (visit, request) => {
  const query = new URLSearchParams(request.url.slice(pathOf(request).length))
  const [postType, id] = [query.get('post_type'), query.get('p')]
  if (postType === null || id === null) return homePage(visit)
  const kind = Object.values(kinds).find((kind) => kind.postType === postType)
  return kind && /^\d{1,15}$/.test(id) ? recordPage(visit, kind.name, Number(id)) : undefined
}

function findBySlug(name: keyof typeof kinds): Find {
  return async (visit, { params }) => {
    const id = await findIdBySlug(visit.context.db.read, kinds[name], params['slug'] ?? '')
    return id === undefined ? undefined : recordPage(visit, name, id)
  }
}

function visitOf(options: WebOptions, request: FastifyRequest): Visit {
  const { context, settings, siteName, siteDescription, now } = options
  const site = siteOf(settings, settings.namespaces[0] ?? '', originOf(request))
  return { context, site, siteName, siteDescription, now: now() }
}

/** Sends the page, or on to its one address, or 304 to who has it already. */
function send(reply: FastifyReply, { settings }: WebOptions, visit: Visit, page: Page): FastifyReply {
  const { request } = reply
  const { status = 200, canonical } = page
  void reply.headers({ ...pageHeaders(visit.site), ...cacheHeaders(true, settings.cacheMaxAge_s) })
  if (canonical !== undefined && !isAt(request, canonical, visit.site)) {
    return reply.code(301).header('Location', canonical).send('')
  }
  const document = pageDocument(page, visit)
  if (status !== 200) return reply.code(status).send(document)
  const etag = etagOf(document)
  void reply.header('ETag', etag)
  return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send(null) : reply.send(document)
}

/** Whether the request came by the page’s own path; the same letter may be percent-encoded in several ways. */
function isAt(request: FastifyRequest, canonical: string, { home }: Site): boolean {
  return decoded(pathOf(request)) === decoded(canonical.slice(home.length))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
