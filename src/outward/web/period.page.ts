import { viewPath, viewUrl, type View } from './calendar.address.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import { type CalendarQuery, calendarQueryOf, dayNames, filtersWithDays, onDays } from './calendar.query.ts'
import { hasCalendar } from './days.ts'
import { listFeeds, serviceListUrl } from './feed.links.ts'
import { filterCounts } from './filters.form.ts'
import { activeFilters } from './filters.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { icon, type IconName } from './icons.ts'
import type { Page } from './page.ts'
import { totalText } from './listing.ts'
import { misreadLine } from './misread.ts'
import { filtersToDrop, nothing } from './emptyList.ts'
import { summaryOfEvents } from './summary.ts'
import { endOfMoment } from './today.ts'
import { pageHead, type Tools } from './tools.ts'
import type { Visit } from './visit.ts'

/** A period that a page can be about. */
export interface Step {
  readonly day: Temporal.PlainDate
  /** Its name, for the link to it. */
  readonly text: string
}

/** The page of a period of the calendar, without its results. */
export interface Period {
  readonly view: View
  /** A day in it, by which it is named in addresses. */
  readonly day: Temporal.PlainDate
  /** Its first and its last day. */
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
  readonly title: string
  /** A line below the title. */
  readonly says?: string | undefined
  readonly previous: Step
  readonly next: Step
  /** Whether today is in it. */
  readonly isNow: boolean
  /** Links to other periods of the kind. */
  readonly jumps: readonly Step[]
}

/** The query of a page of a period, and the tools above its results once these are known. */
export interface PeriodQuery {
  readonly query: CalendarQuery
  /** The filters of the events that are on in the period. */
  readonly params: ListAmong
  /** The tools above the results, of which there are so many. */
  readonly toolsFor: (total: number) => Promise<Tools>
}

/** Reads the filters for the page of a period. */
export async function periodQuery(visit: Visit, period: Period): Promise<PeriodQuery> {
  const { view, day, jumps } = period
  const query = await calendarQueryOf(visit)
  const path = viewPath(view, day)
  const params = paramsIn(visit, query, period)
  return {
    query,
    params,
    toolsFor: async (total) => {
      const [active, counts] = await Promise.all([
        activeFilters(visit, query),
        filterCounts(visit, { ...query, params }),
      ])
      return {
        view,
        path,
        query,
        active,
        counts,
        found: totalText(visit, total),
        feeds: listFeeds(visit, query),
        misread: await misreadLine(visit, query, path),
        period,
        dates: jumps.map((jump) => ({
          url: viewUrl(visit, view, query.pairs, jump.day),
          text: jump.text,
          isHere: viewPath(view, jump.day) === path,
        })),
      }
    },
  }
}

/** The heading of a period, with links to the ones before and after and to the current one, which carry the filters. */
export function periodHead(visit: Visit, period: Period, { query }: Pick<Tools, 'query'>): Html {
  const { messages } = visit.locale
  const { view } = period
  const { previous, next } = urlsAround(visit, period, query)
  return pageHead(period.title, period.says, {
    beside: html`<nav class="steps" aria-label="${messages.views}: ${period.title}">
      ${arrow(previous, 'prev', 'back', period.previous.text)}${
        period.isNow
          ? html`<span class="button plain now" aria-current="date">${messages.today}</span>`
          : html`<a class="button plain now" href="${viewUrl(visit, view, query.pairs)}"
              >${messages.today}</a
            >`
      }${arrow(next, 'next', 'forward', period.next.text)}
    </nav>`,
  })
}

function urlsAround(visit: Visit, { view, previous, next }: Period, { pairs }: Pick<CalendarQuery, 'pairs'>) {
  const url = ({ day }: Step) => (hasCalendar(day) ? viewUrl(visit, view, pairs, day) : undefined)
  return { previous: url(previous), next: url(next) }
}

function arrow(url: string | undefined, rel: string, name: IconName, text: string): Content {
  if (url === undefined) return undefined
  return html`<a class="button plain icon" rel="${rel}" href="${url}" aria-label="${text}" title="${text}"
    >${icon(name)}</a
  >`
}

/** What stands in the place of results when a period has none. */
export async function nothingThen(visit: Visit, { active, path, query }: Tools): Promise<Html> {
  const { messages } = visit.locale
  const list = { url: viewUrl(visit, 'list', query.pairs), text: messages.upcoming }
  if (active.length === 0) return nothing(messages.nothingThen, messages.nothingThenHint, [list])
  const ways = await filtersToDrop(visit, active, path)
  return nothing(messages.nothingThen, messages.nothingFoundHint, [...ways, list])
}

/** The page of a period; `titles`: of some of its events. */
export function periodPage(
  visit: Visit,
  period: Period,
  { tools, total, titles, main }: { tools: Tools; total: number; titles: readonly string[]; main: Html },
): Page {
  const { site } = visit
  const { query } = tools
  return {
    title: period.title,
    summary: summaryOfEvents(visit, { title: period.title, total, titles }),
    canonical: viewUrl(visit, period.view, query.pairs, period.day),
    ...urlsAround(visit, period, query),
    isUnlisted: tools.active.length > 0,
    isDeadEnd: total === 0,
    json: serviceListUrl(site, filtersWithDays(query)),
    feeds: tools.feeds,
    view: period.view,
    holdsUntil: endOfMoment(visit),
    main,
  }
}

/** The filters of a period’s events: those of the address, and its days where it names any. Each date of a series is an event of its own. */
export function filtersOfPeriod({ params, pairs }: Pick<CalendarQuery, 'params' | 'pairs'>): ListAmong {
  const { page: _page, collapse: _collapse, ...filters } = params
  if (pairs.some(([name]) => (dayNames as readonly string[]).includes(name))) return filters
  const { days: _days, over: _over, start_date: _start, ...undated } = filters
  return undated
}

/** The same with the days of the period. */
export function paramsIn(
  visit: Visit,
  query: Pick<CalendarQuery, 'params' | 'pairs'>,
  { from, until }: Pick<Period, 'from' | 'until'>,
): ListAmong {
  const filters = filtersOfPeriod(query)
  return { ...filters, days: [...(filters.days ?? []), ...onDays(visit, from, until).days] }
}
