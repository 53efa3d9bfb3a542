import type { FastifyInstance, FastifyRequest } from 'fastify'
import { anonymous, can } from '../../http/auth/rights.ts'
import { colorNames } from '../../pure/params/words.ts'
import { type Language, spokenIn } from '../../pure/text/language.ts'
import { editView } from '../../people/users/users.edit.view.ts'
import { existing } from '../../people/users/users.routes.ts'
import type { WpUser } from '../../people/users/users.view.ts'
import { type AdminFiles, adminFiles } from './admin.files.ts'
import { sendAsset } from './assets.ts'
import { type Html, html } from '../../pure/text/htmlTemplate.ts'
import { preloadedBook } from './layout.ts'
import type { Page } from './page.ts'
import { langOf } from './ownText.ts'
import { answer } from './pages.ts'
import type { WebOptions } from './pages.options.ts'
import type { Visit } from './visit.ts'
import { type WaitingCounts, waitingFor } from './waiting.ts'

/** Where people edit the calendar. */
const adminPath = '/admin'

/** Where its files are. */
const filesPath = `${adminPath}/files`

/**
 * Serves the editing interface: one page at all addresses below `/admin`, a program that asks the REST interface for
 * everything else. Who has not signed in is sent to do so, and comes back.
 */
export function registerAdmin(server: FastifyInstance, options: WebOptions): void {
  for (const url of [adminPath, `${adminPath}/*`]) {
    server.route({
      method: ['GET', 'HEAD'],
      url,
      exposeHeadRoute: false,
      handler: (request, reply) =>
        answer(reply, options, async (visit) => {
          const elsewhere = ledTo(visit, request.url)
          if (elsewhere === undefined) return adminPage(visit, await adminFiles(), await knownAtFirst(visit))
          void reply.header('Location', elsewhere)
          return { status: 303, title: '', main: html`` }
        }),
    })
  }
  server.route({
    method: ['GET', 'HEAD'],
    // By its address it has to do with the pages of events alone.
    url: `${adminPath}/events/door.js`,
    exposeHeadRoute: false,
    handler: async (_request, reply) => {
      const worker = options.assets.find('door.worker.js')
      return worker ? sendAsset(reply, worker, false) : reply.callNotFound()
    },
  })
  server.route({
    method: ['GET', 'HEAD'],
    url: `${filesPath}/:file`,
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const { files } = await adminFiles()
      const asset = files.get(request.params.file)
      return asset ? sendAsset(reply, asset, true) : reply.callNotFound()
    },
  })
}

/** Where who asks is led instead: to signing in, and from the first screen to proposing, where nothing here is for them but their account. */
function ledTo(visit: Visit, url: string): string | undefined {
  if (visit.caller.id === anonymous.id) return signInUrl(visit, url)
  const { pathname } = new URL(url, 'http://any')
  const isFirst = pathname === adminPath || pathname === `${adminPath}/`
  return isFirst && !can(visit.caller, 'create') ? `${visit.site.path}/submit` : undefined
}

/** Where one signs in and comes back to the address from. */
function signInUrl({ site }: Visit, url: string): string {
  return `${site.path}/signin?next=${encodeURIComponent(url)}`
}

/** What the frame shows, so that it is drawn before anything is asked for. */
interface KnownAtFirst {
  readonly me: WpUser
  readonly waits: WaitingCounts | undefined
  /** Under which other address letters went out before. */
  readonly elsewhere: string | undefined
}

async function knownAtFirst(visit: Visit): Promise<KnownAtFirst> {
  const { caller, site, now, context } = visit
  const { read } = context.db
  const [user, waits, elsewhere] = await Promise.all([
    existing(read, caller.id),
    waitingFor(visit),
    can(caller, 'manage_letters') ? visit.letters.elsewhere() : undefined,
  ])
  return { me: await editView(read, user, { site, now, caller, isOwn: true }), waits, elsewhere }
}

function adminPage(visit: Visit, { manifest }: AdminFiles, known: KnownAtFirst): Page {
  const { siteName, assets, site, logo } = visit
  const own = (file: string) => `${site.path}${filesPath}/${file}`
  // Pages have no other languages.
  const language: Language = spokenIn(visit.locale.tag)?.language ?? 'en'
  return {
    title: siteName,
    isUnlisted: true,
    main: html``,
    document: html`<!doctype html>
      <html lang="${visit.locale.tag}" dir="${visit.locale.direction}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${siteName}</title>
          <meta name="robots" content="noindex" />
          <meta name="color-scheme" content="light dark" />
          <link rel="icon" href="${assets.url(site, logo ?? 'icon.svg')}" />
          ${preloadedBook(visit)}
          <link rel="stylesheet" href="${own(manifest.style)}" />
          ${assets.themed.map((name) => html`<link rel="stylesheet" href="${assets.url(site, name)}" />`)}
          ${[...manifest.needs, manifest.messages[language]].map(
            (name) => html`<link rel="modulepreload" href="${own(name)}" />`,
          )}
          <script type="module" src="${own(manifest.script)}"></script>
        </head>
        ${body(visit, known)}
      </html> `,
  }
}

/** The body, with what the program has to know before it asks for anything. Its addresses are on the origin that it came from. */
function body(visit: Visit, { me, waits, elsewhere }: KnownAtFirst): Html {
  const { site, siteName, logo, assets, locale, context, tiles, proposals, caller } = visit
  return html`<body
    data-home="${site.path}"
    data-root="${pathOf(site.root)}"
    data-rest="${pathOf(site.rest)}"
    data-name="${siteName}"
    data-logo="${assets.url(site, logo ?? 'icon.svg')}"
    data-zone="${context.siteZone.id}"
    data-zones="${assets.url(site, 'zones.json')}"
    data-currency="${context.currencyCode}"
    data-currency-sign="${context.costFormat.symbol}"
    data-text-language="${langOf(visit) ?? ''}"
    data-first-day="${locale.firstDay}"
    data-colours="${colorNames.join(' ')}"
    data-tiles="${tiles.url}"
    data-tiles-by="${tiles.attribution}"
    data-tiles-style="${assets.url(site, 'leaflet.css')}"
    data-proposes="${proposals.isOpenTo(caller) ? 'yes' : ''}"
    data-me="${JSON.stringify(me)}"
    data-waiting="${waits?.events ?? ''}"
    ${proposedAndLetters(visit, { waits, elsewhere })}
  >
    <noscript>${locale.messages.editingNeedsScript}</noscript>
  </body>`
}

/** How many proposals wait; and whether letters are sent, with their foot for who writes them: that mail is missing is told to who can change that. */
function proposedAndLetters(
  { letters, caller }: Visit,
  { waits, elsewhere }: Pick<KnownAtFirst, 'waits' | 'elsewhere'>,
): Html {
  const proposed = html`data-proposed="${waits?.proposals ?? ''}"`
  const { isOn, imprint } = letters.parts.settings()
  if (!isOn) return proposed
  if (letters.isOffered)
    return html`${proposed} data-letters="yes"
    data-letters-imprint="${can(caller, 'manage_letters') ? imprint : ''}"
    ${elsewhere === undefined ? undefined : html`data-letters-elsewhere="${elsewhere}"`}`
  return can(caller, 'manage_settings') ? html`${proposed} data-letters="mail"` : proposed
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '')
}
