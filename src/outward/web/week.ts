import { type AgendaItem, classesOf, type EventsOfDays, eventsOn, titlesToTell } from './agenda.ts'
import { weekOf } from './days.ts'
import { layBars } from './bars.ts'
import { viewUrl } from './calendar.address.ts'
import type { Pair } from './calendar.query.ts'
import { dateText, rangeText } from './dates.ts'
import { readDay } from './days.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { countText } from '../../pure/locale/locale.ts'
import { barList } from './month.ts'
import { partOf, partsOfDay } from './parts.ts'
import {
  filtersOfPeriod,
  nothingThen,
  type Period,
  periodHead,
  periodPage,
  periodQuery,
  type Step,
} from './period.page.ts'
import { todayOf } from './today.ts'
import { filterSheet, toolBar } from './tools.ts'
import type { Visit } from './visit.ts'
import { ofTexts } from './ownText.ts'

/** How many bars a week has room for above its days. */
const lanes = 12

/** How many events a day lists; the page of the day has all. */
const listed = 30

/** How many weeks after this one the jumps lead to. */
const ahead = 3

const hoursOfDay = 24

/** The page of the week of a day, `YYYY-MM-DD`: seven columns in the order of time; undefined when the day does not exist. */
export async function weekPage(visit: Visit, text: string): Promise<Page | undefined> {
  const day = readDay(text)
  if (!day) return undefined
  const { locale } = visit
  const week = weekOf(day, locale.firstDay)
  const period = periodOfWeek(visit, day, week)
  const { query, toolsFor } = await periodQuery(visit, period)
  const found = await eventsOn(visit, week, filtersOfPeriod(query), hoursOfDay)
  const total = found.totals
    ? week.reduce((sum, date) => sum + (found.totals?.get(date.toString()) ?? 0), 0)
    : found.items.length
  const tools = await toolsFor(total)
  const results =
    total === 0 ? await nothingThen(visit, tools) : weekGrid(visit, week, { found, pairs: query.pairs })
  const page = periodPage(visit, period, {
    tools,
    total,
    titles: titlesToTell(found),
    main: html`<div class="wrap">
      ${periodHead(visit, period, tools)}${toolBar(visit, tools)}${await filterSheet(visit, tools)}${results}
    </div>`,
  })
  return {
    ...page,
    // Search engines get one page for a week: that of its first day.
    isUnlisted: page.isUnlisted === true || !day.equals(week[0] ?? day),
    styles: ['week.css'],
  }
}

function periodOfWeek(visit: Visit, day: Temporal.PlainDate, week: readonly Temporal.PlainDate[]): Period {
  const { locale } = visit
  const { messages } = locale
  const title = (days: readonly Temporal.PlainDate[]) =>
    rangeText(locale, [days[0] ?? day, days.at(-1) ?? day], 'longDay')
  const today = todayOf(visit)
  const jumps = Array.from({ length: ahead + 1 }, (_, at): Step => {
    const start = today.add({ weeks: at })
    const days = weekOf(start, locale.firstDay)
    // The week that the page shows keeps its address.
    const isHere = days.some((one) => one.equals(day))
    const text =
      [messages.thisWeek, messages.comingWeek][at] ??
      rangeText(locale, [days[0] ?? start, days.at(-1) ?? start], 'dayMonth')
    return { day: isHere ? day : start, text }
  })
  return {
    view: 'week',
    // Weeks begin on other days in other countries, so the address stays as it was requested.
    day,
    from: week[0] ?? day,
    until: week.at(-1) ?? day,
    title: title(week),
    isNow: week.some((one) => one.equals(today)),
    previous: { day: (week[0] ?? day).subtract({ days: 7 }), text: messages.previousWeek },
    next: { day: (week[0] ?? day).add({ days: 7 }), text: messages.nextWeek },
    jumps,
  }
}

function weekGrid(
  visit: Visit,
  week: readonly Temporal.PlainDate[],
  { found, pairs }: { found: EventsOfDays; pairs: readonly Pair[] },
): Html {
  const laid = layBars(
    week.map((day) => day.toString()),
    found.items.filter(({ isLong }) => isLong),
    lanes,
  )
  const today = todayOf(visit)
  // Lists begin today, for who listens too: what of the week is past comes last.
  const gone = Math.max(
    0,
    week.findIndex((day) => day.equals(today)),
  )
  const columns = week.map((day, at) =>
    dayColumn(visit, { day, column: at + 1, hidden: laid.hidden[at] ?? 0, found, pairs, isGone: at < gone }),
  )
  // “10:30 PM” needs more room than “22:30”.
  const isLongClock = found.items.some(({ time }) => time.length > '22:30'.length)
  const earlier = gone > 0 ? html`<p class="earlier">${visit.locale.messages.earlierThisWeek}</p>` : undefined
  return html`<div class="${isLongClock ? 'week clock-12' : 'week'}">
    ${barList(visit, laid)}${columns.slice(gone)}${earlier}${columns.slice(0, gone)}
  </div>`
}

function dayColumn(
  visit: Visit,
  at: {
    day: Temporal.PlainDate
    column: number
    hidden: number
    found: EventsOfDays
    pairs: readonly Pair[]
    /** Whether it is a day of this week that is over. */
    isGone: boolean
  },
): Html {
  const { locale } = visit
  const { messages } = locale
  const { day, column, hidden, found, pairs, isGone } = at
  const date = day.toString()
  const today = todayOf(visit)
  const isToday = day.equals(today)
  const all = found.byDate.get(date) ?? []
  const single = all.filter(({ isLong }) => !isLong)
  const shown = single.slice(0, listed)
  const drawnBars = all.length - single.length - hidden
  const more = (found.totals?.get(date) ?? all.length) - shown.length - drawnBars
  const url = viewUrl(visit, 'day', pairs, day)
  return html`<section class="day s-${column}${isToday ? ' today' : ''}${isGone ? ' past' : ''}">
    <h2>
      <a href="${url}" ${isToday ? sanitised('aria-current="date"') : undefined}
        >${dateText(locale, day, 'weekday')}<b>${dateText(locale, day, 'number')}</b
        ><span class="hidden"> ${dateText(locale, day, 'monthName')}</span></a
      >
    </h2>
    <div class="list">
      ${all.length === 0 && more <= 0 ? html`<p class="empty-day">${messages.noEvents}</p>` : undefined}
      ${partsOfDay.map(({ name }) =>
        partList(
          visit,
          messages[name],
          shown.filter(({ hour, isOver }) => partOf(hour) === name && !isOver),
        ),
      )}
      ${partList(
        visit,
        messages.alreadyOver,
        shown.filter(({ isOver }) => isOver),
      )}
      ${more > 0 ? html`<p class="part"><a href="${url}">${countText(locale, messages.moreThatDay, more)}</a></p>` : undefined}
    </div>
  </section>`
}

function partList(visit: Visit, title: string, items: readonly AgendaItem[]): Content {
  if (items.length === 0) return undefined
  return html`<p class="part">${title}</p>
    <ul class="slots">
      ${items.map(
        (item) =>
          html`<li>
            <a class="c-${item.colour}${classesOf(item)}" href="${item.url}"
              ><time datetime="${item.stamp}">${item.time}</time><b ${ofTexts(visit)}>${item.title}</b>${
                item.happening === undefined
                  ? undefined
                  : html`<span class="tag${item.isOff ? ' off' : ''}">${item.happening}</span>`
              }${item.place === '' ? undefined : html`<span class="at" ${ofTexts(visit)}>${item.place}</span>`}</a
            >
          </li>`,
      )}
    </ul>`
}
