import type { EventWithLinks } from '../../records/events/events.row.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import { pagesOf } from '../../http/list.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { eventWords } from '../../pure/text/search.ts'
import { calendarUrl } from './calendar.address.ts'
import { type CalendarQuery, type Stretch, valuesOf } from './calendar.query.ts'
import { eventRow, kindOf, placeText, type Shelf, titleText } from './card.ts'
import { happeningLabel, labelsOf, overLabel } from './labels.ts'
import { Posters } from './picture.ts'
import { kindsOf } from './colours.ts'
import { dateText } from './dates.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import { assertWithin } from './pastTheEnd.ts'
import { pageInTurn } from './listing.page.ts'
import { countText, numberText, say } from '../../pure/locale/locale.ts'
import { isOver, todayOf } from './today.ts'
import type { Visit } from './visit.ts'
import { daysOf, endsSoon, startStamp, whenWords } from './when.ts'
import { ofTexts } from './ownText.ts'

/** How many events a page has: enough to look through, and few enough to load at once. */
const perPage = 20

/** How many pictures load at once; those of later events load when the reader gets there. */
const eager = 3

/** A part of a list of events, to be put into a page. */
export interface Listing {
  readonly html: Html
  /** How many events are on or to come, or were; and how many dates these are, where each series counts once. */
  readonly total: number
  readonly dates: number
  /** The number of the part, unless it is the first. */
  readonly part: string | undefined
  readonly previous: string | undefined
  readonly next: string | undefined
  /** Its events, in order. */
  readonly events: readonly EventWithLinks[]
}

/** Where a list stands. */
export interface ListPlace {
  /** The path of its page. */
  readonly path: string
  /** The filters that follow from its address. */
  readonly params?: ListAmong
  /** What stands in the place of events when there are none. */
  readonly empty: (() => Promise<Html> | Html) | Html
}

/** What the cards of some events have in common. */
export async function shelfOf(
  visit: Visit,
  events: readonly EventWithLinks[],
  query?: Pick<CalendarQuery, 'pairs' | 'isOver' | 'until'>,
  more?: Shelf['more'],
): Promise<Shelf> {
  const firsts = events.flatMap(({ categories }) => categories.slice(0, 1))
  const [search] = query ? valuesOf(query.pairs, 'q') : []
  return {
    kinds: await kindsOf(visit.context.db.read, firsts),
    marked: search === undefined ? [] : eventWords(search).all,
    ...(more ? { more } : {}),
    isPast: query?.isOver === true || (query?.until !== undefined && isBefore(query.until, todayOf(visit))),
  }
}

/**
 * The events of the page that is asked for, by day, with links to the pages before and after; what is over of today comes last. Past the
 * last one it leads to that.
 */
export async function listing(visit: Visit, query: CalendarQuery, place: ListPlace): Promise<Listing> {
  const own = { ...(query.isOver ? { order: 'desc' as const } : {}), ...place.params }
  const lists = {
    params: { ...query.params, ...own },
    ended: query.ended && { ...query.ended, ...own },
  }
  const { events, ended, page, total, more } = await pageInTurn(visit, lists, { page: query.page, perPage })
  const pages = pagesOf(page)
  const to = (number: number) => calendarUrl(visit.site, place.path, query.pairs, number)
  assertWithin(page, to)
  const previous = page.page > 1 ? to(page.page - 1) : undefined
  const next = page.page < pages ? to(page.page + 1) : undefined
  const empty = typeof place.empty === 'function' ? place.empty : () => place.empty as Html
  const shelf = await shelfOf(visit, [...events, ...ended], query, more)
  const days =
    events.length > 0 ? byDay(visit, query, { events, shelf }) : ended.length > 0 ? undefined : await empty()
  return {
    html: html`<div data-list>
        ${total === 0 ? nothingMore(visit, ended) : undefined}${days}${endedSection(visit, { events: ended, shelf })}
      </div>
      ${pager(visit, { previous, next, page: page.page, pages })}`,
    total,
    dates: total + [...more.values()].reduce((sum, count) => sum + count, 0),
    part: page.page > 1 ? pageText(visit, page.page, pages) : undefined,
    previous,
    next,
    events,
  }
}

/** That nothing more is on today, where something was. */
function nothingMore({ locale }: Visit, ended: readonly EventWithLinks[]): Content {
  return ended.length === 0 ? undefined : html`<p class="lead">${locale.messages.nothingMoreToday}</p>`
}

/** What is over of today, below all else. */
export function endedSection(visit: Visit, { events, shelf }: ShelvedEvents): Content {
  if (events.length === 0) return undefined
  const posters = new Posters()
  return html`<section class="ended" data-day="${todayOf(visit).toString()}">
    <div class="day-head"><h2>${visit.locale.messages.alreadyOver}</h2></div>
    <ol class="rows">
      ${events.map((whole) => html`<li>${eventRow(whole, visit, shelf, { posters })}</li>`)}
    </ol>
  </section>`
}

/** Events, with what their cards have in common. */
export interface ShelvedEvents {
  readonly events: readonly EventWithLinks[]
  readonly shelf: Shelf
}

/** The days in order, each with the events that begin on it; what began before the list comes first, in short. */
export function byDay(visit: Visit, query: Stretch, { events, shelf }: ShelvedEvents): Content {
  const today = todayOf(visit)
  const days = Map.groupBy(events, ({ event }) => {
    const { first, last } = daysOf(event, visit)
    // Nights that are over, and events that have yet to begin, belong to their own days.
    const isRunning =
      !query.isOver && isBefore(first, query.from) && !isBefore(last, query.from) && !isBefore(today, first)
    return isRunning ? '' : first.toString()
  })
  // What is on for a while has no pictures here.
  const drawn = events.filter((whole) => !days.get('')?.includes(whole) && whole.event.image_id !== null)
  const soon = new Set(drawn.slice(0, eager))
  const posters = new Posters()
  return [...days]
    .toSorted(([one], [other]) => (one < other === !query.isOver ? -1 : 1))
    .map(([day, own]) => {
      if (day === '') return running(visit, { events: own, shelf })
      return html`<section data-day="${day}">
        <div class="day-head">
          <h2><time datetime="${day}">${dayText(visit, Temporal.PlainDate.from(day))}</time></h2>
        </div>
        <ol class="rows">
          ${onceADay(own).map((whole) => html`<li>${eventRow(whole, visit, shelf, { isEager: soon.has(whole), posters })}</li>`)}
        </ol>
      </section>`
    })
}

/** The events of a day, of each series once: the first of its dates that takes place. */
function onceADay(events: readonly EventWithLinks[]): readonly EventWithLinks[] {
  const shown = new Map<number, EventWithLinks>()
  for (const whole of events) {
    const { series_id: id, event_status: status } = whole.event
    const before = id === null ? undefined : shown.get(id)
    const isBetter = before?.event.event_status === 'canceled' && status !== 'canceled'
    if (id !== null && (!before || isBetter)) shown.set(id, whole)
  }
  return events.filter(
    (whole) => whole.event.series_id === null || shown.get(whole.event.series_id) === whole,
  )
}

/** What is on for a while: one line each, with the day on which it ends. */
export function running(visit: Visit, { events, shelf }: ShelvedEvents): Html {
  const { locale, site } = visit
  const { messages } = locale
  const today = todayOf(visit)
  return html`<section class="running" data-day="">
    <h2>${messages.onForAWhile}</h2>
    <ol>
      ${events.map((whole) => {
        const { last } = daysOf(whole.event, visit)
        const isLast = last.equals(today)
        const until = endsSoon(whole.event, visit)
          ? whenWords(whole.event, visit)
          : isLast
            ? html`<span class="tag info">${messages.endsToday}</span>`
            : say(messages.untilDate, { date: dateText(locale, last, 'dayOfMonth') })
        const place = whole.event.password_digest === null ? placeText(whole) : ''
        return html`<li>
          <span class="dot c-${kindOf(whole, shelf).colour}" aria-hidden="true"></span
          ><a href="${postUrl(site, kinds.event, whole.event)}" ${ofTexts(visit)}
            >${titleText(whole.event.title)}</a
          >
          ${place === '' ? undefined : html`<span class="dim small" ${ofTexts(visit)}>${place}</span>`}
          <span class="until dim"
            ><time datetime="${startStamp(whole.event)}">${until}</time> ${stateOf(whole, visit, shelf)}</span
          >
        </li>`
      })}
    </ol>
  </section>`
}

/** What has happened to it, or that it is over, before what it costs. */
function stateOf(whole: EventWithLinks, visit: Visit, { isPast = false }: Shelf): Content {
  if (!isPast && isOver(whole.event, visit)) return overLabel(visit)
  return happeningLabel(whole.event, visit) ?? labelsOf(whole, visit).slice(0, 1)
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}

/** The name of a day, with “Today” or “Tomorrow” before it, and with the year where it is another. */
export function dayText(visit: Visit, day: Temporal.PlainDate): string {
  const { locale } = visit
  const today = todayOf(visit)
  const said = dateText(locale, day, day.year === today.year ? 'weekdayAndDay' : 'day')
  if (day.equals(today)) return say(locale.messages.dayNamed, { name: locale.messages.today, day: said })
  if (day.equals(today.add({ days: 1 })))
    return say(locale.messages.dayNamed, { name: locale.messages.tomorrow, day: said })
  return said
}

/** Links to the pages before and after; a script can also load the next one in place. */
export function pager(
  visit: Visit,
  at: { previous: string | undefined; next: string | undefined; page: number; pages: number },
): Content {
  const { previous, next, page, pages } = at
  const { messages } = visit.locale
  if (pages < 2) return undefined
  return html`<nav class="pages" aria-label="${messages.pages}" data-pager data-more="${messages.showMore}">
    ${previous ? html`<a class="button plain" rel="prev" href="${previous}">${icon('back')}${messages.previousPage}</a>` : html`<span></span>`}
    <p class="dim small">${pageText(visit, page, pages)}</p>
    ${next ? html`<a class="button plain" rel="next" href="${next}">${messages.nextPage}${icon('forward')}</a>` : html`<span></span>`}
  </nav>`
}

/** Which page of how many. */
export function pageText({ locale }: Visit, page: number, pages: number): string {
  return say(locale.messages.page, { page: numberText(locale, page), pages: numberText(locale, pages) })
}

/** How many events there are, as text. */
export function totalText({ locale }: Pick<Visit, 'locale'>, total: number): string {
  return total === 0 ? locale.messages.noEvents : countText(locale, locale.messages.results, total)
}
