import { normalSlug } from '../../records/posts/posts.query.ts'
import type { TermKind } from '../../records/terms/terms.kind.ts'
import { findAncestors, findBySlug } from '../../records/terms/terms.query.ts'
import { termView } from '../../records/terms/terms.view.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { eventWords, type SearchWords } from '../../pure/text/search.ts'
import { shownContent } from '../../pure/text/render.ts'
import { calendarUrl } from './calendar.address.ts'
import {
  type CalendarQuery,
  calendarQueryOf,
  dayNames,
  filtersWithDays,
  replaced,
  valuesOf,
  withoutAll,
  type ActiveFilter,
} from './calendar.query.ts'
import { dateText, rangeText } from './dates.ts'
import { listFeeds, serviceListUrl } from './feed.links.ts'
import { filterCounts } from './filters.form.ts'
import { activeFilters, daysText } from './filters.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { itemListOf } from './itemList.ts'
import type { Page } from './page.ts'
import { type Listing, listing, totalText } from './listing.ts'
import { countText, say } from '../../pure/locale/locale.ts'
import { namesAbove } from './names.ts'
import { misreadLine } from './misread.ts'
import { filtersToDrop, nothing } from './emptyList.ts'
import { pageFacts, prose } from './prose.ts'
import { summaryOfList } from './summary.ts'
import { endOfMoment } from './today.ts'
import { besideFilters, pageHead, toolBar } from './tools.ts'
import type { Visit } from './visit.ts'
import { ofTexts } from './ownText.ts'

/** The list of upcoming events, narrowed by the filters of its address. */
export async function listPage(visit: Visit): Promise<Page> {
  const { site, locale } = visit
  const { messages } = locale
  const path = '/list'
  const query = await calendarQueryOf(visit)
  const active = await activeFilters(visit, query)
  const isNarrowed = active.length > 0
  const empty = async () =>
    isNarrowed
      ? nothing(messages.nothingFound, messages.nothingFoundHint, await filtersToDrop(visit, active, path))
      : nothing(messages.nothingPlanned, messages.nothingPlannedHint)
  const [list, counts, named] = await Promise.all([
    listing(visit, query, { path, empty }),
    filterCounts(visit, query),
    query.page === 1 ? namesAbove(visit, searchedIn(query)) : undefined,
  ])
  const feeds = listFeeds(visit, query)
  const tools = {
    view: 'list' as const,
    path,
    query,
    active,
    counts,
    found: foundText(visit, list),
    feeds,
    misread: await misreadLine(visit, query, path),
  }
  const { text: title, isOwn } = listTitle(visit, query, active)
  return {
    title,
    part: list.part,
    summary: summaryOfList(visit, title, list),
    canonical: calendarUrl(site, path, withoutAll(query.pairs, ['collapse']), query.page),
    isUnlisted: isNarrowed || query.params.collapse !== undefined,
    json: serviceListUrl(site, filtersWithDays(query)),
    feeds,
    view: 'list',
    holdsUntil: endOfMoment(visit),
    previous: list.previous,
    next: list.next,
    ...itemListOf(visit, list.events),
    main: html`<div class="wrap">
      ${pageHead(title, datesBelow(visit, query), isOwn ? { attributes: ofTexts(visit) } : {})}${toolBar(visit, tools)}
      ${await besideFilters(visit, tools, html`${named}${list.html}${pastLink(visit, query)}`)}
    </div>`,
  }
}

/** The words of a search. */
function searchedIn({ pairs }: CalendarQuery): SearchWords {
  const [text] = valuesOf(pairs, 'q')
  return text === undefined ? { all: [], none: [] } : eventWords(text)
}

/** How many events a list has, and how many dates these are where each series counts once. */
function foundText({ locale }: Visit, { total, dates }: Pick<Listing, 'total' | 'dates'>): string {
  const events = totalText({ locale }, total)
  return dates === total ? events : `${events} · ${countText(locale, locale.messages.datesInAll, dates)}`
}

/** The way to what is over, with the other filters; from there one gets back by the dates above. */
function pastLink({ site, locale }: Visit, { pairs, isOver }: CalendarQuery): Content {
  if (isOver) return undefined
  const past = replaced(withoutAll(pairs, dayNames), { when: 'past' })
  return html`<p>
    <a class="chip" href="${calendarUrl(site, '/list', past)}">${locale.messages.pastEvents}</a>
  </p>`
}

/** The heading of a list: its words, else its period in words, else its only filter. */
function listTitle(
  visit: Visit,
  query: CalendarQuery,
  active: readonly ActiveFilter[],
): Pick<ActiveFilter, 'text' | 'isOwn'> {
  const { messages } = visit.locale
  const [search] = valuesOf(query.pairs, 'q')
  if (search !== undefined) return { text: say(messages.quoted, { text: search }) }
  const [only] = active
  const days = daysText(visit, query)
  if (days !== undefined) return { text: days }
  return active.length === 1 && only ? only : { text: messages.upcoming }
}

/** The days of a period that has a name. */
function datesBelow({ locale }: Visit, { pairs, from, until, isOver }: CalendarQuery): string | undefined {
  if (until === undefined || isOver || !pairs.some(([name]) => name === 'when')) return undefined
  return from.equals(until)
    ? dateText(locale, from, 'day')
    : rangeText(locale, [from, until], 'weekdayAndDay')
}

/** The page of the term at the end of the slugs; undefined when there is none. Further filters narrow its list. */
export async function termPage(visit: Visit, kind: TermKind, slugs: string): Promise<Page | undefined> {
  const { context, site, locale } = visit
  const { messages } = locale
  const last = slugs.replace(/\/$/, '').split('/').at(-1) ?? ''
  const term = await findBySlug(context.db.read, kind, normalSlug(last))
  if (!term) return undefined
  const record = termView(term, site, await findAncestors(context.db.read, [term]))
  const description = shownContent(term.description, site.home)
  const list = await placeList(visit, record.url.slice(site.home.length), { [kind.key]: term.slug })
  return {
    ...list.factsOf({ url: record.url, title: record.name, text: description }),
    ...list.page,
    json: record.urls.self,
    events: serviceListUrl(site, [[kind.key, term.slug]]),
    main: html`<div class="wrap">
      ${pageHead(plainTextOfHtml(record.name), kind.hierarchical ? messages.category : messages.tag, { attributes: ofTexts(visit) })}
      ${description === '' ? undefined : html`<div class="lead">${prose(visit, description)}</div>`}
      ${list.main}
    </div>`,
  }
}

/** The list of a page about something else: a category, a tag, a venue or an organizer, which its address names; other filters narrow it. */
export async function placeList(
  visit: Visit,
  path: string,
  own: Parameters<typeof replaced>[1],
  { isOnce = false } = {},
) {
  const { messages } = visit.locale
  const names = Object.keys(own) as (keyof typeof own)[]
  const asked = await calendarQueryOf(visit, { isOnce })
  const given = withoutAll(asked.pairs, names)
  const pairs = replaced(given, own).map(([name, value]) => [name, value])
  const whole = await calendarQueryOf(
    { ...visit, query: new URLSearchParams([...pairs, ['page', String(asked.page)]]) },
    { isOnce },
  )
  // What the address of the page names is no filter that could be removed.
  const active = await activeFilters(visit, { ...whole, pairs: given })
  const empty = async () =>
    active.length > 0
      ? nothing(
          messages.nothingFound,
          messages.nothingFoundHint,
          await filtersToDrop(visit, active, path, whole.params),
        )
      : nothing(messages.nothingPlanned, messages.nothingComing)
  const query = { ...whole, pairs: given, misread: asked.misread }
  const [list, counts] = await Promise.all([
    listing(visit, query, { path, empty }),
    filterCounts(visit, query),
  ])
  const feeds = listFeeds(visit, whole)
  const tools = {
    view: undefined,
    path,
    query,
    pairs: whole.pairs,
    active,
    counts,
    found: foundText(visit, list),
    feeds,
    misread: await misreadLine(visit, query, path),
  }
  return {
    /** The facts of the page about it; further parts of its list, and what nobody has described, are summed up by their events. */
    factsOf: (about: Parameters<typeof pageFacts>[0]): ReturnType<typeof pageFacts> => {
      const facts = pageFacts(about)
      const isTold = facts.summary !== '' && list.part === undefined
      return isTold ? facts : { ...facts, summary: summaryOfList(visit, facts.title, list) }
    },
    page: {
      canonical: calendarUrl(visit.site, path, withoutAll(given, ['collapse']), whole.page),
      isUnlisted: active.length > 0,
      feeds,
      holdsUntil: endOfMoment(visit),
      part: list.part,
      previous: list.previous,
      next: list.next,
      ...itemListOf(visit, list.events),
    },
    main: html`${toolBar(visit, tools)}${await besideFilters(visit, tools, list.html)}`,
  }
}
