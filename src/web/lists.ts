import type { TermKind } from '../terms/terms.kind.ts'
import { findAncestors, findBySlug } from '../terms/terms.query.ts'
import { termView } from '../terms/terms.view.ts'
import { normalSlug } from '../posts/posts.query.ts'
import { renderContent } from '../text/render.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { common, heading, prose } from './records.ts'
import { listFeeds, listUrl, upcomingSection } from './upcoming.ts'
import type { Visit } from './visit.ts'

/** What this place is, what is on, and where programs find the same. */
export async function homePage(visit: Visit): Promise<Page> {
  const { site, siteName, siteDescription } = visit
  return {
    title: siteName,
    summary: siteDescription,
    canonical: `${site.home}/`,
    json: listUrl(site, undefined),
    feeds: listFeeds(site, undefined),
    main: html`<h1 dir="auto">${siteName}</h1>
      <p dir="auto">${siteDescription}</p>
      ${await upcomingSection(visit, { params: {}, query: undefined })}
      <h2>For programs</h2>
      <p>Everything here can be read, and with an account changed, through a REST service:</p>
      <ul>
        <li><a href="${site.home}/docs">How to use it</a>: every address and parameter, to try out.</li>
        <li><a href="${site.rest}/doc">Its description as an OpenAPI document</a>, for tools.</li>
        <li><a href="${indexUrl(visit)}">The index of its addresses</a>.</li>
      </ul>`,
  }
}

/** The page of the term at the end of the slugs; undefined when there is none. */
export async function termPage(visit: Visit, kind: TermKind, slugs: string): Promise<Page | undefined> {
  const { context, site } = visit
  const last = slugs.replace(/\/$/, '').split('/').at(-1) ?? ''
  const term = await findBySlug(context.db.read, kind, normalSlug(last))
  if (!term) return undefined
  const record = termView(term, site, await findAncestors(context.db.read, [term]))
  const description = renderContent(term.description)
  const narrowed = { params: { [kind.key]: [term.id] }, query: [kind.key, term.slug] as const }
  return {
    ...common({ url: record.url, title: record.name, text: description }),
    json: record.urls.self,
    feeds: listFeeds(site, narrowed.query),
    main: html`${heading(record.name)}${prose(description)}${await upcomingSection(visit, narrowed)}`,
  }
}

/** The REST root, unless this page has its address. */
function indexUrl({ site }: Visit): string {
  return site.root === site.home ? site.rest : `${site.root}/`
}
