import type { OldContents, OldPost, OldUser, Wire } from './old.model.ts'
import {
  lockedView,
  type OldReader,
  postView,
  termView,
  typesByKey,
  withJsonLd,
  wpFileView,
  wpView,
} from './old.records.ts'

/** An answer in JSON. */
export interface OldAnswer {
  readonly status: number
  readonly body: unknown
  /** As `X-WP-Total` says it. */
  readonly total?: number
}

/** A request to one of the interfaces. */
export interface OldAsk {
  readonly contents: OldContents
  readonly origin: string
  /** Such as `/tribe/events/v1/events/41`. */
  readonly route: string
  readonly query: URLSearchParams
  readonly reader: OldReader
  readonly user: OldUser | undefined
  /** Whether the header of the newer interface was sent. */
  readonly isAcknowledged?: boolean
  /** How often anything was asked for: lists without an order come in another one each time. */
  readonly turn: number
}

/** Answers as the original does; undefined where there is no such route. */
export function answerOf(ask: OldAsk): OldAnswer {
  const [, key = '', id] = /^\/tribe\/events\/v1\/(\w+)(?:\/(\d+))?\/?$/.exec(ask.route) ?? []
  if (key === 'categories' || key === 'tags') return termsOf(ask, key, id)
  const type = typesByKey[key]
  if (type !== undefined) return id === undefined ? listOf(ask, key) : singleOf(ask, Number(id))
  if (ask.route.startsWith('/wp/v2/')) return wpOf(ask)
  if (ask.route === '/tec/v1/events' && ask.contents.hasTec) return tecOf(ask)
  if (ask.route === '/' || ask.route === '')
    return ok({
      home: ask.origin,
      url: ask.origin,
      name: 'The old site',
      gmt_offset: 1,
      timezone_string: 'Europe/Berlin',
      namespaces: ['oembed/1.0', 'tribe/events/v1', 'wp/v2'],
    })
  return refused(404, 'rest_no_route')
}

const ok = (body: unknown): OldAnswer => ({ status: 200, body })

/** A refusal with a code. */
export function refused(status: number, code: string): OldAnswer {
  return { status, body: { code, message: `Refused: ${code}.`, data: { status } } }
}

const mostPerPage = 50

function pagingOf(query: URLSearchParams, most: number): { page: number; perPage: number } {
  return {
    page: Number(query.get('page') ?? 1),
    perPage: Math.min(Number(query.get('per_page') ?? 10), most),
  }
}

const editorStatuses = ['publish', 'future', 'draft', 'pending', 'private']

/** Wire: lists without a status have no order among records of the same date, so that their pages overlap. */
function listOf(ask: OldAsk, key: string): OldAnswer {
  const { contents, query, reader, origin } = ask
  const asked = query.get('status')?.split(',')
  if (asked && !reader.isEditor && asked.join() !== 'publish') return refused(400, 'rest_invalid_param')
  const statuses = asked ?? (reader.isEditor ? editorStatuses : ['publish'])
  const { page, perPage } = pagingOf(query, mostPerPage)
  const tie = (post: OldPost) => (asked ? post.id : (post.id * 7919 * (page + 1)) % 104_729)
  const listed = contents.posts
    .filter((post) => post.type === typesByKey[key] && statuses.includes(post.status) && !post.isHidden)
    .toSorted((one, other) => orderOf(key, one, other) || tie(one) - tie(other))
  const items = listed.slice((page - 1) * perPage, page * perPage)
  if (items.length === 0 && page > 1) return refused(404, `${key.slice(0, -1)}-archive-page-not-found`)
  const views = items.map((post) => {
    const view = withSlips(postView(contents, origin, post), ask)
    return post.password === undefined ? view : lockedView(view)
  })
  return ok({
    [key]: views,
    rest_url: origin,
    total: listed.length,
    total_pages: Math.ceil(listed.length / perPage),
  })
}

function orderOf(key: string, one: OldPost, other: OldPost): number {
  const name = key === 'events' ? 'start_date' : 'date'
  const [a, b] = [String(one.wire[name]), String(other.wire[name])]
  const ordered = a < b ? -1 : a > b ? 1 : 0
  return key === 'events' ? ordered : -ordered
}

/** Wire: numbers of galleries count on from the text before, and terms of the same name change places. */
function withSlips(view: Wire, { turn }: Pick<OldAsk, 'turn'>): Wire {
  const text = view['description']
  return {
    ...view,
    ...(typeof text === 'string' ? { description: text.replaceAll('gallery-N', `gallery-${turn}`) } : {}),
    ...(Array.isArray(view['categories']) && turn % 2 === 1
      ? { categories: view['categories'].toReversed() as unknown[] }
      : {}),
  }
}

function singleOf(ask: OldAsk, id: number): OldAnswer {
  const { contents, origin, reader, query } = ask
  const post = contents.posts.find((each) => each.id === id)
  const kind = ask.route.split('/')[4]?.slice(0, -1) ?? ''
  if (!post || post.type !== typesByKey[`${kind}s`])
    return kind === 'event' ? refused(404, 'rest-event-not-found') : refused(400, 'rest_invalid_param')
  if (post.isUnshown) return refused(404, 'rest-event-not-found')
  if (post.status === 'trash' && kind === 'event') return refused(403, 'event-no-longer-available')
  if (post.status !== 'publish' && !reader.isEditor) return refused(403, `${kind}-not-accessible`)
  const mayEdit = reader.isEditor && query.get('context') === 'edit'
  if (post.password !== undefined && !mayEdit) return refused(403, 'event-password-protected')
  return ok(withJsonLd(post, withSlips(postView(contents, origin, post), ask)))
}

function termsOf({ contents, origin, query }: OldAsk, key: string, id: string | undefined): OldAnswer {
  const taxonomy = key === 'tags' ? 'post_tag' : 'tribe_events_cat'
  const terms = contents.terms.filter((term) => term.taxonomy === taxonomy)
  if (id !== undefined) {
    const term = terms.find((each) => each.id === Number(id))
    return term ? ok(termView(contents, origin, term)) : refused(400, 'rest_invalid_param')
  }
  const { page, perPage } = pagingOf(query, mostPerPage)
  const items = terms.filter(({ isSkipped }) => !isSkipped).slice((page - 1) * perPage, page * perPage)
  return ok({
    rest_url: origin,
    total: terms.length,
    total_pages: Math.ceil(terms.length / perPage),
    [key]: items.map((term) => termView(contents, origin, term)),
  })
}

/** The interface of WordPress itself. */
function wpOf(ask: OldAsk): OldAnswer {
  const { contents, origin, route, query, reader, user } = ask
  const [, base = '', id] = /^\/wp\/v2\/([\w-]+)(?:\/(\w+))?$/.exec(route) ?? []
  if (base === 'users') return usersOf(ask, id)
  if (base === 'comments') {
    const posts = query.get('post')?.split(',').map(Number)
    const wanted = contents.posts.filter((post) => !posts || posts.includes(post.id))
    return listed(
      query,
      wanted.flatMap((post) =>
        Array.from({ length: post.comments ?? 0 }, (_, index) => ({
          id: post.id * 100 + index,
          post: post.id,
        })),
      ),
    )
  }
  if (base === 'media') {
    const include = query.get('include')?.split(',').map(Number)
    const files = contents.files.filter((file) =>
      id === undefined ? (include?.includes(file.id) ?? true) : file.id === Number(id),
    )
    if (id === undefined)
      return listed(
        query,
        files.map((file) => wpFileView(origin, file)),
      )
    return files[0] ? ok(wpFileView(origin, files[0])) : refused(404, 'rest_post_invalid_id')
  }
  if (base === 'tribe_events_cat') {
    const terms = contents.terms.filter(({ taxonomy }) => taxonomy === 'tribe_events_cat')
    return listed(
      query,
      terms.map(({ id, meta = {} }) => ({ id, meta })),
    )
  }
  if (base === 'tags') return refused(404, 'rest_no_route')
  const posts = contents.posts.filter((post) => post.type === base)
  if (!Object.values(typesByKey).includes(base as OldPost['type'])) return refused(404, 'rest_no_route')
  const isEditing = query.get('context') === 'edit'
  if (isEditing && !reader.isEditor) return refused(user ? 403 : 401, 'rest_forbidden_context')
  if (id !== undefined) {
    const post = posts.find((each) => each.id === Number(id))
    return post ? ok(wpView(post, isEditing, reader.hasClasses)) : refused(404, 'rest_post_invalid_id')
  }
  const statuses = query.get('status')?.split(',') ?? ['publish']
  if (!reader.isEditor && statuses.join() !== 'publish') return refused(400, 'rest_invalid_param')
  const shown = posts
    // Wire: events that are hidden and over are in no list but that of the newer interface.
    .filter((post) => statuses.includes(post.status) && !(post.isHidden && post.isOver))
    .toSorted((one, other) => one.id - other.id)
  return listed(
    query,
    shown.map((post) => wpView(post, isEditing, reader.hasClasses)),
  )
}

/** Wire: a page of a list of WordPress; past the end it is a refusal. */
function listed(query: URLSearchParams, all: readonly Wire[]): OldAnswer {
  const { page, perPage } = pagingOf(query, 100)
  const items = all.slice((page - 1) * perPage, page * perPage)
  return items.length === 0 && page > 1
    ? refused(400, 'rest_post_invalid_page_number')
    : { ...ok(items), total: all.length }
}

/** Wire: events that begin at the same time come in another order on each page, and the header that acknowledges is asked for. */
function tecOf({ contents, query, reader, isAcknowledged }: OldAsk): OldAnswer {
  if (!isAcknowledged) return refused(400, 'missing_experimental_endpoint_acknowledgement')
  const statuses = reader.isEditor ? (query.get('status')?.split(',') ?? ['publish']) : ['publish']
  const { page, perPage } = pagingOf(query, 100)
  const isStable = query.get('orderby') !== 'event_date'
  const tie = ({ id }: OldPost) => (isStable ? id : (id * 7919 * (page + 1)) % 104_729)
  const all = contents.posts
    .filter((post) => post.type === 'tribe_events' && statuses.includes(post.status))
    .toSorted((one, other) => tie(one) - tie(other))
  const items = all.slice((page - 1) * perPage, page * perPage)
  return items.length === 0 && page > 1
    ? { status: 404, body: { code: 'tec_rest_organizers_page_not_found', message: 'No.' } }
    : {
        ...ok(items.map(({ id, status }) => ({ id, class_list: [`post-${id}`, `status-${status}`] }))),
        total: all.length,
      }
}

function usersOf({ contents, query, reader, user }: OldAsk, id: string | undefined): OldAnswer {
  if (id === 'me')
    return user ? ok({ id: user.id, name: user.login, slug: user.login }) : refused(401, 'rest_not_logged_in')
  const isEditing = query.get('context') === 'edit'
  if (isEditing && !reader.isEditor) return refused(user ? 403 : 401, 'rest_forbidden_context')
  const view = (each: OldUser) => ({
    id: each.id,
    name: each.login.toUpperCase(),
    slug: each.login,
    ...(isEditing ? { username: each.login, email: each.email } : {}),
  })
  if (id === undefined) return listed(query, contents.users.map(view))
  const found = contents.users.find((each) => each.id === Number(id))
  return found ? ok(view(found)) : refused(404, 'rest_user_invalid_id')
}
