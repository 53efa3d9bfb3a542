import { docsPath, serviceLinks } from '../../http/catalog.ts'
import { bookUrl } from './assets.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { iconUrl } from './look.ts'
import { embeddableAt, oembedUrl } from './embed.address.ts'
import { doorBody } from './entryPage.ts'
import { footer, masthead } from './frame.ts'
import { alternates, canonicalIn, keepingLanguage, localesOf } from './languages.ts'
import { previewOfSite } from './sharing.ts'
import type { Tiles, Visit } from './visit.ts'
import type { Page } from './page.ts'

/** The whole document. */
export function pageDocument(page: Page, visit: Visit): string {
  const { locale } = visit
  if (page.document) return page.document.source
  const document = html`<!doctype html>
    <html lang="${locale.tag}" dir="${locale.direction}">
      <head>
        ${head(page, visit)}
      </head>
      ${bodyOf(page, visit)}
    </html> `.source
  return page.framedBy === undefined ? keepingLanguage(document, visit) : document
}

function bodyOf(page: Page, visit: Visit): Html {
  if (page.framedBy !== undefined) return framedBody(page)
  return page.door === undefined ? wholeBody(page, visit) : doorBody(page, visit)
}

function wholeBody(page: Page, visit: Visit): Html {
  return html`<body>
    <a class="skip" href="#main">${visit.locale.messages.skip}</a>
    ${page.bar}${masthead(page, visit)}
    <main id="main" tabindex="-1">${page.main}</main>
    ${footer(page, visit)}
  </body>`
}

function framedBody({ main }: Page): Html {
  return html`<body class="framed">
    <main>${main}</main>
  </body>`
}

function head(page: Page, visit: Visit): Html {
  const { site, siteName, assets } = visit
  const { status = 200, title, summary, json, feeds = [], scripts = [] } = page
  const canonical = canonicalIn(page, visit)
  const { styles = [] } = page
  const names = [title === siteName ? undefined : title, page.part, siteName]
  // A view shows some days; its feeds have all upcoming events.
  const feedOf = page.view ? siteName : title
  const asset = (name: string) => assets.url(site, name)
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    ${page.framedBy === undefined ? undefined : sanitised('<base target="_top" />')}
    <title>${names.filter(Boolean).join(' – ')}</title>
    ${summary ? html`<meta name="description" content="${summary}" />` : undefined}
    ${canonical ? html`<link rel="canonical" href="${canonical}" />` : undefined} ${robots(page)}
    ${page.framedBy === undefined ? alternates(page) : undefined}
    ${page.previous ? html`<link rel="prev" href="${page.previous}" />` : undefined}
    ${page.next ? html`<link rel="next" href="${page.next}" />` : undefined}
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${iconUrl(visit)}" />
    ${preloadedBook(visit)}
    ${['style.css', ...styles, ...(page.bar ? ['bar.css'] : []), ...assets.themed].map((name) => html`<link rel="stylesheet" href="${asset(name)}" />`)}
    ${scripts
      .filter((name) => !name.startsWith('page'))
      .map((name) => html`<script defer src="${asset(name)}"></script>`)}
    <script type="module" src="${asset('page.js')}"></script>
    <link rel="apple-touch-icon" href="${asset('icon-192.png')}" />
    <link rel="manifest" href="${site.path}/site.webmanifest" />
    ${clientLinks(site, page)}
    ${json ? html`<link rel="alternate" type="application/json" href="${json}" />` : undefined}
    ${status === 200 && page.canonical && embeddableAt(site, page.canonical) ? oembedLinks(page.canonical, visit) : undefined}
    ${feeds.map(
      ({ mediaType, name, url }) =>
        html`<link rel="alternate" type="${mediaType}" title="${feedOf} (${name})" href="${url}" />`,
    )}
    ${openGraph(page, visit)}${page.jsonLd ? dataBlock(page.jsonLd) : undefined}
    ${page.itemList && page.isUnlisted !== true ? dataBlock(page.itemList) : undefined}`
}

/** The face of headings, asked for at once, so that the first page has it. */
export function preloadedBook({ assets, site, locale }: Pick<Visit, 'assets' | 'site' | 'locale'>): Content {
  const url = bookUrl(assets, site, locale.tag)
  return url && html`<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin />`
}

function robots({ isUnlisted, isDeadEnd }: Page): Content {
  if (!isUnlisted && !isDeadEnd) return undefined
  return html`<meta name="robots" content="noindex, ${isDeadEnd ? 'nofollow' : 'follow'}" />`
}

/** Wire: links to the service, for clients of the original that read pages rather than headers. */
function clientLinks(site: Visit['site'], page: Page): Html {
  return html`<link rel="https://api.w.org/" href="${site.root}/" />
    <meta name="tec-api-version" content="v1" />
    <meta name="tec-api-origin" content="${site.home}" />
    <link rel="alternate" href="${serviceRoot(site, page)}" />`
}

/** Wire: for a page with some events only, it is the address of these, for clients that should import just them. */
function serviceRoot(site: Visit['site'], { events }: Pick<Page, 'events'>): string {
  return events ?? `${site.rest}/`
}

/** Links by which other sites find out how to embed the page (oEmbed, 4). */
function oembedLinks(url: string, { site }: Visit): Html {
  return html`<link rel="alternate" type="application/json+oembed" href="${oembedUrl(site, url, 'json')}" />
    <link rel="alternate" type="text/xml+oembed" href="${oembedUrl(site, url, 'xml')}" />`
}

/** The Open Graph protocol, for previews of the page on other sites. */
function openGraph(page: Page, visit: Visit): Html | undefined {
  const { status = 200, title, summary } = page
  const canonical = canonicalIn(page, visit)
  if (status !== 200) return undefined
  const image = page.image ?? previewOfSite(visit)
  const properties: [name: string, content: string | number | undefined][] = [
    ['og:site_name', visit.siteName],
    ['og:title', title],
    ['og:type', 'website'],
    ['og:url', canonical],
    ['og:description', summary],
    ...localesOf(page, visit),
    ['og:image', image.url],
    ['og:image:width', image.width],
    ['og:image:height', image.height],
  ]
  return html`${properties.map(([name, content]) =>
      content ? html`<meta property="${name}" content="${content}" />` : undefined,
    )} <meta name="twitter:card" content="summary_large_image" />`
}

/** The headers of every page. Nothing of other sites may run in it or be loaded into it, whatever texts contain. */
export function pageHeaders(
  { site, tiles, path }: Pick<Visit, 'site' | 'tiles' | 'path'>,
  page: Pick<Page, 'framedBy' | 'events' | 'isSecret'>,
): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy(site, tiles, page.framedBy ?? `'none'`),
    'X-Content-Type-Options': 'nosniff',
    // Requests that prefer JSON get another answer at `/`, and where there is no page.
    Vary: 'Accept, Accept-Language, Authorization, Cookie',
    'Referrer-Policy': page.isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    Link: [
      `<${site.root}/>; rel="https://api.w.org/"`,
      ...(path === '/' || path === docsPath ? [serviceLinks(site)] : []),
    ].join(', '),
    // Wire: on pages, not on answers of the service (`wire-others.md` 5).
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': serviceRoot(site, page),
    'X-TEC-API-ORIGIN': site.home,
  }
}

/**
 * Allows only our own files, no inline scripts and styles, and the map tiles of the setting. Pictures and forms have the address of
 * the site, which is another origin where the page was asked for by an IP address or a second name.
 */
function policy({ named }: Visit['site'], { url }: Tiles, framedBy: string): string {
  const own = named === undefined ? `'self'` : `'self' ${named}`
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src ${own} data:${tileOrigin(url)}`,
    `media-src ${own}`,
    `font-src 'self'`,
    `connect-src ${own}`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action ${own}`,
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}

/** The origin of the tiles; `{s}` stands for a letter. */
function tileOrigin(url: string): string {
  if (url === '') return ''
  const [, origin = ''] = /^(https?:\/\/[^/]+)/.exec(url) ?? []
  return ` ${origin.replace('{s}', '*')}`
}

/** Data for search engines: not a script, and without a `<` that could end it. */
function dataBlock(jsonLd: object): Html {
  const json = JSON.stringify(jsonLd).replaceAll('<', '\\u003c')
  return sanitised(`<script type="application/ld+json">${json}</script>`)
}
