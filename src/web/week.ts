import { instantOf } from '../calendar/text.ts'
import type { AgendaEntry } from '../events/events.agenda.query.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import {
  cellList,
  dayClasses,
  dayLink,
  eventsOn,
  type EventsOfDays,
  isBare,
  startText,
  weekOf,
  withHidden,
} from './agenda.ts'
import { titleText } from './card.ts'
import { type Placed, sideBySide, type Timed } from './columns.ts'
import { dateText } from './dates.ts'
import { emptyState } from './empty.ts'
import { type Cell, type Lasting, layRow } from './grid.ts'
import { type Content, type Html, html } from './html.ts'
import { type Page, viewUrl } from './layout.ts'
import { say } from './locale.ts'
import { readDay } from './day.ts'
import { steps, stepTo, stretchPage } from './steps.ts'
import { columnsOfDay, quartersOfDay } from './week.style.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** How many events that last whole days, or several of them, have room above the hours of a week. */
const room = 12

/** How many events are drawn side by side: more could not be read. The page of the day has all of them. */
const mostColumns = 3

/** The hours that are always shown. */
const usual = { from: 9, until: 20 }

const quarter_min = 15
const hoursOfDay = 24
const day_min = hoursOfDay * 60

/** Shorter events are drawn with this length, so that they can be read. */
const shortest_min = 45

type Event = Lasting<AgendaEntry>

/** The page of the week of a day, `YYYY-MM-DD`, by hours; undefined when the day does not exist. */
export async function weekPage(visit: Visit, text: string): Promise<Page | undefined> {
  const day = readDay(text)
  if (!day) return undefined
  const { locale, site } = visit
  const { messages } = locale
  const week = weekOf(day, locale.firstDay)
  const first = week[0] ?? day
  const found = await eventsOn(visit, week, hoursOfDay)
  const url = (other: Temporal.PlainDate) => `${site.home}/week/${other.toString()}`
  const title = say(messages.weekOf, { date: dateText(locale, first, 'longDay') })
  const [before, after] = [first.subtract({ days: 7 }), first.add({ days: 7 })]
  const around = {
    title,
    // Weeks begin on other days in other countries, so the address stays as it was requested.
    url: url(day),
    previous: stepTo(before, url(before), messages.previousWeek),
    next: stepTo(after, url(after), messages.nextWeek),
    now: week.some((one) => one.equals(todayOf(visit))) ? url(day) : viewUrl(visit, 'week'),
  }
  const link = { url: viewUrl(visit, 'list'), text: messages.upcoming }
  const isEmpty = found.events.length === 0
  const main = html`${steps(visit, around)}${
    isEmpty ? emptyState(messages.nothingThen, messages.nothingThenHint, link) : weekGrid(visit, week, found)
  }`
  return {
    ...stretchPage(visit, { ...around, view: 'week', isEmpty, main }),
    // Search engines get one page for a week: that of its first day.
    isUnlisted: !day.equals(first),
    laterStyles: ['week.css'],
  }
}

function weekGrid(visit: Visit, week: readonly Temporal.PlainDate[], found: EventsOfDays): Html {
  const { events } = found
  const days = week.map((date) => {
    const all = sideBySide(events.flatMap((event) => timesOn(visit, date, event)))
    const drawn = all.filter(({ column }) => column < mostColumns)
    return { date, drawn, hidden: all.length - drawn.length }
  })
  const cells = layRow(
    week.map((date) => date.toString()),
    events.filter(isLong),
    room,
  ).map((cell, at) => {
    const { drawn = [], hidden = 0 } = days[at] ?? {}
    return withHidden(found, cell, { drawn: drawn.length, hidden })
  })
  const hours = hoursOf(days.flatMap(({ drawn }) => drawn))
  return html`<div class="week">
    <div class="row names">
      <span class="gutter"></span>
      ${week.map((date) => html`<div class="${dayClasses(visit, date)}"><h2>${dayLink(visit, date, name(visit, date))}</h2></div>`)}
    </div>
    ${cells.some(({ slots, hidden }) => slots.length + hidden > 0) ? longRow(visit, cells) : undefined}
    <div class="row">
      <div class="gutter hours" aria-hidden="true">${hourNames(visit, hours)}</div>
      ${days.map(({ date, drawn }) => dayColumn(visit, { date, drawn, hours }))}
    </div>
  </div>`
}

function name({ locale }: Visit, date: Temporal.PlainDate): Html {
  return html`<span class="weekday">${dateText(locale, date, 'shortWeekday')}</span
    >${dateText(locale, date, 'number')}`
}

/** The events that last whole days or several of them, and how many of each day are not drawn. */
function longRow(visit: Visit, cells: readonly Cell<AgendaEntry>[]): Html {
  return html`<div class="row">
    <div class="gutter">${visit.locale.messages.allDay}</div>
    ${cells.map((cell) => {
      const date = Temporal.PlainDate.from(cell.date)
      return html`<section
        class="${dayClasses(visit, date, isBare(cell) ? 'bare' : '')}"
        aria-label="${dateText(visit.locale, date, 'day')}"
      >
        ${cellList(visit, cell)}
      </section>`
    })}
  </div>`
}

interface Hours {
  readonly from: number
  readonly until: number
}

function hourNames({ locale }: Visit, { from, until }: Hours): Content {
  return Array.from({ length: until - from }, (_, at) => {
    const hour = Temporal.PlainDateTime.from({ year: 2000, month: 1, day: 1, hour: from + at })
    return html`<span>${dateText(locale, hour, 'time')}</span>`
  })
}

function dayColumn(
  visit: Visit,
  { date, drawn, hours }: { date: Temporal.PlainDate; drawn: readonly Placed<AgendaEntry>[]; hours: Hours },
): Html {
  const rows = `rows${(hours.until - hours.from) * (60 / quarter_min)}`
  return html`<section
    class="${dayClasses(visit, date, `column ${rows} ${drawn.length === 0 ? 'bare' : ''}`)}"
  >
    <h2 class="hidden full">${dateText(visit.locale, date, 'day')}</h2>
    <ol>
      ${drawn.map((placed) => timedItem(visit, placed, hours))}
    </ol>
  </section>`
}

function timedItem(
  visit: Visit,
  { item, from, until, column, columns }: Placed<AgendaEntry>,
  hours: Hours,
): Html {
  const start = Math.floor(from / quarter_min) - hours.from * (60 / quarter_min)
  const length = Math.max(1, Math.ceil((until - from) / quarter_min))
  const width = columnsOfDay / Math.min(columns, mostColumns)
  const isFeatured = item.featured === 1 && item.password_digest === null
  return html`<li class="t${start} d${Math.min(length, quartersOfDay)} x${column * width} w${width}">
    <a href="${postUrl(visit.site, kinds.event, item)}" ${isFeatured ? html`class="featured"` : undefined}
      ><span dir="auto">${startText(visit, item)} ${titleText(item.title)}</span></a
    >
  </li>`
}

/** Whether an event lasts whole days, or longer than a day and a night. */
function isLong({ item, first, last }: Event): boolean {
  return item.all_day === 1 || first !== last
}

/** The time of an event in minutes of the day on which it begins; a night ends with its day. Empty if it is on another day. */
function timesOn({ context }: Visit, date: Temporal.PlainDate, event: Event): Timed<AgendaEntry>[] {
  if (isLong(event) || event.first !== date.toString()) return []
  const { item } = event
  const here = (seconds: number) => instantOf(seconds).toZonedDateTimeISO(context.siteZone.id)
  const [start, end] = [here(item.starts_at), here(item.ends_at)]
  const from = start.hour * 60 + start.minute
  const until = end.toPlainDate().equals(date) ? end.hour * 60 + end.minute : day_min
  // Events without a length, or that begin just before midnight, are drawn so that they can be read.
  const begin = Math.min(from, day_min - shortest_min)
  return [{ item, from: begin, until: Math.max(until, begin + shortest_min) }]
}

/** The hours from the first event to the last. */
function hoursOf(timed: readonly Timed<AgendaEntry>[]): Hours {
  return {
    from: Math.min(usual.from, ...timed.map(({ from }) => Math.floor(from / 60))),
    until: Math.max(usual.until, ...timed.map(({ until }) => Math.ceil(until / 60))),
  }
}
