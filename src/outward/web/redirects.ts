import { scaledKey } from '../../storage/files/names.ts'
import { fileLike, fileUrl, wholeUpload } from '../../records/media/media.record.ts'
import { findMedia } from '../../records/media/media.query.ts'
import { pathOf } from '../../http/site.ts'
import { kinds, type PostKind } from '../../records/posts/posts.kind.ts'
import { findIdBySlug, findItemKind } from '../../records/posts/posts.query.ts'
import { addressesBelow, findRedirect, type Redirected } from '../../records/redirects/redirects.query.ts'
import { percentDecoded } from '../../pure/text/percent.ts'
import { findAncestors, findTerm } from '../../records/terms/terms.query.ts'
import { categoryKind, tagKind, type TermKind } from '../../records/terms/terms.kind.ts'
import { termView } from '../../records/terms/terms.view.ts'
import { calendarUrl, type View, viewPath } from './calendar.address.ts'
import { feedsOf } from './feed.links.ts'
import { asksFormerly, type FormerAddress, formerAddress, usualBases } from './former.address.ts'
import type { Bases, Visit } from './visit.ts'
import type { FeedLink, Page } from './page.ts'
import { recordPage } from './records.ts'
import { seriesNow } from './redirects.series.ts'
import { todayOf } from './today.ts'

/** A new address: for good (301), or for today only (302), which must not be cached. */
export interface Moved {
  readonly url: string
  readonly status: 301 | 302
}

/** Whether an address that has a page here is one of The Events Calendar by its query. */
export function isFormer({ query }: Pick<Visit, 'query'>): boolean {
  // Both together are the address of a draft here too.
  return asksFormerly(query) && !(query.has('p') && query.has('post_type'))
}

/**
 * Where what had this address is now: a record that was imported or had another slug, a view of The Events Calendar, a
 * subscription, a file or a sitemap of WordPress (`docs/moving.md`).
 */
export async function addressNow(visit: Visit, url: string): Promise<Moved | undefined> {
  const found = (await findRedirect(visit.context.db.read, url)) ?? (await categoryMoved(visit, url))
  const record = found && (await recordNow(visit, found, url))
  if (record) return record
  const series = await seriesNow(visit, url, found)
  if (series !== undefined) return forGood(withQueryOf(series, url))
  if (found) return undefined
  const path = pathOf({ url }).replace(/\/$/, '')
  const file = await fileNow(visit, path)
  if (file) return file
  const sitemap = sitemapNow(path)
  if (sitemap !== undefined) return forGood(`${visit.site.home}${sitemap}`)
  const asked = formerAddress(path, visit.query, await basesOf(visit, path))
  const moved = asked && (await formerNow(visit, asked))
  // What is nothing here has not moved.
  return moved && sameAddress(moved.url, `${visit.site.home}${url}`) ? undefined : moved
}

function sameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => percentDecoded(address.replace(/\/(?=\?|$)/, '')))
  return a === b
}

/** The category that had the last slug of an address; the ones before it may have changed too. */
async function categoryMoved({ context }: Visit, url: string): Promise<Redirected | undefined> {
  const [, slug] = /^\/events\/category\/[^?]+\/([^/?]+)\/?(?:\?|$)/.exec(url) ?? []
  return slug === undefined ? undefined : findRedirect(context.db.read, `/events/category/${slug}`)
}

/** The address of a page with the query of the request, less what named the page at the root (`wire-others.md` 1.1). */
export function withQueryOf(canonical: string, url: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const pairs = search.split('&').filter((pair) => path !== '/' || !/^(?:p|post_type)=/.test(pair))
  const query = pairs.join('&')
  return query === '' ? pathOf({ url: canonical }) : `${pathOf({ url: canonical })}?${query}`
}

/** The subscription to what a page of The Events Calendar showed (`?ical=1`), as long as it was there. */
export function calendarOf({ query }: Visit, { feeds = [] }: Page): Moved | undefined {
  if (!query.has('ical') && !query.has('outlook-ical')) return undefined
  const feed = feedIn(feeds, 'text/calendar')
  return feed === undefined ? undefined : forGood(isList(feed) ? nextOnes(feed, subscribed) : feed)
}

function forGood(url: string | undefined): Moved | undefined {
  return url === undefined ? undefined : { url, status: 301 }
}

async function recordNow(visit: Visit, found: Redirected, url: string): Promise<Moved | undefined> {
  const address = await recordAddress(visit, found)
  // A file is the same whatever the query says.
  return forGood(address && (found.kind === 'image' ? address : withQueryOf(address, url)))
}

async function recordAddress(visit: Visit, { kind, id }: Redirected): Promise<string | undefined> {
  if (kind === 'image') return mediaAddress(visit, id)
  if (kind === 'category') return termAddress(visit, categoryKind, id)
  if (kind === 'tag') return termAddress(visit, tagKind, id)
  return (await recordPage(visit, kind, id))?.canonical
}

async function mediaAddress(
  { context, site }: Visit,
  id: number,
  formerly = '',
): Promise<string | undefined> {
  const row = await findMedia(context.db.read, id)
  return row && fileUrl(site, fileLike(row, formerly))
}

/** The file that was at a path of the old site in a size of its own: only uploads are remembered, and what was shown of them. */
async function fileNow(visit: Visit, path: string): Promise<Moved | undefined> {
  if (!/\.(?:jpe?g|png|gif|webp|avif|pdf)$/i.test(path)) return undefined
  const upload = wholeUpload(path)
  for (const name of [path, upload, scaledKey(upload)]) {
    const found = await findRedirect(visit.context.db.read, name)
    if (found?.kind === 'image') return forGood(await mediaAddress(visit, found.id, path))
  }
  return undefined
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

/** Sitemaps of WordPress, and of the plug-in for them that most sites have. */
function sitemapNow(path: string): string | undefined {
  if (/^\/(?:wp-sitemap|sitemap_index)\.xml$/.test(path)) return '/sitemap.xml'
  const [, type, number = '1'] =
    /^\/wp-sitemap-(?:posts|taxonomies|users)-?([\w-]*?)-?(\d{1,6})?\.xml$/.exec(path) ??
    /^\/([\w-]+?)-sitemap(\d{1,6})?\.xml$/.exec(path) ??
    []
  if (type === undefined) return undefined
  const kind = Object.values(kinds).find(({ postType }) => postType === type)
  if (kind) return `/sitemaps/${kind.table}-${number}.xml`
  const term = [categoryKind, tagKind].find(({ taxonomy }) => taxonomy === type)
  return `/sitemaps/${term?.key ?? 'pages'}.xml`
}

/** The words of the site that was moved here, as far as the former addresses of its records show them. */
async function basesOf({ context, formerBases }: Visit, path: string): Promise<Bases> {
  const [first = ''] = path.toLowerCase().split('/').slice(1)
  const known = { ...usualBases, ...formerBases }
  if (first === '' || Object.values(known).some((words) => words.includes(first))) return known
  const found = await addressesBelow(context.db.read, `/${first}`)
  const bases: Record<keyof Bases, readonly string[]> = { ...known }
  for (const { kind, path: address } of found) {
    if (kind === 'image') continue
    const [, , second = '', third] = address.split('/')
    const isPart = (kind === 'category' || kind === 'tag') && third !== undefined
    if (isPart) bases.events = [...bases.events, first]
    bases[kind] = [...bases[kind], isPart ? second : first]
  }
  return bases
}

async function formerNow(visit: Visit, asked: FormerAddress): Promise<Moved | undefined> {
  const { subject } = asked
  if (subject.of === 'id') return idNow(visit, subject.id, asked)
  if (subject.of === 'event' || subject.of === 'venue' || subject.of === 'organizer')
    return postNow(visit, { of: subject.of, slug: subject.slug }, asked)
  if (asked.as === 'calendar' || asked.as === 'feed') return forGood(feedNow(visit, asked))
  return viewNow(visit, asked)
}

/** The record with the id that it had at its source, which imports keep. */
async function idNow(visit: Visit, id: number, asked: FormerAddress): Promise<Moved | undefined> {
  const kind = await findItemKind(visit.context.db.read, id)
  if (kind === undefined) return undefined
  if (kind === 'media') return forGood(await mediaAddress(visit, id))
  if (kind !== 'event' && kind !== 'venue' && kind !== 'organizer') return undefined
  const address = await recordAddress(visit, { kind, id })
  return forGood(address && withPairs(address, pairsKept(asked)))
}

async function postNow(
  visit: Visit,
  { of, slug }: { readonly of: PostKind['name']; readonly slug: string },
  asked: FormerAddress,
): Promise<Moved | undefined> {
  const { read } = visit.context.db
  const id = await findIdBySlug(read, kinds[of], slug)
  const found = id === undefined ? await findRedirect(read, `/${of}/${slug}`) : { kind: of, id }
  // What this reader may not see is not told of: it has not moved.
  const address = found && (await recordAddress(visit, found))
  if (address === undefined) return undefined
  if (asked.as === 'frame' && of === 'event')
    return forGood(address.replace(`${visit.site.home}/`, `${visit.site.home}/embed/`).replace(/\/$/, ''))
  return forGood(withPairs(address, pairsKept(asked)))
}

function pairsKept({ as, others }: FormerAddress): Pairs {
  return as === 'calendar' ? [...others, ['ical', '1']] : others
}

type Pairs = readonly (readonly [name: string, value: string])[]

function withPairs(address: string, pairs: Pairs): string {
  if (pairs.length === 0) return address
  return `${address}?${new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()}`
}

/** The filters that are named by an address, under their names here; `words`: how these are looked for. */
function filtersOf({ subject, isFeatured, search }: FormerAddress, words: 'q' | 'search'): Pairs {
  const last = subject.of === 'category' || subject.of === 'tag' ? subject.slugs.at(-1) : undefined
  const category = subject.of === 'calendar' ? subject.category : subject.of === 'category' ? last : undefined
  const tag = subject.of === 'calendar' ? subject.tag : subject.of === 'tag' ? last : undefined
  return [
    ...(search === undefined ? [] : [[words, search] as const]),
    ...(category === undefined ? [] : [['categories', category] as const]),
    ...(tag === undefined ? [] : [['tags', tag] as const]),
    ...(isFeatured ? [['featured', 'true'] as const] : []),
  ]
}

/** The page that shows the same; undefined when the date does not exist. */
function viewNow(visit: Visit, asked: FormerAddress): Moved | undefined {
  const { subject, view = asked.date?.length === 7 ? 'month' : 'list', others, page } = asked
  const day = asked.date === undefined ? todayOf(visit) : dayOf(asked.date)
  if (day === undefined) return undefined
  const isToday = asked.date === undefined && dated.has(view)
  const days = daysOf(asked, view)
  const filters = [...others, ...filtersOf(asked, 'q'), ...days]
  const isOwnPage = view === 'list' && !asked.isPast && (subject.of === 'category' || subject.of === 'tag')
  const path = isOwnPage ? `/${pathOfTerm(subject.of, subject.slugs)}/` : viewPath(view, day)
  const named: readonly string[] = isOwnPage ? [kindOfTerm(subject.of).key] : []
  const pairs = filters.filter(([name]) => !named.includes(name))
  const url = calendarUrl(visit.site, path, pairs, page)
  return { url, status: isToday ? 302 : 301 }
}

/** The views of one period each. */
const dated: ReadonlySet<View> = new Set(['month', 'week', 'day'])

function kindOfTerm(of: TermKind['name']): TermKind {
  return of === 'tag' ? tagKind : categoryKind
}

function pathOfTerm(of: TermKind['name'], slugs: readonly string[]): string {
  return [kindOfTerm(of).pages, ...slugs.map((slug) => encodeURIComponent(slug))].join('/')
}

/** The days of a list: from the date on, or those that are over. */
function daysOf({ date, isPast }: FormerAddress, view: View): Pairs {
  if (view !== 'list' && view !== 'map') return []
  if (!isPast) return date === undefined ? [] : [['from', date]]
  const until = date === undefined ? undefined : dayOf(date)
  if (until === undefined) return [['when', 'past']]
  return [
    ['from', until.subtract(shownOfPast).toString()],
    ['until', until.toString()],
  ]
}

/** How far a list of what was over by a day goes back, which begins with the oldest here. */
const shownOfPast = { months: 1 }

/** The day of a date, the first of a month; undefined when there is none. */
function dayOf(date: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(date.length === 7 ? `${date}-01` : date)
  } catch {
    return undefined
  }
}

/** How many events feeds had, unless more were asked for. */
const subscribed = 30
const inNews = 10

/** The feed of the same events: of a month or a day, else of the next ones or the last that are over. */
function feedNow(visit: Visit, asked: FormerAddress): string | undefined {
  const { view, date, as } = asked
  const isPeriod = date !== undefined && view !== undefined && dated.has(view)
  const first = date === undefined ? undefined : dayOf(date)
  if (date !== undefined && first === undefined) return undefined
  // Who subscribed there goes on with the same events.
  const filters = filtersOf(asked, 'search')
  const period = isPeriod && first ? daysOfFeed(view, first) : withoutEnd(asked)
  const mediaType = as === 'feed' ? 'application/rss+xml' : 'text/calendar'
  const feed = feedIn(feedsOf(visit.site, [...filters, ...period]), mediaType)
  if (feed === undefined || isPeriod) return feed
  return nextOnes(feed, as === 'feed' ? inNews : subscribed)
}

function withoutEnd({ date = 'today', isPast }: FormerAddress): Pairs {
  const beyond: Pairs = isPast
    ? [
        ['ends_before', date],
        ['order', 'desc'],
      ]
    : [['ends_after', date]]
  return [...beyond, ['strict_dates', 'true']]
}

function daysOfFeed(view: View, day: Temporal.PlainDate): Pairs {
  const first = view === 'month' ? day.with({ day: 1 }) : day
  const length = view === 'month' ? { months: 1 } : view === 'week' ? { days: 7 } : { days: 1 }
  return [
    ['ends_after', `${first} 00:00:00`],
    ['starts_before', `${first.add(length)} 00:00:00`],
    ['strict_dates', 'true'],
  ]
}

/** The feed without an end, but with only so many events. */
function nextOnes(feed: string, count: number): string {
  const url = new URL(feed)
  url.searchParams.delete('starts_before')
  if (!url.searchParams.has('per_page')) url.searchParams.set('per_page', String(count))
  return url.href
}

function isList(feed: string): boolean {
  return /\/events\.\w+(?:\?|$)/.test(feed)
}

function feedIn(feeds: readonly FeedLink[], wanted: string): string | undefined {
  return feeds.find(({ mediaType }) => mediaType === wanted)?.url
}
