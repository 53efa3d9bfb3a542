import { can } from '../../http/auth/rights.ts'
import { accessibilityPath } from './accessibility.path.ts'
import { viewUrl } from './calendar.address.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import { languageMenu } from './languages.ts'
import type { Page } from './page.ts'
import { iconUrl } from './look.ts'
import { say } from '../../pure/locale/locale.ts'
import type { Visit } from './visit.ts'
import { ofTexts } from './ownText.ts'

/** One link of the header. */
interface SiteLink {
  readonly url: string
  readonly text: string
  readonly isHere?: boolean
  /** Whether the operator has written its text. */
  readonly isOwn?: boolean
}

/** The header of all pages: the name of the site, its places, the operator’s own links, and the way in. On phones a sheet holds the links. */
export function masthead(page: Page, visit: Visit): Html {
  const { site, siteName, logo, locale } = visit
  const { messages } = locale
  return html`<header class="masthead">
    <div class="wrap">
      <a class="brand" href="${site.home}/"
        ><img src="${iconUrl(visit)}" alt="" ${squareOf(logo)} /><span ${ofTexts(visit)}>${siteName}</span></a
      >
      <button class="plain icon to-site" popovertarget="site" aria-label="${messages.menu}">
        ${icon('menu')}
      </button>
      <nav class="site" id="site" popover aria-label="${messages.siteLinks}">
        <div class="sheet-head">
          <strong>${messages.menu}</strong>
          <button
            class="plain icon"
            popovertarget="site"
            popovertargetaction="hide"
            aria-label="${messages.close}"
          >
            ${icon('close')}
          </button>
        </div>
        <ul>
          ${linksOf(page, visit).map(
            ({ url, text, isHere, isOwn }) =>
              html`<li>
                <a
                  href="${url}"
                  ${isOwn ? ofTexts(visit) : undefined}
                  ${isHere ? sanitised('aria-current="page"') : undefined}
                  >${text}</a
                >
              </li>`,
          )}
          <li>${account(visit)}</li>
          ${proposing(visit)}
        </ul>
      </nav>
    </div>
  </header>`
}

/** Our icon is a square; a logo has the width that its picture gives it. */
function squareOf(logo: string | undefined): Content {
  return logo === undefined ? sanitised('width="36" height="36"') : sanitised('height="36"')
}

function linksOf({ view, isHome }: Page, visit: Visit): SiteLink[] {
  const { messages } = visit.locale
  return [
    { url: `${visit.site.home}/`, text: messages.whatsOn, isHere: isHome === true || view === 'list' },
    {
      url: viewUrl(visit, 'month'),
      text: messages.calendar,
      isHere: view === 'month' || view === 'week' || view === 'day',
    },
    { url: viewUrl(visit, 'map'), text: messages.map, isHere: view === 'map' },
    ...visit.siteLinks.map((link) => Object.assign({ isOwn: true }, link)),
  ]
}

/** The way in; or who has signed in, with the way out where a browser has: programs send their password each time. */
function account({ site, caller, locale, path, query }: Visit): Html {
  const { messages } = locale
  if (caller.id === 0) {
    const here = pathWithout(path, query)
    const next = here === '/' ? '' : `?next=${encodeURIComponent(here)}`
    return html`<a href="${site.home}/signin${next}" rel="nofollow">${messages.signIn}</a>`
  }
  const says = say(messages.signedIn, { name: caller.name || caller.login })
  const name = can(caller, 'create')
    ? html`<a class="account" href="${site.path}/admin/" dir="auto">${says}</a>`
    : html`<span class="account" dir="auto">${says}</span>`
  if (caller.session === undefined) return name
  return html`${name}
    <form class="way-out" method="post" action="${site.path}/signout">
      <button class="plain">${messages.signOut}</button>
    </form>`
}

/** The address of this page without its language, which the link to signing in carries itself. */
function pathWithout(path: string, query: URLSearchParams): string {
  const rest = new URLSearchParams([...query].filter(([name]) => name !== 'lang'))
  return rest.size === 0 ? path : `${path}?${rest.toString()}`
}

/** The footer of all pages: the operator’s links, and the languages. What programs need stands behind one link. */
export function footer(page: Page, visit: Visit): Html {
  const { site, siteName, siteDescription, footerLinks, locale } = visit
  const { messages } = locale
  return html`<footer class="colophon">
    <div class="wrap">
      <p>
        <strong ${ofTexts(visit)}>${siteName}</strong><br /><span ${ofTexts(visit)}>${siteDescription}</span>
      </p>
      <ul>
        <li><a href="${site.home}/venues">${messages.allPlaces}</a></li>
        <li><a href="${site.home}/organizers">${messages.organizersTitle}</a></li>
        ${footerLinks.map(({ url, text }) => html`<li><a href="${url}" ${ofTexts(visit)}>${text}</a></li>`)}
        ${
          visit.contact.accessibility === ''
            ? undefined
            : html`<li class="own-line">
                <a href="${site.home}${accessibilityPath}">${messages.accessibilityLink}</a>
              </li>`
        }
        <li><a href="${site.home}/widget">${messages.embedThis}</a></li>
        <li><a href="${site.home}/docs">${messages.service}</a></li>
      </ul>
      ${languageMenu(page, visit)}
    </div>
  </footer>`
}

/** The way to propose an event, where everybody may, or this reader does. */
function proposing({ site, locale, proposals, caller }: Visit): Html | undefined {
  const isOffered = proposals.audience === 'everybody' || proposals.isOpenTo(caller)
  return isOffered
    ? html`<li><a class="button plain" href="${site.home}/submit">${locale.messages.proposeTitle}</a></li>`
    : undefined
}
