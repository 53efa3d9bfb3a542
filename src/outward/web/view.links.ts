import { type View, views, viewUrl } from './calendar.address.ts'
import { calendarUrl, viewPath } from './calendar.address.ts'
import { type CalendarQuery, cameFromName, dayNames, type Pair, withoutAll } from './calendar.query.ts'
import { type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** The days that a page is about. */
export interface ShownPeriod {
  readonly view: View
  /** The day by which it is named in addresses. */
  readonly day: Temporal.PlainDate
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
}

/** What the links to the other views go by. */
interface Shown {
  readonly view: View | undefined
  readonly query: CalendarQuery
  /** The filters of the other views, if these are not the same. */
  readonly pairs?: readonly Pair[]
  readonly period?: ShownPeriod | undefined
}

/** The views, each with the filters and the days of the page. */
export function viewLinks(visit: Visit, shown: Shown): Html {
  const { messages } = visit.locale
  return html`<nav class="views" aria-label="${messages.views}">
    <ul>
      ${views.map(
        (name) =>
          html`<li>
            <a
              href="${linkTo(visit, name, shown)}"
              ${shown.view === name ? sanitised('aria-current="page"') : undefined}
              >${messages[name]}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

function linkTo(visit: Visit, name: View, { query, pairs = query.pairs, period }: Shown): string {
  const { site } = visit
  const day = dayToCome(visit, query, period)
  const isPeriod = name === 'month' || name === 'week' || name === 'day'
  // A month, week or day has days of its own, and each date of a series on its day.
  if (isPeriod) {
    const others = withoutAll(pairs, [...dayNames, 'collapse'])
    return name === 'month'
      ? calendarUrl(site, viewPath(name, day), [...others, ...dayInMonth(visit, day)])
      : viewUrl(visit, name, others, day)
  }
  const isOfMonth = period?.view === 'month'
  const kept = isOfMonth || !period ? cameFrom(query, day) : []
  return calendarUrl(site, viewPath(name, day), [
    ...(period ? datesOf(visit, pairs, period) : pairs),
    ...kept,
  ])
}

/**
 * The day to which one comes: of a month today, if that is in it, or the day that one came from; of days of a list likewise; else the
 * day that names the page, or its first.
 */
function dayToCome(visit: Visit, query: CalendarQuery, period: ShownPeriod | undefined): Temporal.PlainDate {
  if (period && period.view !== 'month') return period.day
  const { from, until } = period ?? query
  const isShown = (day: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(day, from) >= 0 && (!until || Temporal.PlainDate.compare(day, until) <= 0)
  const today = todayOf(visit)
  if (isShown(today)) return today
  return query.cameFrom && isShown(query.cameFrom) ? query.cameFrom : from
}

/** The day in a month that one comes back to; a month of today needs none. */
function dayInMonth(visit: Visit, day: Temporal.PlainDate): readonly (readonly [string, string])[] {
  const isOfToday = day.toPlainYearMonth().equals(todayOf(visit).toPlainYearMonth())
  return isOfToday || day.day === 1 ? [] : [[cameFromName, day.toString()]]
}

function cameFrom(
  { cameFrom }: CalendarQuery,
  day: Temporal.PlainDate,
): readonly (readonly [string, string])[] {
  return cameFrom?.equals(day) ? [[cameFromName, day.toString()]] : []
}

/** The names of the periods that today is in. */
const current = { month: 'month', week: 'week', day: 'today' } as const

/** The filters with the days of a period in the form in which lists have them, unless the address names days of its own. */
function datesOf(visit: Visit, pairs: readonly Pair[], { view, from, until }: ShownPeriod): readonly Pair[] {
  if (pairs.length > withoutAll(pairs, dayNames).length) return pairs
  const today = todayOf(visit)
  const isNow = Temporal.PlainDate.compare(from, today) <= 0 && Temporal.PlainDate.compare(today, until) <= 0
  if (isNow && view in current) return [...pairs, ['when', current[view as keyof typeof current]]]
  return [...pairs, ['from', from.toString()], ['until', until.toString()]]
}
