import type { Facets } from '../../records/facets/facets.query.ts'
import { calendarUrl, filtersPath, type View } from './calendar.address.ts'
import {
  type CalendarQuery,
  dayNames,
  type Pair,
  replaced,
  valuesOf,
  withoutAll,
  type ActiveFilter,
} from './calendar.query.ts'
import { filterForm, hasChoices, hiddenFields } from './filters.form.ts'
import { activeLine, filtersText } from './filters.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import { languageOf } from './languages.ts'
import { faultOf } from './misread.ts'
import { mailLine } from './mail.links.ts'
import type { FeedLink } from './page.ts'
import type { periods } from '../../pure/calendar/period.ts'
import { periodTexts } from './period.texts.ts'
import { suggestPath } from './suggest.path.ts'
import { subscribeMenu } from './subscribe.ts'
import { type ShownPeriod, viewLinks } from './view.links.ts'
import type { Visit } from './visit.ts'

/** A link to another period, beside the search field. */
export interface DateLink {
  readonly url: string
  readonly text: string
  readonly isHere: boolean
}

/** What the tools above a view are made of. */
export interface Tools {
  readonly view: View | undefined
  /** The path of the page, to which its forms lead. */
  readonly path: string
  readonly query: CalendarQuery
  readonly active: readonly ActiveFilter[]
  readonly counts: Facets
  /** What the page holds, such as “12 events”. */
  readonly found: string
  readonly feeds: readonly FeedLink[]
  /** The filters of the other views, if these are not the same: a page about something names it in its path. */
  readonly pairs?: readonly Pair[]
  /** The period that the page is about, if it is about one. */
  readonly period?: ShownPeriod
  /** What of the address was not understood, in words; undefined where all was. */
  readonly misread?: Content
  /** Links to other periods in the place of the quick dates. */
  readonly dates?: readonly DateLink[]
}

/** The heading of a view; `attributes`: of the heading, where it is a text of the calendar. */
export function pageHead(
  title: string,
  says: Content,
  { beside, attributes }: { readonly beside?: Content; readonly attributes?: Content } = {},
): Html {
  return html`<div class="page-head">
    <div>
      <h1 ${attributes ?? sanitised('dir="auto"')}>${title}</h1>
      ${says === undefined ? undefined : html`<p>${says}</p>`}
    </div>
    ${beside}
  </div>`
}

/** The same tools above every view: search and dates, then how much there is, the views, the filters, and subscribing. */
export function toolBar(visit: Visit, tools: Tools): Html {
  return html`<div class="tools">${searchForm(visit, tools)}${dateChips(visit, tools)}</div>
    ${barLine(visit, tools, filtersButton(visit, tools))}`
}

/** How much there is, the views, and subscribing; `filters`: the button that opens these, where the page has a form of them. */
export function barLine(visit: Visit, tools: Tools, filters?: Html): Html {
  return html`<div class="bar-line">
      <p class="found" role="status">${tools.found}</p>
      <div class="right">${viewLinks(visit, tools)}${filters}${subscribeMenu(visit, tools.feeds)}</div>
      ${activeLine(visit, tools.active, tools.path)}
    </div>
    ${tools.misread}`
}

/** The results, beside the form of filters, where they leave it room. */
export async function besideFilters(visit: Visit, tools: Tools, results: Html): Promise<Html> {
  const { query, path, counts } = tools
  // An empty list leaves nothing to choose, and gets the whole width.
  const isColumn = hasChoices(query, counts)
  return html`<div class="${isColumn ? 'beside' : ''}">
    ${await filterForm(visit, query, { path, counts, isColumn, allAt: allChoicesUrl(visit, tools) })}
    <div>${results}${mailLine(visit, tools.feeds)}</div>
  </div>`
}

/** The form of filters as a sheet on every screen, for views that need the whole width. */
export function filterSheet(visit: Visit, tools: Tools): Promise<Html> {
  const { query, path, counts } = tools
  return filterForm(visit, query, { path, counts, isColumn: false, allAt: allChoicesUrl(visit, tools) })
}

/** The page with all choices of the form: a page about something leads to those of the list. */
function allChoicesUrl({ site }: Visit, { view, path, query, pairs = query.pairs }: Tools): string {
  return calendarUrl(site, `${filtersPath}${view === undefined ? '/list' : path}`, pairs)
}

/** The search field; the other filters go along. */
export function searchForm(
  { site, locale }: Visit,
  { path, query }: Pick<Tools, 'path' | 'query'>,
  { isBig = false } = {},
): Html {
  const { messages } = locale
  return html`<form
    class="${isBig ? 'search big' : 'search'}"
    action="${calendarUrl(site, path, [])}"
    role="search"
    aria-label="${messages.findEvents}"
  >
    ${icon('search')}<input
      type="search"
      name="q"
      aria-label="${messages.searchEvents}"
      placeholder="${isBig ? messages.whatHint : messages.searchEvents}"
      maxlength="200"
      autocomplete="off"
      data-suggest="${site.path}${suggestPath}?lang=${languageOf(locale)}"
      data-label="${messages.suggestions}"
      value="${valuesOf(query.pairs, 'q')[0] ?? ''}"
    />${hiddenFields(query.pairs, ['q'])}<button>${messages.search}</button>
  </form>`
}

/** The quick dates that every list offers. */
const quick = [
  'today',
  'tonight',
  'tomorrow',
  'weekend',
  'week',
  'next_week',
  'next_weekend',
  'next_30_days',
] as const satisfies readonly (typeof periods)[number][]

function dateChips(visit: Visit, tools: Tools): Html {
  const { messages } = visit.locale
  const links = tools.dates ?? quickDates(visit, tools)
  return html`<div
    class="${tools.dates ? 'chips dates jump' : 'chips dates'}"
    role="group"
    aria-label="${messages.dates}"
  >
    ${links.map(
      ({ url, text, isHere }) =>
        html`<a class="chip" href="${url}" ${isHere ? sanitised('aria-current="true"') : undefined}
          >${text}</a
        >`,
    )}
    ${pickDates(visit, tools)}
  </div>`
}

function quickDates({ site, locale }: Visit, { path, query }: Tools): DateLink[] {
  const { messages } = locale
  const { pairs } = query
  const [named] = valuesOf(pairs, 'when')
  const any = withoutAll(pairs, dayNames)
  return [
    { url: calendarUrl(site, path, any), text: messages.anyTime, isHere: any.length === pairs.length },
    ...quick.map((name) => ({
      url: calendarUrl(site, path, replaced(any, { when: name })),
      text: messages[periodTexts[name]],
      isHere: named === name,
    })),
  ]
}

function pickDates(visit: Visit, { path, query }: Tools): Html {
  const { site, locale } = visit
  const { messages } = locale
  const faults = (['from', 'until'] as const).map((name) => faultOf(visit, query, name))
  const [fromFault, untilFault] = faults.map((fault) => (fault ? wrongDate : undefined))
  const said = faults.find((fault) => fault !== undefined)
  const { pairs, from, until } = query
  const isGiven = pairs.some(([name]) => (dayNames as readonly string[]).includes(name))
  return html`<details class="menu from-start pick" name="tools">
    <summary class="chip">${messages.pickDates} ${icon('down')}</summary>
    <div class="drop">
      <form action="${calendarUrl(site, path, [])}">
        <label class="field"
          >${messages.from}<input
            type="date"
            name="from"
            value="${isGiven ? from.toString() : ''}"
            ${fromFault}
        /></label>
        <label class="field"
          >${messages.until}<input
            type="date"
            name="until"
            value="${isGiven ? (until?.toString() ?? '') : ''}"
            ${untilFault}
        /></label>
        ${said ? html`<p class="wrong" id="dates-wrong">${said.says}</p>` : undefined}
        ${hiddenFields(pairs, dayNames)}<button>${messages.showTheseDates}</button>
      </form>
    </div>
  </details>`
}

/** Marks a field of a date that was not understood. */
const wrongDate = sanitised('aria-invalid="true" aria-describedby="dates-wrong"')

function filtersButton({ locale }: Visit, { view, active }: Tools): Html {
  const isColumn = view === undefined || view === 'list' || view === 'day'
  return html`<button type="button" class="${isColumn ? 'plain to-column' : 'plain'}" popovertarget="filters">
    ${icon('filters')}${filtersText({ locale }, active)}
  </button>`
}
