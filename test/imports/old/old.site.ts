import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerOf, type OldAnswer, refused } from './old.answers.ts'
import type { OldContents, OldPost, OldUser } from './old.model.ts'

/** How the old site misbehaves. */
export interface OldFaults {
  /** Messages of PHP stand before answers. */
  hasNotices: boolean
  /** Every address is answered with 503 and `Retry-After` the first time. */
  isBusy: boolean
  /** Every tenth answer takes this long, in milliseconds. */
  slow_ms: number
  /** There is no `wp/v2` for those who are not logged in. */
  isWpClosed: boolean
  /** The server itself asks for this login before anything else. */
  door?: { readonly user: string; readonly password: string }
  /** Routes are in a parameter only. */
  isPlain: boolean
  /** WordPress is older than the names for style sheets in its answers. */
  hasNoClasses: boolean
  /** Lists take no notice of a status, as those of old versions. */
  isStatusUnknown: boolean
  /** How many records more lists of WordPress say there are than they show. */
  uncounted: number
}

/** An old site that runs. */
export interface OldSite extends OldContents, OldFaults {
  /** By the name that it calls itself; another one, `aliasOrigin`, leads there. */
  readonly origin: string
  readonly aliasOrigin: string
  readonly root: string
  /** What was asked for, path and query. */
  readonly asked: string[]
  /** Called before each answer. */
  onAsk: (path: string) => void
  post(id: number): OldPost
  close(): Promise<void>
}

/** The words of addresses in German. */
export const germanWords = {
  events: 'veranstaltungen',
  event: 'veranstaltung',
  venue: 'ort',
  organizer: 'veranstalter',
  category: 'kategorie',
  tag: 'schlagwort',
}

/** Starts a site that answers as the original does (`docs/spec/wire-*.md`), with its faults. */
export async function startOldSite(given: Partial<OldContents & OldFaults> = {}): Promise<OldSite> {
  const server = createServer((request, response) => {
    void respond(site, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const site: OldSite = {
    posts: [],
    terms: [],
    files: [],
    users: [],
    words: germanWords,
    hasNotices: false,
    isBusy: false,
    slow_ms: 0,
    isWpClosed: false,
    isPlain: false,
    isStatusUnknown: false,
    uncounted: 0,
    hasNoClasses: false,
    ...given,
    origin,
    aliasOrigin: `http://localhost:${port}`,
    root: `${origin}/wp-json/tribe/events/v1`,
    asked: [],
    onAsk: () => {},
    post: (id) => {
      const post = site.posts.find((each) => each.id === id)
      if (!post) throw new Error(`The old site has no post ${id}.`)
      return post
    },
    close: () => ended(server),
  }
  return site
}

function ended(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** The addresses that a busy site has refused once. */
const answered = new WeakMap<OldSite, Set<string>>()

async function respond(site: OldSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = request.url ?? '/'
  const url = new URL(address, site.origin)
  if (request.headers.host !== new URL(site.origin).host)
    return void response.writeHead(301, { location: `${site.origin}${address}` }).end()
  site.asked.push(address)
  site.onAsk(address)
  if (site.slow_ms > 0 && site.asked.length % 10 === 0) await sleep(site.slow_ms)
  const known = answered.get(site) ?? new Set()
  answered.set(site, known)
  if (site.isBusy && !known.has(address) && known.add(address))
    return void response.writeHead(503, { 'retry-after': '1' }).end('<html>Down for maintenance</html>')
  const { door } = site
  const login = loginOf(request)
  if (door && (login?.user !== door.user || login.password !== door.password))
    return void response
      .writeHead(401, { 'www-authenticate': 'Basic realm="Staging"' })
      .end('<html>401</html>')
  const file = fileAt(site, url.pathname)
  if (file) return void response.writeHead(200, { 'content-type': 'image/png' }).end(file)
  const route = routeOf(site, url)
  if (route === undefined) return page(site, url, response)
  const isAcknowledged = String(request.headers['x-tec-eea']).startsWith('I understand that this endpoint')
  const asked = { route, login, isAcknowledged }
  json(site, response, door ? inside(site, url, asked, undefined) : judged(site, url, asked))
}

function judged(
  site: OldSite,
  url: URL,
  asked: Asked & { login: { user: string; password: string } | undefined },
): OldAnswer {
  const { login } = asked
  const user = login && site.users.find((each) => each.login === login.user)
  if (login && !user) return refused(401, 'invalid_username')
  if (login && user?.password !== login.password) return refused(401, 'incorrect_password')
  return inside(site, url, asked, user)
}

interface Asked {
  readonly route: string
  readonly isAcknowledged: boolean
}

function inside(
  site: OldSite,
  url: URL,
  { route, isAcknowledged }: Asked,
  user: OldUser | undefined,
): OldAnswer {
  if (site.isWpClosed && !user && route.startsWith('/wp/v2/')) return refused(401, 'rest_cannot_access')
  const reader = { isEditor: user?.role === 'administrator', hasClasses: !site.hasNoClasses }
  const query = new URLSearchParams(url.searchParams)
  if (site.isStatusUnknown && !route.startsWith('/wp/')) query.delete('status')
  return answerOf({
    contents: site,
    origin: site.origin,
    route,
    query,
    reader,
    user,
    turn: site.asked.length,
    isAcknowledged,
  })
}

function loginOf({ headers }: IncomingMessage): { user: string; password: string } | undefined {
  const [, code] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
  if (code === undefined) return undefined
  const [user = '', ...rest] = Buffer.from(code, 'base64').toString().split(':')
  return { user, password: rest.join(':') }
}

function fileAt(site: OldSite, path: string): Uint8Array | undefined {
  const [, name] = /^\/wp-content\/uploads\/(.+)$/.exec(decodeURIComponent(path)) ?? []
  const bare = name?.replace(/-\d+x\d+(?=\.\w+$)/, '')
  return site.files.find((file) => !file.isLost && (file.path === name || file.path === bare))?.bytes
}

function routeOf(site: OldSite, url: URL): string | undefined {
  const route = url.searchParams.get('rest_route')
  if (route !== null) return route
  return site.isPlain || !url.pathname.startsWith('/wp-json')
    ? undefined
    : url.pathname.slice('/wp-json'.length)
}

/** Pages have nothing but the links by which the interfaces are found. */
function page(site: OldSite, url: URL, response: ServerResponse): void {
  const api = site.isPlain ? `${site.origin}/?rest_route=/` : `${site.origin}/wp-json/`
  const isThere = url.pathname === '/' || url.pathname.startsWith(`/${site.words.events}/`)
  response
    .writeHead(isThere ? 200 : 404, {
      'content-type': 'text/html; charset=UTF-8',
      link: `<${api}>; rel="https://api.w.org/"`,
    })
    .end(
      `<!doctype html><html><head><link rel="https://api.w.org/" href="${api}"></head><body>${'Events. '.repeat(20)}</body></html>`,
    )
}

/** Wire: slashes and letters beyond ASCII are escaped. */
function json(site: OldSite, response: ServerResponse, { status, body, total }: OldAnswer): void {
  const text = JSON.stringify(body)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const notice = site.hasNotices
    ? '<br />\n<b>Deprecated</b>: Creation of dynamic property Tribe[0] in <b>/www/x.php</b> on line <b>7</b><br />\n'
    : ''
  response
    .writeHead(status, {
      'content-type': site.hasNotices ? 'text/html' : 'application/json; charset=UTF-8',
      ...(total === undefined ? {} : { 'x-wp-total': String(total + site.uncounted) }),
    })
    .end(`${notice}${text}`)
}
