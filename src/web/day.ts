import { startOfDate } from '../calendar/day.ts'
import { instantOf } from '../calendar/text.ts'
import { countAgenda } from '../agenda/agenda.query.ts'
import { listEvents } from '../events/events.list.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import { assertPage, pagesOf } from '../http/list.ts'
import { weekOf } from './agenda.ts'
import { calendarUrl, viewPath, viewUrl } from './calendar.address.ts'
import { type CalendarQuery, overlapping } from './calendar.query.ts'
import { eventRow, Posters, type Shelf } from './card.ts'
import { dateText } from './dates.ts'
import { type Content, type Html, html, sanitised } from './html.ts'
import { itemListOf } from './itemList.ts'
import type { Page } from './layout.ts'
import { pager, pageText, running, shelfOf } from './listing.ts'
import { numberText } from './locale.ts'
import { partOf, partsOfDay } from './parts.ts'
import {
  filtersOfPeriod,
  hasCalendar,
  nothingThen,
  type Period,
  periodHead,
  periodPage,
  periodQuery,
} from './period.page.ts'
import { todayOf } from './today.ts'
import { besideFilters, toolBar } from './tools.ts'
import type { Visit } from './visit.ts'
import { daysOf } from './when.ts'

/** How many events a page of a day has. */
const perPage = 50

/** The page of a day, `YYYY-MM-DD`, with everything that is on, whenever it began; undefined when the day does not exist. */
export async function dayPage(visit: Visit, text: string): Promise<Page | undefined> {
  const day = readDay(text)
  if (!day) return undefined
  const { context, caller, now } = visit
  const period = periodOfDay(visit, day)
  const { query, toolsFor } = await periodQuery(visit, period)
  const params = { ...onDay(visit, query, day), page: query.page, per_page: perPage }
  const [{ events, page }, week] = await Promise.all([
    listEvents(context, params, { caller, now }),
    weekStrip(visit, query, day),
  ])
  assertPage({ pastTheEnd: 'event-archive-page-not-found' }, page)
  const tools = await toolsFor(page.total)
  const pages = pagesOf(page)
  const to = (number: number) => calendarUrl(visit.site, viewPath('day', day), query.pairs, number)
  const results =
    events.length === 0
      ? await nothingThen(visit, tools)
      : html`${byPart(visit, day, { events, shelf: await shelfOf(visit, events, query) })}
        ${pager(visit, {
          previous: page.page > 1 ? to(page.page - 1) : undefined,
          next: page.page < pages ? to(page.page + 1) : undefined,
          page: page.page,
          pages,
        })}`
  return {
    ...periodPage(visit, period, {
      tools,
      total: page.total,
      main: html`<div class="wrap">
        ${periodHead(visit, period, tools)}${week}${toolBar(visit, tools)}${await besideFilters(visit, tools, results)}
      </div>`,
    }),
    part: page.page > 1 ? pageText(visit, page.page, pages) : undefined,
    styles: ['day.css'],
    ...itemListOf(visit, events),
  }
}

function periodOfDay(visit: Visit, day: Temporal.PlainDate): Period {
  const { locale } = visit
  const { messages } = locale
  const today = todayOf(visit)
  const [before, after] = [day.subtract({ days: 1 }), day.add({ days: 1 })]
  const far = new Intl.RelativeTimeFormat(locale.tag, { numeric: 'auto' }).format(
    today.until(day).days,
    'day',
  )
  return {
    view: 'day',
    day,
    title: dateText(locale, day, 'day'),
    isNow: day.equals(today),
    says: Math.abs(today.until(day).days) <= nearby_days ? sentence(far, locale.tag) : undefined,
    previous: { day: before, text: dateText(locale, before, 'weekdayAndDay') },
    next: { day: after, text: dateText(locale, after, 'weekdayAndDay') },
    jumps: [
      { day: today, text: messages.today },
      { day: today.add({ days: 1 }), text: messages.tomorrow },
    ],
  }
}

/** Within so many days “in three days” says more than the date. */
const nearby_days = 13

function sentence(text: string, tag: string): string {
  return text.slice(0, 1).toLocaleUpperCase(tag) + text.slice(1)
}

function onDay(visit: Visit, query: CalendarQuery, day: Temporal.PlainDate): CalendarQuery['params'] {
  const filters = filtersOfPeriod(query)
  const { from, until, isOver } = query
  const hasDays = query.pairs.some(([name]) => name === 'when' || name === 'from' || name === 'until')
  // Both the day of the page and the days of the filters: where they do not meet, nothing is on.
  const isOutside =
    hasDays &&
    ((!isOver && Temporal.PlainDate.compare(day, from) < 0) ||
      (until !== undefined && Temporal.PlainDate.compare(day, until) > 0))
  const whole = overlapping({ from: day, until: day }, visit)
  if (isOutside) return { ...filters, ...whole, include: [noEvent] }
  return { ...filters, ...whole }
}

/** No event has this id. */
const noEvent = 0

/** The week of the day as a strip, each with how many events it has. */
async function weekStrip(visit: Visit, query: CalendarQuery, day: Temporal.PlainDate): Promise<Html> {
  const { context, locale, caller, now } = visit
  const { messages } = locale
  const week = weekOf(day, locale.firstDay).filter(hasCalendar)
  const parts = week.map((one) => ({
    from: startOfDate(one, context.siteZone),
    until: startOfDate(one.add({ days: 1 }), context.siteZone),
  }))
  const totals = await countAgenda(context, { parts, filters: filtersOfPeriod(query) }, { caller, now })
  return html`<nav class="strip" aria-label="${messages.daysOfWeek}">
    ${week.map(
      (one, at) =>
        html`<a
          href="${viewUrl(visit, 'day', query.pairs, one)}"
          ${one.equals(day) ? sanitised('aria-current="date"') : undefined}
          >${dateText(locale, one, 'shortWeekday')}<b>${dateText(locale, one, 'number')}</b
          ><span class="count"
            >${numberText(locale, totals[at] ?? 0)}<span class="word"> ${messages.eventsWord}</span></span
          ></a
        >`,
    )}
  </nav>`
}

interface DayEvents {
  readonly events: readonly EventWithLinks[]
  readonly shelf: Shelf
}

/** What began before, what lasts all day, and then the parts of the day. */
function byPart(visit: Visit, day: Temporal.PlainDate, { events, shelf }: DayEvents): Content {
  const { context, locale } = visit
  const { messages } = locale
  const sections = Map.groupBy(events, ({ event }) => {
    if (!daysOf(event, visit).first.equals(day)) return 'before'
    if (event.all_day === 1) return 'allDay'
    return partOf(instantOf(event.starts_at).toZonedDateTimeISO(context.siteZone.id).hour)
  })
  const posters = new Posters()
  const before = sections.get('before')
  return [
    before ? running(visit, { events: before, shelf }) : undefined,
    ...(['allDay', ...partsOfDay.map(({ name }) => name)] as const).map((name) => {
      const own = sections.get(name)
      return own
        ? html`<section>
            <div class="day-head"><h2>${messages[name]}</h2></div>
            <ol class="rows">
              ${own.map((whole) => html`<li>${eventRow(whole, visit, shelf, { posters })}</li>`)}
            </ol>
          </section>`
        : undefined
    }),
  ]
}

/** The day, if it exists in the years that calendars here have. */
export function readDay(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' })
    return hasCalendar(day) ? day : undefined
  } catch {
    return undefined
  }
}
