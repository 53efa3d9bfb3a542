import { countAgenda } from '../../records/agenda/agenda.query.ts'
import { anonymous } from '../../http/auth/rights.ts'
import { daySpan } from '../../pure/calendar/daySpan.ts'
import { viewUrl } from './calendar.address.ts'
import { hasCalendar } from './days.ts'
import { todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** The months that search engines are told of: centuries of an exhibition are no pages of their own. */
const monthsBack = 240
const monthsAhead = 60

/** The days, from today on: further ones change too often, and the months have their events too. */
const daysAhead = 90

/** Some days, one after the other. */
interface Stretch {
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
}

/**
 * The pages of the calendar itself that search engines are told of: the front page and, where there are events, the list, the map, the
 * months with any, and the days with any from today on.
 */
export async function viewsWithEvents(visit: Visit): Promise<string[]> {
  const today = todayOf(visit)
  const months = Array.from({ length: monthsBack + 1 + monthsAhead }, (_, at) => {
    const month = today.toPlainYearMonth().add({ months: at - monthsBack })
    return { from: month.toPlainDate({ day: 1 }), until: month.toPlainDate({ day: month.daysInMonth }) }
  })
  const days = Array.from({ length: daysAhead }, (_, at) => {
    const day = today.add({ days: at })
    return { from: day, until: day }
  })
  const dated = [
    ...(await withEvents(visit, months)).map((day) => viewUrl(visit, 'month', [], day)),
    ...(await withEvents(visit, days)).map((day) => viewUrl(visit, 'day', [], day)),
  ]
  const whole = dated.length === 0 ? [] : [viewUrl(visit, 'list'), viewUrl(visit, 'map')]
  return [`${visit.site.home}/`, ...whole, ...dated]
}

/** The first days of those stretches, which follow one another, in which anything public is on. */
async function withEvents(
  { context, now }: Visit,
  stretches: readonly Stretch[],
): Promise<Temporal.PlainDate[]> {
  const known = stretches.filter(({ from }) => hasCalendar(from))
  const days = known.map(({ from, until }) => daySpan(context, from, until))
  const totals = await countAgenda(context, { days, filters: {} }, { caller: anonymous, now })
  return known.flatMap(({ from }, at) => ((totals[at] ?? 0) > 0 ? [from] : []))
}
