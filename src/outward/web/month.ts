import { type AgendaItem, classesOf, type EventsOfDays, eventsOn, titlesToTell } from './agenda.ts'
import { daysOfMonth, readMonth, weekOf } from './days.ts'
import { type Bar, type Bars, layBars } from './bars.ts'
import { viewUrl } from './calendar.address.ts'
import type { Pair } from './calendar.query.ts'
import { dateText, rangeText } from './dates.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { comma, countText, say } from '../../pure/locale/locale.ts'
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
import { langOfTexts, ownText } from './ownText.ts'

/** How many bars a week has room for, and how many titles a day. */
const lanes = 3
const titles = 3

/** How many events of a day are listed below the month on phones; the page of the day has all. */
const listed = 25

/** How many months after this one the jumps lead to. */
const ahead = 5

/** The page of a month, `YYYY-MM`, in weeks; undefined when the month does not exist. */
export async function monthPage(visit: Visit, text: string): Promise<Page | undefined> {
  const month = readMonth(text)
  if (!month) return undefined
  const { locale } = visit
  const period = periodOfMonth(visit, month)
  const { query, toolsFor } = await periodQuery(visit, period)
  const weeks = weeksOf(month, locale.firstDay)
  const found = await eventsOn(visit, weeks.flat(), filtersOfPeriod(query))
  const days = daysOfMonth(month).map((day) => day.toString())
  const total = totalIn(found, days)
  const tools = await toolsFor(total)
  const long = found.items.filter(({ isLong }) => isLong)
  const drawn = { visit, month, found, long, pairs: query.pairs }
  // “10:30 PM” needs more room than “22:30”.
  const isLongClock = found.items.some(({ time }) => time.length > '22:30'.length)
  return {
    ...periodPage(visit, period, {
      tools,
      total,
      titles: titlesToTell(found, days[0], days.at(-1)),
      main: html`<div class="wrap prints-month">
        ${periodHead(visit, period, tools)}${toolBar(visit, tools)}${await filterSheet(visit, tools)}
        <div class="month-box">
          <div class="${isLongClock ? 'month clock-12' : 'month'}">
            <ol class="weekdays" aria-hidden="true">
              ${weeks[0]?.map((day) => html`<li><span>${dateText(locale, day, 'weekday')}</span><abbr>${dateText(locale, day, 'narrowWeekday')}</abbr></li>`)}
            </ol>
            ${weeks.map((week) => weekRow(drawn, week))}
          </div>
        </div>
        ${total === 0 ? await nothingThen(visit, tools) : undefined}
      </div>`,
    }),
    styles: ['month.css'],
  }
}

function periodOfMonth(visit: Visit, month: Temporal.PlainYearMonth): Period {
  const { locale } = visit
  const step = (other: Temporal.PlainYearMonth): Step => ({
    day: other.toPlainDate({ day: 1 }),
    text: dateText(locale, other.toPlainDate({ day: 1 }), 'month'),
  })
  const now = todayOf(visit).toPlainYearMonth()
  return {
    view: 'month',
    day: month.toPlainDate({ day: 1 }),
    from: month.toPlainDate({ day: 1 }),
    until: month.toPlainDate({ day: month.daysInMonth }),
    title: step(month).text,
    isNow: month.equals(now),
    previous: step(month.subtract({ months: 1 })),
    next: step(month.add({ months: 1 })),
    jumps: Array.from({ length: ahead + 1 }, (_, at) => {
      const { day } = step(now.add({ months: at }))
      return { day, text: dateText(locale, day, day.year === now.year ? 'monthName' : 'month') }
    }),
  }
}

/** How many events are on in these days; where there are too many to be told apart, how many each day has, added up. */
function totalIn({ items, totals }: EventsOfDays, days: readonly string[]): number {
  if (totals) return days.reduce((sum, day) => sum + (totals.get(day) ?? 0), 0)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return items.filter((item) => item.first <= last && item.last >= first).length
}

interface Drawn {
  readonly visit: Visit
  readonly month: Temporal.PlainYearMonth
  readonly found: EventsOfDays
  /** Those that are drawn as bars. */
  readonly long: readonly AgendaItem[]
  readonly pairs: readonly Pair[]
}

function weekRow(drawn: Drawn, week: readonly Temporal.PlainDate[]): Html {
  const laid = layBars(
    week.map((day) => day.toString()),
    drawn.long,
    lanes,
  )
  return html`<div class="wk${laid.lanes > 0 ? ` lanes-${laid.lanes}` : ''}">
    ${barList(drawn.visit, laid)}${week.map((day, at) => dayCell(drawn, { day, column: at + 1, hidden: laid.hidden[at] ?? 0 }))}
  </div>`
}

/** The bars of a week. */
export function barList(visit: Visit, { bars }: Bars<AgendaItem>): Content {
  if (bars.length === 0) return undefined
  return html`<ul class="bars" aria-label="${visit.locale.messages.severalDays}">
    ${bars.map((bar) => barItem(visit, bar))}
  </ul>`
}

function barItem(visit: Visit, bar: Bar<AgendaItem>): Html {
  const { locale } = visit
  const { item, start, days, lane, isFromBefore, isGoingOn } = bar
  const classes = [
    `s-${start} n-${days} l-${lane}`,
    isFromBefore ? 'from' : '',
    isGoingOn ? 'into' : '',
    item.isGone ? 'past' : '',
  ]
  const [first, last] = [Temporal.PlainDate.from(item.first), Temporal.PlainDate.from(item.last)]
  const when = first.equals(last)
    ? dateText(locale, first, 'dayOfMonth')
    : rangeText(locale, [first, last], 'dayOfMonth')
  return html`<li class="${classes.filter(Boolean).join(' ')}">
    <a class="c-${item.colour}${classesOf(item)}" href="${item.url}"
      >${ownText(visit, item.title, { isCut: true })}<span class="hidden"
        >${['', when, item.happening].filter((part) => part !== undefined).join(comma(locale))}</span
      ></a
    >
  </li>`
}

/** How many colours of events a day shows as dots. */
const mostDots = 4

function dayCell(
  { visit, month, found, pairs }: Drawn,
  { day, column, hidden }: { day: Temporal.PlainDate; column: number; hidden: number },
): Html {
  const { locale } = visit
  const date = day.toString()
  const all = found.byDate.get(date) ?? []
  const total = found.totals?.get(date) ?? all.length
  const isToday = day.equals(todayOf(visit))
  const classes = [
    `day s-${column}`,
    day.toPlainYearMonth().equals(month) ? '' : 'other',
    locale.weekend.includes(day.dayOfWeek) ? 'weekend' : '',
    isToday ? 'today' : '',
  ]
  const number = dateText(locale, day, 'number')
  const name = say(locale.messages.dayNamed, {
    name: dateText(locale, day, 'weekdayAndDay'),
    day: countText(locale, locale.messages.results, total),
  })
  const url = viewUrl(visit, 'day', pairs, day)
  const colours = [...new Set(all.map(({ colour }) => colour))].slice(0, mostDots)
  const current = isToday ? sanitised('aria-current="date"') : undefined
  return html`<section class="${classes.filter(Boolean).join(' ')}">
    <h2>
      <a class="open" href="${url}" ${current}
        ><span class="hidden">${name}</span><span aria-hidden="true">${number}</span></a
      ><a class="tap" href="#d-${date}" ${current}
        ><b aria-hidden="true">${number}</b
        ><span class="dots">${colours.map((colour) => html`<i class="dot c-${colour}"></i>`)}</span
        ><span class="hidden">${name}</span></a
      >
    </h2>
    ${entries(visit, { day, all, total, hidden, url })}
  </section>`
}

function entries(
  visit: Visit,
  at: { day: Temporal.PlainDate; all: readonly AgendaItem[]; total: number; hidden: number; url: string },
): Html {
  const { locale } = visit
  const { messages } = locale
  const { day, all, total, hidden, url } = at
  // What is over of today comes last.
  const single = all.filter(({ isLong }) => !isLong).toSorted(overLast)
  const shown = Math.min(single.length, titles)
  // What has no room: singles, bars without a lane, and what was not even read.
  const drawnBars = all.length - single.length - hidden
  const more = total - shown - drawnBars
  const rest = [...single.slice(shown), ...all.filter(({ isLong }) => isLong)]
    .toSorted(overLast)
    .slice(0, listed)
  // Below the month on phones there are no bars, and room for more.
  const moreBelow = total - shown - rest.length
  return html`<div class="entries" id="d-${day.toString()}">
    <p class="day-title">
      ${dateText(locale, day, 'weekdayAndDay')}<a href="${url}">${messages.wholeDay}</a>
    </p>
    ${
      all.length === 0 && more <= 0
        ? html`<p class="empty-day">${messages.noEvents}</p>`
        : html`<ul>
            ${single.slice(0, shown).map((item) => entry(visit, item, ''))}${rest.map((item) => entry(visit, item, 'extra'))}
            ${moreItem({ locale }, { day, url, more, kind: '' })}${moreItem({ locale }, { day, url, more: moreBelow, kind: 'extra' })}
          </ul>`
    }
  </div>`
}

/** By whether it is over; what is alike stays in its order. */
function overLast(one: AgendaItem, other: AgendaItem): number {
  return Number(one.isOver) - Number(other.isOver)
}

/** How many more there are that day: beside the bars, or `extra` below the month. */
function moreItem(
  { locale }: Pick<Visit, 'locale'>,
  at: { day: Temporal.PlainDate; url: string; more: number; kind: '' | 'extra' },
): Content {
  const { day, url, more, kind } = at
  if (more <= 0) return undefined
  return html`<li ${kind === '' ? html`class="in-cell"` : html`class="extra"`}>
    <a class="more" href="${url}"
      >${countText(locale, locale.messages.moreThatDay, more)}<span class="hidden"
        >${comma(locale)}${dateText(locale, day, 'dayOfMonth')}</span
      ></a
    >
  </li>`
}

/** What lasts stands on each of its days, in short. There are hundreds of entries: not a byte more than it takes. */
function entry(visit: Visit, item: AgendaItem, kind: string): Html {
  const { isLong, time, title, place, happening } = item
  return html`<li ${kind === '' ? undefined : html`class="${kind}"`}>
    <a class="c-${item.colour}${classesOf(item)}" href="${item.url}"
      >${isLong ? undefined : html`<span class="t">${time}</span>`}${ownText(visit, title)}${happening === undefined ? undefined : html`<span class="hidden">${comma(visit.locale)}</span><span class="hidden state">${happening}</span>`}${isLong || place === '' ? undefined : html`<bdi class="at" ${langOfTexts(visit)}>${place}</bdi>`}</a
    >
  </li>`
}

/** The weeks that have any days of the month. */
function weeksOf(month: Temporal.PlainYearMonth, firstDay: number): Temporal.PlainDate[][] {
  const weeks: Temporal.PlainDate[][] = []
  const last = month.toPlainDate({ day: month.daysInMonth })
  let week = weekOf(month.toPlainDate({ day: 1 }), firstDay)
  while (week[0] && Temporal.PlainDate.compare(week[0], last) <= 0) {
    weeks.push(week)
    week = week.map((day) => day.add({ days: 7 }))
  }
  return weeks
}
