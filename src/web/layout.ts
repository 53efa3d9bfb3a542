import { createHash } from 'node:crypto'
import type { Site } from '../http/site.ts'
import { type Html, html, sanitised } from './html.ts'
import { style } from './style.ts'

/** A public page before the site’s frame is put around it. */
export interface Page {
  /** 200 unless it says otherwise. */
  readonly status?: number
  /** As plain text. */
  readonly title: string
  /** What the page is about in a sentence or two, as plain text. */
  readonly summary?: string
  /** The one address of the page; any other way to it is redirected there. */
  readonly canonical?: string
  /** The same in the service. */
  readonly json?: string
  /** The same for feed readers and calendars. */
  readonly feeds?: readonly FeedLink[]
  /** schema.org data. */
  readonly jsonLd?: object
  readonly main: Html
}

/** A feed that a page tells of. */
export interface FeedLink {
  readonly mediaType: string
  /** The name of its format. */
  readonly name: string
  readonly url: string
}

/** The site as its pages name it. */
export interface Masthead {
  readonly site: Site
  readonly siteName: string
}

/** The whole document. */
export function pageDocument(page: Page, { site, siteName }: Masthead): string {
  const { title, summary, canonical, json, feeds = [], jsonLd } = page
  const isHome = canonical === `${site.home}/`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === siteName ? siteName : `${title} – ${siteName}`}</title>
        ${summary ? html`<meta name="description" content="${summary}" />` : undefined}
        ${canonical ? html`<link rel="canonical" href="${canonical}" />` : undefined}
        <link rel="https://api.w.org/" href="${site.root}/" />
        ${json ? html`<link rel="alternate" type="application/json" href="${json}" />` : undefined}
        ${feeds.map(
          ({ mediaType, name, url }) =>
            html`<link rel="alternate" type="${mediaType}" title="${title} (${name})" href="${url}" />`,
        )}
        ${styleElement} ${jsonLd ? dataBlock(jsonLd) : undefined}
      </head>
      <body>
        ${isHome ? undefined : html`<header><a href="${site.home}/" dir="auto">${siteName}</a></header>`}
        <main>${page.main}</main>
        <footer>
          <nav aria-label="For programs">
            <ul>
              ${json ? html`<li><a href="${json}">This page as JSON</a></li>` : undefined}
              <li><a href="${site.home}/docs">How to use the service</a></li>
            </ul>
          </nav>
        </footer>
      </body>
    </html> `.source
}

/** The headers of every page. Nothing may run in it, whatever has been written into it. */
export function pageHeaders(site: Site): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    // Who would rather have JSON is answered otherwise at `/`, and where there is no page.
    Vary: 'Accept',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    Link: `<${site.root}/>; rel="https://api.w.org/"`,
    // Wire: on pages, not on answers of the service (`wire-others.md` 5).
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': `${site.rest}/`,
    'X-TEC-API-ORIGIN': site.home,
  }
}

const policy = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  `img-src 'self' https:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** In one piece: a blank more, and the policy would not let it in. */
const styleElement = sanitised(`<style>${style}</style>`)

/** Data for search engines: not a script, and without a `<` that could end it. */
function dataBlock(jsonLd: object): Html {
  const json = JSON.stringify(jsonLd).replaceAll('<', '\\u003c')
  return sanitised(`<script type="application/ld+json">${json}</script>`)
}
