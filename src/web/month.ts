import type { AgendaEntry } from '../events/events.agenda.query.ts'
import {
  cellList,
  dayClasses,
  dayLink,
  eventsOn,
  type EventsOfDays,
  isBare,
  weekOf,
  withHidden,
} from './agenda.ts'
import { dateText } from './dates.ts'
import { emptyState } from './empty.ts'
import { type Cell, layRow } from './grid.ts'
import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { viewUrl } from './layout.ts'
import { hasCalendar, steps, stepTo, stretchPage } from './steps.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** The id of today’s element in the page of its month. */
const idOfToday = 'today'

/** How many events a day of a month has room for. */
const room = 6

/** The page of a month, `YYYY-MM`, in weeks; undefined when the month does not exist. */
export async function monthPage(visit: Visit, text: string): Promise<Page | undefined> {
  const month = readMonth(text)
  if (!month) return undefined
  const { locale, site } = visit
  const { messages } = locale
  const weeks = weeksOf(month, locale.firstDay)
  const found = await eventsOn(visit, weeks.flat())
  const title = dateText(locale, month.toPlainDate({ day: 1 }), 'month')
  const url = (other: Temporal.PlainYearMonth) => `${site.home}/month/${other.toString()}`
  const [before, after] = [month.subtract({ months: 1 }), month.add({ months: 1 })]
  const around = {
    title,
    url: url(month),
    previous: stepTo(before, url(before), messages.previousMonth),
    next: stepTo(after, url(after), messages.nextMonth),
    now: viewUrl(visit, 'month'),
    today: `#${idOfToday}`,
  }
  return stretchPage(visit, {
    ...around,
    view: 'month',
    isEmpty: isEmpty(month, found),
    main: html`${steps(visit, around)}
      <div class="weekdays" aria-hidden="true">
        ${weeks[0]?.map((day) => html`<span>${dateText(locale, day, 'shortWeekday')}</span>`)}
      </div>
      <div class="weeks">${weeks.map((week) => weekRow(visit, month, { week, found }))}</div>
      ${isEmpty(month, found) ? nothing(visit) : undefined}`,
  })
}

function nothing(visit: Visit): Html {
  const { messages } = visit.locale
  const link = { url: viewUrl(visit, 'list'), text: messages.upcoming }
  return html`<div class="below">${emptyState(messages.nothingThen, messages.nothingThenHint, link)}</div>`
}

function isEmpty(month: Temporal.PlainYearMonth, { events }: EventsOfDays): boolean {
  const [first, last] = [month.toPlainDate({ day: 1 }), month.toPlainDate({ day: month.daysInMonth })]
  return !events.some((event) => event.first <= last.toString() && event.last >= first.toString())
}

function weekRow(
  visit: Visit,
  month: Temporal.PlainYearMonth,
  { week, found }: { week: readonly Temporal.PlainDate[]; found: EventsOfDays },
): Html {
  // Small screens hide the days of other months, so an event that spans two months is named in both.
  const cells = [...Map.groupBy(week, (day) => day.month).values()].flatMap((days) =>
    layRow(
      days.map((day) => day.toString()),
      found.events,
      room,
    ).map((cell) => withHidden(found, cell)),
  )
  return html`<div class="row">${cells.map((cell) => dayCell(visit, month, cell))}</div>`
}

function dayCell(visit: Visit, month: Temporal.PlainYearMonth, cell: Cell<AgendaEntry>): Html {
  const date = Temporal.PlainDate.from(cell.date)
  const isOther = !date.toPlainYearMonth().equals(month)
  const number = dateText(visit.locale, date, 'number')
  return html`<section
    ${date.equals(todayOf(visit)) ? html`id="${idOfToday}"` : undefined}
    class="${dayClasses(visit, date, `${isOther ? 'other ' : ''}${isBare(cell) ? 'bare' : ''}`)}"
  >
    <h2>${dayLink(visit, date, number)}</h2>
    ${cellList(visit, cell)}
  </section>`
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

/** The month, if it exists in the years that calendars here have. */
function readMonth(text: string): Temporal.PlainYearMonth | undefined {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return undefined
  const month = Temporal.PlainYearMonth.from(text)
  return hasCalendar(month) ? month : undefined
}
