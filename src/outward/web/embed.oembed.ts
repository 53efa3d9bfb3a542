import { anonymous, mayRead } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { element } from '../feeds/xml.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { findIdBySlug, findOwned, normalSlug } from '../../records/posts/posts.query.ts'
import { categoryKind, tagKind } from '../../records/terms/terms.kind.ts'
import { findBySlug } from '../../records/terms/terms.query.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { type Embeddable, embeddableAt } from './embed.address.ts'
import { findPublicEvent } from './embed.pages.ts'
import { cardSize, frameSize, frameSnippet, frameUrl, readEmbedded } from './embed.snippets.ts'
import { stated } from './labels.ts'
import { activeFilters } from './filters.ts'
import { calendarQueryOf } from './calendar.query.ts'
import { dateText } from './dates.ts'
import { onOneLine } from './ownText.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** An answer of oEmbed (oembed.com, 2.3.4): rich content, which is a frame. */
type Oembed = Readonly<Record<string, string | number>>

/** How other sites can show a page of ours. Throws 404 for other pages, or ones that are not public, and 501 for other formats. */
export async function answerOembed(visit: Visit): Promise<{ readonly type: string; readonly body: string }> {
  const { query } = visit
  const format = query.get('format') ?? 'json'
  if (format !== 'json' && format !== 'xml') throw new ApiError('oembed-format-not-known', { format })
  const url = query.get('url') ?? ''
  if (url === '') throw new ApiError('rest_missing_callback_param', { names: 'url' })
  const answer = await oembedOf(visit, url)
  if (!answer) throw new ApiError('oembed-not-found', { url })
  if (format === 'json') return { type: 'application/json; charset=utf-8', body: JSON.stringify(answer) }
  const members = Object.entries(answer).map(([name, value]) => element(name, String(value)))
  return {
    type: 'text/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="utf-8"?>\n${element('oembed', members).source}`,
  }
}

async function oembedOf(visit: Visit, url: string): Promise<Oembed | undefined> {
  const page = embeddableAt(visit.site, url)
  if (!page) return undefined
  if (page.of === 'event') return oembedOfEvent(visit, page.slug)
  const own = await filtersOf(visit, page)
  if (!own) return undefined
  // What a list is narrowed to, it shows elsewhere too; what the page is about goes before that.
  const { filters: asked } = readEmbedded(URL.parse(url)?.searchParams ?? new URLSearchParams())
  const filters = { ...asked, ...own }
  const month = page.of === 'month' ? page.month : undefined
  const view = page.of === 'month' ? 'month' : 'list'
  const src = frameUrl(visit.site, { view, month, look: {}, filters })
  return shared(visit, await titleOfList(visit, page, filters), src, frameSize)
}

/** What a list has: its month, or what it is narrowed to, and of which calendar it is. */
async function titleOfList(
  visit: Visit,
  page: Embeddable,
  filters: Readonly<Record<string, string>>,
): Promise<string> {
  const { locale, siteName } = visit
  const query = await calendarQueryOf({ ...visit, query: new URLSearchParams(filters) })
  const narrowed = (await activeFilters(visit, query)).map(({ text }) => text)
  const month = page.of === 'month' ? (page.month ?? todayOf(visit).toString().slice(0, 7)) : undefined
  const days = month === undefined ? [] : [dateText(locale, Temporal.PlainDate.from(`${month}-01`), 'month')]
  const what = [...days, ...narrowed]
  return `${what.length === 0 ? locale.messages.upcoming : onOneLine(what)} – ${siteName}`
}

async function oembedOfEvent(visit: Visit, slug: string): Promise<Oembed | undefined> {
  const found = await findPublicEvent(visit, slug)
  if (!found) return undefined
  const { image, title } = found.record
  const medium = image === false ? undefined : (image.sizes?.['medium'] ?? image)
  const src = `${visit.site.home}/embed/event/${slug}`
  return {
    ...shared(visit, stated(found.whole, visit, plainTextOfHtml(title)), src, cardSize),
    ...(medium && {
      thumbnail_url: medium.url,
      thumbnail_width: medium.width,
      thumbnail_height: medium.height,
    }),
  }
}

/** The filters of the lists of a page; undefined when its record does not exist, or is not public. */
async function filtersOf(
  { context: { db } }: Visit,
  page: Embeddable,
): Promise<Record<string, string> | undefined> {
  if (page.of === 'calendar' || page.of === 'month') return {}
  if (page.of === 'categories' || page.of === 'tags') {
    const kind = page.of === 'tags' ? tagKind : categoryKind
    const term = await findBySlug(db.read, kind, normalSlug(page.slug))
    return term && { [page.of]: term.slug }
  }
  const id = await findIdBySlug(db.read, kinds[page.of], page.slug)
  const owned = id === undefined ? undefined : await findOwned(db.read, kinds[page.of], id)
  return owned && mayRead(anonymous, owned) ? { [page.of]: String(owned.id) } : undefined
}

function shared(
  { site, siteName, query }: Visit,
  title: string,
  src: string,
  size: { width: number; height: number },
): Oembed {
  const width = Math.min(size.width, limitOf(query.get('maxwidth')))
  const height = Math.min(size.height, limitOf(query.get('maxheight')))
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: siteName,
    provider_url: `${site.home}/`,
    cache_age: cacheAge_s,
    html: frameSnippet(src, title, { width, height }),
    width,
    height,
  }
}

const cacheAge_s = 3600

function limitOf(sent: string | null): number {
  const limit = Number(sent ?? '')
  return Number.isInteger(limit) && limit > 0 ? limit : Infinity
}
