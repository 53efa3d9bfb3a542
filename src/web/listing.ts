import { listEvents } from '../events/events.query.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import type { ListEvents } from '../events/events.params.ts'
import { assertPage, pagesOf } from '../http/list.ts'
import { eventCard } from './card.ts'
import { dateText } from './dates.ts'
import { emptyState } from './empty.ts'
import { type Content, type Html, html } from './html.ts'
import { countText, say } from './locale.ts'
import type { Narrowing } from './narrowing.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import { daysOf } from './when.ts'

/** How many events a page has: enough to look through, and few enough to load at once. */
const perPage = 20

/** How many pictures load at once; those of later events load when the reader gets there. */
const eager = 3

/** A part of a list of events, to be put into a page. */
export interface Listing {
  readonly html: Html
  readonly total: number
  /** The number of the part, unless it is the first. */
  readonly part: string | undefined
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** The address and the texts of a list. */
export interface ListPlace {
  /** Its address, without the query. */
  readonly url: string
  /** The filters that follow from its address. */
  readonly params: ListEvents
  /** The texts when it is empty. */
  readonly empty: {
    readonly title: string
    readonly hint: string
    readonly link?: { readonly url: string; readonly text: string }
  }
}

/** The events of the page that is asked for, by day, with links to the pages before and after; throws 404 past the last one. */
export async function listing(visit: Visit, narrowing: Narrowing, place: ListPlace): Promise<Listing> {
  const { context, caller, now } = visit
  const params = { ...narrowing.params, ...place.params, page: narrowing.page, per_page: perPage }
  const { events, page } = await listEvents(context, params, { caller, now })
  assertPage({ pastTheEnd: 'event-archive-page-not-found' }, page)
  const pages = pagesOf(page)
  const to = (number: number) => listUrl(place.url, narrowing, number)
  const previous = page.page > 1 ? to(page.page - 1) : undefined
  const next = page.page < pages ? to(page.page + 1) : undefined
  const days =
    events.length > 0
      ? byDay(visit, narrowing, events)
      : emptyState(place.empty.title, place.empty.hint, place.empty.link)
  return {
    html: html`<div data-list>${days}</div>
      ${pager(visit, { previous, next, page: page.page, pages })}`,
    total: page.total,
    part: page.page > 1 ? pageText(visit, page.page, pages) : undefined,
    previous,
    next,
  }
}

/** The address of a page of a list. */
export function listUrl(url: string, { pairs }: Pick<Narrowing, 'pairs'>, page = 1): string {
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${url}?${query.toString()}` : url
}

/** The days in order, each with the events that begin on it; events that began before the list come first. */
function byDay(visit: Visit, { from }: Narrowing, wholes: readonly EventWithLinks[]): Html[] {
  const today = todayOf(visit)
  const days = Map.groupBy(wholes, ({ event }) => {
    const { first, last } = daysOf(event, visit)
    // Nights that are over, and events that have yet to begin, belong to their own days.
    const isRunning = isBefore(first, from) && !isBefore(last, from) && !isBefore(today, first)
    return isRunning ? '' : first.toString()
  })
  const soon = new Set(wholes.slice(0, eager))
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, own]) => {
      const cards = own.map(
        (whole) => html`<li>${eventCard(whole, visit, { isEager: soon.has(whole) })}</li>`,
      )
      return html`<section class="${isToday(visit, day) ? 'day today' : 'day'}" data-day="${day}">
        ${dayHeading(visit, day)}
        <ol>
          ${cards}
        </ol>
      </section>`
    })
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}

function isToday(visit: Visit, day: string): boolean {
  return day === todayOf(visit).toString()
}

function dayHeading(visit: Visit, day: string): Html {
  const { locale } = visit
  if (day === '') return html`<h2>${locale.messages.alreadyRunning}</h2>`
  const date = Temporal.PlainDate.from(day)
  const rest = isToday(visit, day)
    ? html`<strong>${locale.messages.today}</strong>`
    : html`${dateText(locale, date, 'weekday')}`
  return html`<h2>
    <time datetime="${day}"
      ><span class="number">${dateText(locale, date, 'number')}</span> <span>${rest}</span>
      <span class="rest">${dateText(locale, date, 'month')}</span></time
    >
  </h2>`
}

/** Links to the pages before and after; a script can also load the next one in place. */
function pager(
  visit: Visit,
  at: { previous: string | undefined; next: string | undefined; page: number; pages: number },
): Content {
  const { previous, next, page, pages } = at
  const { messages } = visit.locale
  if (pages < 2) return undefined
  return html`<nav class="pager" aria-label="${messages.pages}" data-pager data-more="${messages.showMore}">
    ${previous ? html`<a class="button plain" rel="prev" href="${previous}">${messages.previousPage}</a>` : html`<span></span>`}
    <span>${pageText(visit, page, pages)}</span>
    ${next ? html`<a class="button plain" rel="next" href="${next}">${messages.nextPage}</a>` : html`<span></span>`}
  </nav>`
}

function pageText({ locale }: Visit, page: number, pages: number): string {
  return say(locale.messages.page, { page, pages })
}

/** How many events there are, as text. */
export function totalText({ locale }: Visit, total: number): string {
  return countText(locale, locale.messages.results, total)
}
