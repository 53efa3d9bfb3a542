import { epochSeconds, parseWall } from '../../pure/calendar/text.ts'
import { eventJsonLd } from '../../records/events/events.jsonld.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { findIdBySlug } from '../../records/posts/posts.query.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { english, phrasesBy } from '../../records/schedules/schedules.phrases.ts'
import { datesOfChain } from '../../records/series/series.chain.ts'
import type { Occurrence } from '../../records/series/series.query.ts'
import type { SeriesRow } from '../../records/schedules/schedules.row.ts'
import { seriesJsonLd } from '../../records/series/series.jsonld.ts'
import { allDatesUrl } from '../../records/series/series.view.ts'
import { type Speech, wordsOf as ruleText } from '../../records/schedules/schedules.words.ts'
import { isHeld } from '../../pure/params/words.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { titleText } from './card.ts'
import { happeningLabel } from './labels.ts'
import { dateText, rangeText } from './dates.ts'
import type { NextDate } from './event.happening.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import type { FeedLink, Page } from './page.ts'
import { countText, say } from '../../pure/locale/locale.ts'
import { pageFacts } from './prose.ts'
import { previewOf } from './sharing.ts'
import { seriesMailUrl } from './mail.links.ts'
import { subscribeMenu } from './subscribe.ts'
import type { Visit } from './visit.ts'
import { isElsewhere, startStamp, whenText } from './when.ts'
import { ofTexts } from './ownText.ts'

/** How many of the next dates the page of one of them names. */
const mostNext = 5

/** The most dates that the page of all of them has. */
const mostDates = 1000

function speechOf({ locale }: Visit): Speech {
  const { tag } = locale
  return { tag, phrases: phrasesBy[tag.split('-')[0] ?? 'en'] ?? english }
}

/** How often the series is, in words; undefined where there are none for it. */
function wordsOf(visit: Visit, series: SeriesRow): string | undefined {
  return ruleText(series, visit.context.siteZone, speechOf(visit))
}

/** How often a date of a series is, beside when it is. */
export function repeatLine(visit: Visit, { series }: Pick<EventWithLinks, 'series'>): Content {
  const words = series && wordsOf(visit, series)
  return words === undefined
    ? undefined
    : html`<dd class="with-sign">${icon('repeats')}<span>${words}</span></dd>`
}

/** The dates of the series of an event that the reader sees, and of what it goes on from or is gone on by; none where it is of none. */
export async function datesOf(
  { context, caller }: Visit,
  { series }: Pick<EventWithLinks, 'series'>,
): Promise<readonly Occurrence[]> {
  return series ? datesOfChain(context.db.read, series.id, caller) : []
}

/** The next date of the series of an event that takes place, if it is another one. */
export function nextDate(
  { locale, now, site }: Visit,
  { event }: Pick<EventWithLinks, 'event'>,
  dates: readonly Occurrence[],
): NextDate | undefined {
  const from = Math.max(epochSeconds(now), event.starts_at)
  const next = dates.find((one) => one.id !== event.id && one.starts_at > from && !isHeld(one))
  if (!next) return undefined
  const date = dateText(locale, parseWall(next.start_wall), 'weekdayAndDay')
  return { text: say(locale.messages.nextDate, { date }), url: postUrl(site, kinds.event, next) }
}

/** The next dates of the series of an event, and where all of them are. */
export function datesPanel(
  visit: Visit,
  { event, series }: Pick<EventWithLinks, 'event' | 'series'>,
  dates: readonly Occurrence[],
): Content {
  if (!series) return undefined
  const { locale, now, site } = visit
  const { messages } = locale
  const now_s = epochSeconds(now)
  const next = dates.filter(({ id, ends_at }) => ends_at >= now_s || id === event.id).slice(0, mostNext)
  return html`<section class="panel">
    <h2>${wordsOf(visit, series) ?? messages.nextDates}</h2>
    <ol class="dates-list">
      ${next.map((date) => dateItem(visit, date, { isHere: date.id === event.id, title: event.title }))}
    </ol>
    <p class="actions">
      <a class="button plain" href="${allDatesUrl(site, dates[0])}"
        >${countText(locale, messages.allDates, dates.length)}</a
      >
    </p>
    ${subscribeMenu(
      visit,
      [calendarOf(visit, series)],
      titleText(series.title),
      seriesMailUrl(
        visit,
        next.find(({ ends_at }) => ends_at > now_s),
      ),
    )}
  </section>`
}

/** The calendar of a series, which tells its rule. */
function calendarOf({ site }: Visit, { id }: Pick<SeriesRow, 'id'>): FeedLink {
  return { mediaType: 'text/calendar', name: 'iCalendar', url: `${site.rest}/series/${id}.ics` }
}

function dateItem(
  visit: Visit,
  date: Occurrence,
  { isHere, title }: { readonly isHere: boolean; readonly title: string },
): Html {
  const { locale, site } = visit
  const day = dateText(locale, parseWall(date.start_wall), 'weekdayAndDay')
  const isOff = date.event_status === 'canceled'
  const text = isOff ? html`<s>${day}</s>` : day
  const other =
    date.title === title
      ? undefined
      : html`<span class="dim" ${ofTexts(visit)}>${titleText(date.title)}</span>`
  return html`<li>
    ${isHere ? html`<span aria-current="date">${text}</span>` : html`<a href="${postUrl(site, kinds.event, date)}">${text}</a>`}
    ${happeningLabel(date, visit) ?? other}
  </li>`
}

/** The page with all dates of the series of the event with the slug; undefined unless it is one that this reader may see. */
export async function allDatesPage(visit: Visit, slug: string): Promise<Page | undefined> {
  const { context, caller, site, locale, now } = visit
  const { read } = context.db
  const id = await findIdBySlug(read, kinds.event, slug)
  const event = id === undefined ? undefined : await findEventRow(read, id)
  const dates = event?.series_id ? await datesOfChain(read, event.series_id, caller) : []
  if (!dates.some((date) => date.id === id)) return undefined
  const now_s = epochSeconds(now)
  const [past, coming] = [
    dates.filter(({ ends_at }) => ends_at < now_s),
    dates.filter(({ ends_at }) => ends_at >= now_s),
  ]
  // Of a series that was split that part is told which goes on, or was the last.
  const series = (coming[0] ?? dates.at(-1))?.part
  if (!series) return undefined
  const own = dates.filter(({ part }) => part.id === series.id)
  // One page for all dates, wherever a reader comes from: that of the first.
  const url = allDatesUrl(site, dates[0])
  const title = titleText(series.title)
  const words = wordsOf(visit, series)
  const feeds = [calendarOf(visit, series)]
  const isOpen = series.password_digest === null && event?.password_digest === null
  return {
    ...pageFacts({
      url,
      title: series.title,
      text: `${title}: ${words ?? countText(locale, locale.messages.datesInAll, dates.length)}`,
    }),
    json: `${site.rest}/series/${series.id}`,
    styles: ['event.css'],
    ...(isOpen
      ? { jsonLd: await dataOf(visit, await shownDate(visit, event, coming), { series, url, dates: own }) }
      : {}),
    feeds,
    isUnlisted: !isOpen,
    main: html`<div class="wrap">
      <nav class="trail" aria-label="${locale.messages.whereYouAre}">
        <ol>
          <li><a href="${site.home}/">${locale.messages.whatsOn}</a></li>
        </ol>
      </nav>
      <div class="page-head">
        <div>
          <h1 ${ofTexts(visit)}>${title}</h1>
          ${words === undefined ? undefined : html`<p>${words}</p>`}
          ${series.all_day === 1 || !isElsewhere(series, context) ? undefined : html`<p class="small"><bdi>${series.timezone}</bdi></p>`}
        </div>
      </div>
      ${subscribeMenu(visit, feeds, title, seriesMailUrl(visit, coming[0]))}
      ${months(visit, coming, series)}${
        past.length === 0
          ? undefined
          : html`<details class="past-dates" ${coming.length === 0 ? 'open' : ''}>
              <summary class="button plain">${locale.messages.pastDates}</summary>
              ${months(visit, past.toReversed(), series)}
            </details>`
      }
    </div>`,
  }
}

/** The date by which the data of a series is told: the next one that takes place, as what is over offers nothing. */
async function shownDate(
  { context }: Visit,
  event: EventRow,
  coming: readonly Occurrence[],
): Promise<EventRow> {
  const next = coming.find(({ event_status: status }) => status !== 'canceled')
  const row = next && next.id !== event.id ? await findEventRow(context.db.read, next.id) : undefined
  return row?.password_digest === null ? row : event
}

/** The schema.org data of the series, as one of its dates has it. */
async function dataOf(
  visit: Visit,
  event: EventRow,
  { series, url, dates }: { series: SeriesRow; url: string; dates: readonly Occurrence[] },
): Promise<object> {
  const { context, caller, now, site } = visit
  const [whole] = await withLinks(await context.rows.get(), [event], caller)
  if (!whole) return {}
  const date = eventJsonLd(whole, site, { ...context, now })
  const description = date['description'] ?? wordsOf(visit, series) ?? plainTextOfHtml(series.title)
  const image = date['image'] ?? [(await previewOf(visit, whole)).url]
  return seriesJsonLd(series, {
    siteZone: context.siteZone,
    url,
    dates,
    date: { ...date, description, image },
  })
}

/** Dates in sections of their months. */
function months(visit: Visit, dates: readonly Occurrence[], series: SeriesRow): Content {
  const byMonth = Map.groupBy(dates.slice(0, mostDates), ({ start_wall }) => start_wall.slice(0, 7))
  return [...byMonth.values()].map(
    (some) =>
      html`<section class="of-month">
        <h2>${some[0] && dateText(visit.locale, parseWall(some[0].start_wall), 'month')}</h2>
        <ol class="dates-list">
          ${some.map((date) => listItem(visit, date, series))}
        </ol>
      </section>`,
  )
}

function listItem(visit: Visit, date: Occurrence, series: SeriesRow): Html {
  const { site } = visit
  const when = dayAndClock(visit, date)
  const text = date.event_status === 'canceled' ? html`<s>${when}</s>` : when
  const other =
    date.title === series.title
      ? undefined
      : html`<span class="dim" ${ofTexts(visit)}>${titleText(date.title)}</span>`
  return html`<li>
    <a href="${postUrl(site, kinds.event, date)}"><span>${text}</span></a
    >${happeningLabel(date, visit) ?? other}
  </li>`
}

/** A date below the heading of its month. */
function dayAndClock({ locale, context }: Visit, date: Occurrence): Html {
  const [start, end] = [parseWall(date.start_wall), parseWall(date.end_wall)]
  if (!start.toPlainDate().equals(end.toPlainDate()))
    return whenText(date, { locale, context }, { hasZone: false })
  const clock = start.equals(end) ? dateText(locale, start, 'time') : rangeText(locale, [start, end], 'time')
  return html`<time datetime="${startStamp(date)}">${dateText(locale, start, 'weekdayAndDay')}</time>
    ${date.all_day === 1 ? undefined : html`<span class="clock">${clock}</span>`}`
}
