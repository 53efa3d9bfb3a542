import { findRedirect, type Redirected } from '../imports/imports.query.ts'
import { pathOf } from '../http/site.ts'
import { findAncestors, findTerm } from '../terms/terms.query.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { termView } from '../terms/terms.view.ts'
import { viewUrl } from './calendar.address.ts'
import { feedsOf, queryText } from './feed.links.ts'
import type { FeedLink, Page } from './layout.ts'
import { recordPage } from './records.ts'
import type { Visit } from './visit.ts'

/** A new address: for good (301), or for today only (302), which must not be cached. */
export interface Moved {
  readonly url: string
  readonly status: 301 | 302
}

/** The page of the public record that had this address before it was imported, or the view that had it. */
export async function addressNow(visit: Visit, path: string): Promise<Moved | undefined> {
  const found = await findRedirect(visit.context.db.read, path)
  if (!found) return viewNow(visit, path)
  const address = await recordAddress(visit, found)
  return forGood(address && withQueryOf(address, path))
}

/** The address of a page with the query of the request, less what named the page at the root (`wire-others.md` 1.1). */
export function withQueryOf(canonical: string, url: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const pairs = search.split('&').filter((pair) => path !== '/' || !/^(?:p|post_type)=/.test(pair))
  const query = pairs.join('&')
  return query === '' ? pathOf({ url: canonical }) : `${pathOf({ url: canonical })}?${query}`
}

function forGood(url: string | undefined): Moved | undefined {
  return url === undefined ? undefined : { url, status: 301 }
}

async function recordAddress(visit: Visit, found: Redirected): Promise<string | undefined> {
  if (found.kind === 'image') return undefined
  if (found.kind === 'category') return termAddress(visit, categoryKind, found.id)
  if (found.kind === 'tag') return termAddress(visit, tagKind, found.id)
  const page = await recordPage(visit, found.kind, found.id)
  return page?.canonical
}

async function termAddress(
  { context, site }: Visit,
  kind: TermKind,
  id: number,
): Promise<string | undefined> {
  const { read } = context.db
  const row = await findTerm(read, kind, id)
  return row && termView(row, site, await findAncestors(read, [row])).url
}

/** The feed for a subscription to a page of The Events Calendar (`?ical=1`). */
export function calendarOf(visit: Visit, { feeds = [] }: Page): Moved | undefined {
  return asksForCalendar(visit) ? forGood(feedIn(feeds, 'text/calendar')) : undefined
}

function asksForCalendar({ query }: Visit): boolean {
  return query.has('ical') || query.has('outlook-ical')
}

function feedIn(feeds: readonly FeedLink[], wanted: string): string | undefined {
  return feeds.find(({ mediaType }) => mediaType === wanted)?.url
}

const rss = 'application/rss+xml'

type Now = (visit: Visit, part: string) => string | undefined

/** Views that begin today, by their addresses in The Events Calendar, or by ours without the date. */
const todays: readonly (readonly [address: RegExp, now: Now])[] = [
  [/^(?:\/events)?\/month$/, (visit) => viewUrl(visit, 'month')],
  [/^(?:\/events)?\/week$/, (visit) => viewUrl(visit, 'week')],
  [/^(?:\/events)?\/(?:today|day)$/, (visit) => viewUrl(visit, 'day')],
]

/** The addresses of other views of The Events Calendar, and of the same views here. */
const views: readonly (readonly [address: RegExp, now: Now])[] = [
  [/^\/events(?:\/list|\/photo|\/summary)?(?:\/page\/\d+)?$/, listNow],
  [/^\/events\/map$/, (visit) => viewUrl(visit, 'map')],
  [/^\/events\/(?:month\/)?(\d{4}-\d{2})$/, ({ site }, month) => `${site.home}/month/${month}`],
  [/^\/events\/week\/(\d{4}-\d{2}-\d{2})$/, ({ site }, day) => `${site.home}/week/${day}`],
  [/^\/events\/(?:day\/)?(\d{4}-\d{2}-\d{2})$/, ({ site }, day) => `${site.home}/day/${day}`],
]

/** The rest of an address of a category or tag that names a view, a day or a page of it. */
const viewPart = String.raw`\/(?:list|month|week|day|today|photo|map|summary|\d{4}-\d{2}(?:-\d{2})?)`
const pagePart = String.raw`\/page\/\d+`
const onward = `(?:${viewPart}(?:${pagePart})?|${pagePart})`

/** Other addresses of The Events Calendar, which are one page here. */
const others: readonly (readonly [address: RegExp, now: Now])[] = [
  [new RegExp(String.raw`^\/events\/tag\/([^/]+)(?:${onward})?$`), termNow(tagKind)],
  [new RegExp(String.raw`^\/tag\/([^/]+)${onward}$`), termNow(tagKind)],
  [new RegExp(String.raw`^\/events\/category\/(.+?)${onward}$`), termNow(categoryKind)],
  [/^\/event\/([^/]+)\/ical$/, ({ site }, slug) => `${site.home}/event/${slug}/?ical=1`],
  // With a date, and without one.
  [
    /^\/event\/([^/]+)\/(?:\d{4}-\d{2}-\d{2}(?:\/\d+)?|all)$/,
    ({ site }, slug) => `${site.home}/event/${slug}/`,
  ],
  [/^\/events\/feed$/, ({ site }) => feedIn(feedsOf(site, []), rss)],
  [
    /^\/events\/category\/(?:[^/]+\/)*([^/]+)\/feed$/,
    ({ site }, slug) => feedIn(feedsOf(site, [[categoryKind.key, slug]]), rss),
  ],
]

function termNow({ pages }: TermKind): Now {
  return (visit, path) => `${visit.site.home}/${pages}/${path}/${asksForCalendar(visit) ? '?ical=1' : ''}`
}

/** The parameters of the bar above the views, by those of the list here. */
const bar = { search: 'tribe-bar-search', from: 'tribe-bar-date' } as const

function barPairs({ query }: Visit, wanted: readonly (keyof typeof bar)[]): [string, string][] {
  return wanted.flatMap((name): [string, string][] => {
    const value = query.get(bar[name]) ?? ''
    return value === '' ? [] : [[name, value]]
  })
}

function listNow(visit: Visit): string {
  return `${viewUrl(visit, 'list')}${queryText(barPairs(visit, ['search', 'from']))}`
}

function viewNow(visit: Visit, path: string): Moved | undefined {
  const bare = pathOf({ url: path }).replace(/\/$/, '')
  const today = nowOf(todays, visit, bare)
  const view = today ?? nowOf(views, visit, bare)
  // A subscription to any view had all upcoming events that matched the search.
  if (view !== undefined && asksForCalendar(visit))
    return forGood(feedIn(feedsOf(visit.site, barPairs(visit, ['search'])), 'text/calendar'))
  return today === undefined ? forGood(view ?? nowOf(others, visit, bare)) : { url: today, status: 302 }
}

function nowOf(addresses: typeof views, visit: Visit, path: string): string | undefined {
  for (const [address, now] of addresses) {
    const found = address.exec(path)
    if (found) return now(visit, found[1] ?? '')
  }
  return undefined
}
