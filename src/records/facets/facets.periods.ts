import { todayIn } from '../../pure/calendar/day.ts'
import { instantOf } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { limitsOf, type Window } from '../events/events.window.ts'

/** Days from one to another, both included. */
export interface Period {
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
}

/** The first and the last moment of events, both included; either may be missing. */
export interface Span {
  readonly first?: EpochSeconds | undefined
  readonly last?: EpochSeconds | undefined
}

/** A leap year. */
const maxDays = 366

/** Ten years: further than anybody turns the pages of a calendar. */
const maxMonths = 120

/** The first and last days whose year has four digits. */
const firstDay = Temporal.PlainDate.from('0001-01-01')
const lastDay = Temporal.PlainDate.from('9999-12-31')

/** The moments between which the dates of a list lie. */
export function spanOf(window: Window): Span {
  const { starts_at: starts, ends_at: ends } = limitsOf(window)
  const first = Math.max(starts.from, ends.from)
  const until = Math.min(starts.until, ends.until)
  return {
    first: Number.isFinite(first) ? first : undefined,
    last: Number.isFinite(until) ? until - 1 : undefined,
  }
}

/**
 * The days and months that are counted around a span: the days of whole months and the months of whole years, from where it
 * begins (or, without a beginning, up to where it ends), as many as the limits allow. The days lie within the months.
 */
export function periodsAround(
  { first, last }: Span,
  zone: Zone,
  now: Temporal.Instant,
): { days: Period; months: Period } {
  const dayOf = (at: EpochSeconds) => instantOf(at).toZonedDateTimeISO(zone.id).toPlainDate()
  const today = todayIn(zone, now)
  if (first === undefined && last !== undefined) {
    const end = endOfMonth(dayOf(last))
    const endOfYear = end.with({ month: 12, day: 31 })
    return {
      days: { from: later(end.subtract({ days: maxDays - 1 }), firstDay), to: end },
      months: {
        from: later(endOfYear.add({ days: 1 }).subtract({ months: maxMonths }), firstDay),
        to: endOfYear,
      },
    }
  }
  const start = (first === undefined ? today : dayOf(first)).with({ day: 1 })
  const startOfYear = start.with({ month: 1 })
  const furthest = {
    days: earlier(start.add({ days: maxDays - 1 }), lastDay),
    months: earlier(startOfYear.add({ months: maxMonths }).subtract({ days: 1 }), lastDay),
  }
  if (last === undefined)
    return { days: { from: start, to: furthest.days }, months: { from: startOfYear, to: furthest.months } }
  const end = endOfMonth(later(dayOf(last), start))
  return {
    days: { from: start, to: earlier(end, furthest.days) },
    months: { from: startOfYear, to: earlier(end.with({ month: 12, day: 31 }), furthest.months) },
  }
}

const endOfMonth = (day: Temporal.PlainDate) => day.with({ day: day.daysInMonth })
const earlier = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) <= 0 ? one : other
const later = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) >= 0 ? one : other
