import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Wire = Record<string, unknown>
type Lists = Record<'categories' | 'tags' | 'venues' | 'organizers' | 'events', Wire[]>

/** A site as it would answer, and how it misbehaves. */
export interface FakeSite extends Lists {
  /** Without a slash at the end. */
  readonly root: string
  readonly origin: string
  /** The addresses that were asked for, below the root, with what was sent along. */
  readonly asked: { path: string; query: URLSearchParams; headers: IncomingMessage['headers'] }[]
  /** Answers instead of the site: true when it has. */
  interfere: (request: IncomingMessage, response: ServerResponse) => boolean
  /** What lists say their total is. */
  total: (key: string, real: number) => number
  /** Before this nothing is answered. */
  opening: Promise<void>
  /** Whether lists carry an ETag. */
  hasEtags: boolean
}

const namespace = '/wp-json/tribe/events/v1'
const mostPerPage = 50

/** Starts a site on the loopback interface that answers as the original does (`docs/spec/wire-*.md`); stopped when the test ends. */
export async function fakeSite(lists: Partial<Lists> = {}): Promise<FakeSite> {
  const server = createServer((request, response) => {
    void site.opening.then(() => answer(site, request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an address of this kind.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const site: FakeSite = {
    categories: [],
    tags: [],
    venues: [],
    organizers: [],
    events: [],
    ...lists,
    origin,
    root: `${origin}${namespace}`,
    asked: [],
    interfere: () => false,
    total: (_, real) => real,
    opening: Promise.resolve(),
    hasEtags: false,
  }
  return site
}

function answer(site: FakeSite, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', site.origin)
  const path = url.pathname.slice(namespace.length)
  site.asked.push({ path, query: url.searchParams, headers: request.headers })
  if (site.interfere(request, response)) return
  if (url.pathname === '/wp-json/') return send(response, 200, { gmt_offset: 0, timezone_string: 'UTC' })
  if (url.pathname === '/wp-json/wp/v2/tribe_events')
    return send(response, 200, idsOf(site, url.searchParams))
  const [, key = '', id] = path.split('/')
  const list = site[key as keyof Lists]
  if (!url.pathname.startsWith(namespace) || !Array.isArray(list))
    return send(response, 404, refusal('rest_no_route', 404))
  if (id !== undefined) {
    const found = list.find((record) => String(record['id']) === id)
    return found ? send(response, 200, found) : send(response, 404, refusal('rest-event-not-found', 404))
  }
  page(site, { key, list, url, request, response })
}

/** A page of what WordPress itself tells of events: which there are. */
function idsOf({ events }: FakeSite, query: URLSearchParams): Wire[] {
  const [page, perPage] = [Number(query.get('page')), Number(query.get('per_page'))]
  const ids = events.flatMap(({ id }) => (typeof id === 'number' ? id : []))
  return ids.slice((page - 1) * perPage, page * perPage).map((id) => ({ id, class_list: [`post-${id}`] }))
}

function page(
  site: FakeSite,
  of: { key: string; list: Wire[]; url: URL; request: IncomingMessage; response: ServerResponse },
): void {
  const { key, list, url, request, response } = of
  const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 10), mostPerPage)
  const number = Number(url.searchParams.get('page') ?? 1)
  const items = list.slice((number - 1) * perPage, number * perPage)
  const isTerms = key === 'categories' || key === 'tags'
  if (items.length === 0 && number > 1 && !isTerms)
    return send(response, 404, refusal(`${key.slice(0, -1)}-archive-page-not-found`, 404))
  const total = site.total(key, list.length)
  const body = { [key]: items, rest_url: url.href, total, total_pages: Math.ceil(total / perPage) }
  const etag = `"${Buffer.from(JSON.stringify(body)).toString('base64').length}-${hashOf(JSON.stringify(items))}"`
  if (site.hasEtags && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  send(response, 200, body, site.hasEtags ? { etag } : {})
}

function hashOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_000_007, 7)
}

/** Wire: slashes and letters beyond ASCII are escaped. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(text)
}

function refusal(code: string, status: number) {
  return { code, message: `Refused: ${code}.`, data: { status } }
}

/** An event as the original shows it. */
export function wireEvent(id: number, more: Wire = {}): Wire {
  const details = { year: '2031', month: '05', day: '01', hour: '20', minutes: '00', seconds: '00' }
  return {
    id,
    global_id: `old.example?id=${id}`,
    global_id_lineage: [`old.example?id=${id}`],
    author: '7',
    status: 'publish',
    date: '2020-01-01 10:00:00',
    date_utc: '2020-01-01 10:00:00',
    modified: '2020-06-01 10:00:00',
    modified_utc: '2020-06-01 10:00:00',
    url: `https://old.example/veranstaltung/event-${id}/`,
    rest_url: `https://old.example${namespace}/events/${id}`,
    title: `Rock &#8217;n&#8217; Roll &#038; more, part ${id}`,
    description: '<p>He said &#8220;yes&#8221;.</p>\n<p>10&#215;20</p>',
    excerpt: '',
    slug: `event-${id}`,
    image: false,
    all_day: false,
    start_date: '2031-05-01 20:00:00',
    start_date_details: details,
    end_date: '2031-05-01 22:00:00',
    end_date_details: details,
    utc_start_date: '2031-05-02 00:00:00',
    utc_start_date_details: details,
    utc_end_date: '2031-05-02 02:00:00',
    utc_end_date_details: details,
    timezone: 'America/New_York',
    timezone_abbr: 'EDT',
    cost: '$10 – $20',
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: ['10', '20'] },
    website: `https://old.example/veranstaltung/event-${id}/`,
    show_map: true,
    show_map_link: false,
    hide_from_listings: false,
    sticky: false,
    featured: true,
    categories: [],
    tags: [],
    venue: [],
    organizer: [],
    custom_fields: [],
    ...more,
  }
}

/** A venue as the original shows it: members without a value are missing. */
export function wireVenue(id: number, more: Wire = {}): Wire {
  return {
    id,
    author: '7',
    status: 'publish',
    date: '2019-01-01 10:00:00',
    date_utc: '2019-01-01 10:00:00',
    modified: '2019-01-01 10:00:00',
    modified_utc: '2019-01-01 10:00:00',
    url: `https://old.example/venue/venue-${id}/`,
    venue: `Venue ${id} &#038; Bar`,
    slug: `venue-${id}`,
    city: 'München',
    show_map: true,
    show_map_link: true,
    global_id: `old.example?id=${id}`,
    global_id_lineage: [`old.example?id=${id}`],
    ...more,
  }
}

/** A category as its own list shows it. */
export function wireCategory(id: number, name: string, parent = 0): Wire {
  const slug = name.toLowerCase().replaceAll(/\W+/g, '-')
  return {
    id,
    count: 0,
    description: '',
    name,
    slug,
    taxonomy: 'tribe_events_cat',
    parent,
    meta: [],
    url: `https://old.example/events/category/${slug}/`,
  }
}
