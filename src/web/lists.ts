import { normalSlug } from '../posts/posts.query.ts'
import type { TermKind } from '../terms/terms.kind.ts'
import { findAncestors, findBySlug } from '../terms/terms.query.ts'
import { termView } from '../terms/terms.view.ts'
import { renderContent } from '../text/render.ts'
import { formats } from '../feeds/formats.ts'
import type { Site } from '../http/site.ts'
import { activeFilters, finder } from './finder.ts'
import { type Html, html } from './html.ts'
import type { FeedLink, Page } from './layout.ts'
import { listing, listUrl, type ListPlace, totalText } from './listing.ts'
import { filtersOf, filtersWithDays, type Narrowing, narrowingOf } from './narrowing.ts'
import { heading, pageFacts, prose } from './prose.ts'
import { endOfToday } from './today.ts'
import type { Visit } from './visit.ts'

/** The home page: upcoming events, and the search form. */
export async function homePage(visit: Visit): Promise<Page> {
  const { site, siteName, siteDescription, locale } = visit
  const { messages } = locale
  const narrowing = await narrowingOf(visit)
  const url = `${site.home}/`
  const isNarrowed = narrowing.pairs.length > 0
  const list = await listing(visit, narrowing, { url, params: {}, empty: emptyHome(visit, isNarrowed) })
  const filters = filtersOf(narrowing)
  const isFirst = narrowing.page === 1 && !isNarrowed
  return {
    title: isNarrowed ? messages.findEvents : siteName,
    part: list.part,
    summary: siteDescription,
    canonical: isNarrowed ? url : listUrl(url, narrowing, narrowing.page),
    isUnlisted: isNarrowed,
    json: serviceListUrl(site, filtersWithDays(narrowing)),
    feeds: listFeeds(site, filters),
    view: 'list',
    holdsUntil: endOfToday(visit),
    previous: list.previous,
    next: list.next,
    main: html`${isFirst ? greeting(visit) : undefined} ${await finder(visit, narrowing, url)}
    ${
      isFirst
        ? undefined
        : html`<div class="active">
            <h1>${isNarrowed ? totalText(visit, list.total) : messages.upcoming}</h1>
            ${activeFilters(visit, narrowing, url)}
          </div>`
    }
    ${list.html}`,
  }
}

function emptyHome({ locale }: Visit, isNarrowed: boolean): ListPlace['empty'] {
  const { messages } = locale
  return isNarrowed
    ? { title: messages.nothingFound, hint: messages.nothingFoundHint }
    : { title: messages.nothingPlanned, hint: messages.nothingPlannedHint }
}

function greeting({ siteDescription, locale }: Visit): Html {
  return html`<p class="eyebrow" dir="auto">${siteDescription}</p>
    <h1>${locale.messages.upcoming}</h1>`
}

/** The page of the term at the end of the slugs; undefined when there is none. */
export async function termPage(visit: Visit, kind: TermKind, slugs: string): Promise<Page | undefined> {
  const { context, site, locale } = visit
  const last = slugs.replace(/\/$/, '').split('/').at(-1) ?? ''
  const term = await findBySlug(context.db.read, kind, normalSlug(last))
  if (!term) return undefined
  const record = termView(term, site, await findAncestors(context.db.read, [term]))
  const description = renderContent(term.description)
  const query = [[kind.key, term.slug] as const]
  const list = await placeListing(visit, { url: record.url, params: { [kind.key]: [term.id] } })
  const { messages } = locale
  return {
    ...pageFacts({ url: record.url, title: record.name, text: description }),
    ...list.links,
    json: record.urls.self,
    events: serviceListUrl(site, query),
    feeds: listFeeds(site, query),
    main: html`<p class="eyebrow">${kind.hierarchical ? messages.category : messages.tag}</p>
      ${heading(record.name)}
      <div class="lead">${prose(visit, description)}</div>
      <p class="note">${totalText(visit, list.total)}</p>
      ${list.html}`,
  }
}

/** The list of events on a page about something else: its place, category or the like. */
export async function placeListing(visit: Visit, at: Pick<ListPlace, 'url' | 'params'>) {
  const { messages } = visit.locale
  // Of the query, only the page counts.
  const narrowing: Narrowing = { ...(await narrowingOf(onlyPage(visit))), pairs: [] }
  const empty = { title: messages.nothingPlanned, hint: messages.nothingComing }
  const list = await listing(visit, narrowing, { ...at, empty })
  return {
    ...list,
    links: {
      canonical: listUrl(at.url, narrowing, narrowing.page),
      holdsUntil: endOfToday(visit),
      part: list.part,
      previous: list.previous,
      next: list.next,
    },
  }
}

function onlyPage(visit: Visit): Visit {
  const page = visit.query.get('page')
  return { ...visit, query: new URLSearchParams(page === null ? [] : [['page', page]]) }
}

/** The address of the list of events in the service. */
export function serviceListUrl(site: Site, query: readonly (readonly [string, string])[]): string {
  return `${site.rest}/events/${queryText(query)}`
}

/** The feeds of the same list. */
export function listFeeds(site: Site, query: readonly (readonly [string, string])[]): FeedLink[] {
  return formats.map(({ mediaType, name, extension }) => ({
    mediaType,
    name,
    url: `${site.rest}/events.${extension}${queryText(query)}`,
  }))
}

/** The query with its question mark; empty for none. */
export function queryText(query: readonly (readonly [string, string])[]): string {
  return query.length > 0 ? `?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}` : ''
}
