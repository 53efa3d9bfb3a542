import { daySpan, stillOn } from '../../pure/calendar/daySpan.ts'
import { instantOf } from '../../pure/calendar/text.ts'
import { countAgenda } from '../../records/agenda/agenda.query.ts'
import type { ListAmong } from '../../records/events/events.filters.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { pagesOf } from '../../http/list.ts'
import { calendarUrl, viewPath, viewUrl } from './calendar.address.ts'
import type { CalendarQuery } from './calendar.query.ts'
import { eventRow, type Shelf } from './card.ts'
import { Posters } from './picture.ts'
import { dateText } from './dates.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { itemListOf } from './itemList.ts'
import type { Page } from './page.ts'
import { endedSection, pager, pageText, running, shelfOf } from './listing.ts'
import { type InTurn, pageInTurn } from './listing.page.ts'
import { numberText } from '../../pure/locale/locale.ts'
import { partOf, partsOfDay } from './parts.ts'
import { hasCalendar, readDay, weekOf } from './days.ts'
import {
  filtersOfPeriod,
  nothingThen,
  type Period,
  periodHead,
  periodPage,
  periodQuery,
} from './period.page.ts'
import { titlesOf } from './summary.ts'
import { momentOf, todayOf } from './today.ts'
import { assertWithin } from './pastTheEnd.ts'
import { besideFilters, toolBar } from './tools.ts'
import type { Visit } from './visit.ts'
import { daysOf } from './when.ts'

/** How many events a page of a day has. */
const perPage = 50

/** The page of a day, `YYYY-MM-DD`, with everything that is on, whenever it began; undefined when the day does not exist. */
export async function dayPage(visit: Visit, text: string): Promise<Page | undefined> {
  const day = readDay(text)
  if (!day) return undefined
  const period = periodOfDay(visit, day)
  const { query, params, toolsFor } = await periodQuery(visit, period)
  const [{ events, ended, page }, week] = await Promise.all([
    pageInTurn(visit, inTurn(visit, params, period), { page: query.page, perPage }),
    weekStrip(visit, query, day),
  ])
  const tools = await toolsFor(page.total)
  const pages = pagesOf(page)
  const to = (number: number) => calendarUrl(visit.site, viewPath('day', day), query.pairs, number)
  assertWithin(page, to)
  const shelf = await shelfOf(visit, [...events, ...ended], { ...query, until: day })
  const results =
    page.total === 0
      ? await nothingThen(visit, tools)
      : html`${byPart(visit, day, { events, shelf })}${endedSection(visit, { events: ended, shelf })}
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
      titles: titlesOf(events),
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
    from: day,
    until: day,
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

/** Everything of the day; of today what is on or to come, and then what is over. */
function inTurn(visit: Visit, params: ListAmong, { isNow }: Period): InTurn {
  if (!isNow) return { params, ended: undefined }
  const moment = momentOf(visit)
  const { days = [] } = params
  const left = stillOn(visit.context, moment)
  return { params: { ...params, days: [...days, left] }, ended: { ...params, over: left } }
}

/** The week of the day as a strip, each with how many events it has. */
async function weekStrip(visit: Visit, query: CalendarQuery, day: Temporal.PlainDate): Promise<Html> {
  const { context, locale, caller, now } = visit
  const { messages } = locale
  const week = weekOf(day, locale.firstDay).filter(hasCalendar)
  const days = week.map((one) => daySpan(context, one, one))
  const totals = await countAgenda(context, { days, filters: filtersOfPeriod(query) }, { caller, now })
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
