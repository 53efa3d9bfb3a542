import { endOfDate, startOfDate, todayIn } from './day.ts'
import { resolveDateExpression, resolveWall, type DateExpression, type Resolved } from './dateExpression.ts'
import { epochSeconds, firstSecond, instantOf, isoWithOffset, lastSecond, wallText } from './text.ts'
import type { Zone } from './zone.ts'

/** A date parameter of the event list. */
export type BoundName =
  | 'start_date'
  | 'end_date'
  | 'starts_before'
  | 'starts_after'
  | 'ends_before'
  | 'ends_after'

/** Which events a date parameter keeps: those whose `column` (epoch seconds) compares with the bound by `operator`. */
export interface BoundRule {
  readonly column: 'starts_at' | 'ends_at'
  readonly operator: '>=' | '<=' | '<' | '>'
  /** Which edge of the given day the bound is without `strict_dates`. */
  readonly edge: 'startOfDay' | 'endOfDay'
}

/** The table of wire-events 5.2, one row a parameter, for the filters as for `listBound`. */
export const bounds = {
  start_date: { column: 'starts_at', operator: '>=', edge: 'startOfDay' },
  end_date: { column: 'ends_at', operator: '<=', edge: 'endOfDay' },
  starts_before: { column: 'starts_at', operator: '<', edge: 'endOfDay' },
  starts_after: { column: 'starts_at', operator: '>', edge: 'endOfDay' },
  ends_before: { column: 'ends_at', operator: '<', edge: 'endOfDay' },
  ends_after: { column: 'ends_at', operator: '>', edge: 'endOfDay' },
} as const satisfies Record<BoundName, BoundRule>

/** Limits in epoch seconds: the first moment within, and the first one after that is not; infinite where there is none. */
export interface Limits {
  readonly from: number
  readonly until: number
}

/** A bound to compare with, in epoch seconds, and as the site's wall clock writes it (in `rest_url`). */
export interface Bound {
  readonly at: number
  readonly wall: string
}

/**
 * The bound that a date parameter sets. Strict: the moment itself. Otherwise an edge of the day that the moment falls on in the
 * site’s zone, even if it came with an offset of its own (D27). Where the operator is `<`, `at` is the second after the day,
 * so that all of the day is kept (D28); `wall` still names the day, and gives the same bound when it is read again.
 * Undefined when the moment does not resolve, unless it is at the end of all years, which in this zone may be outside of them.
 */
export function listBound(
  moment: DateExpression,
  kind: BoundName,
  strict: boolean,
  siteZone: Zone,
  now: Temporal.Instant,
): Bound | undefined {
  const resolved = resolveDateExpression(moment, siteZone, now)
  return boundOf(resolved, siteZone, strict ? 'strict' : kind) ?? outermost(moment)
}

function boundOf(
  resolved: Resolved | undefined,
  siteZone: Zone,
  kind: BoundName | 'strict',
): Bound | undefined {
  if (resolved === undefined) return undefined
  if (kind === 'strict') return boundAt(epochSeconds(resolved.instant), siteZone)
  const { edge, operator } = bounds[kind]
  const { day } = resolved
  return edge === 'startOfDay'
    ? { at: startOfDate(day, siteZone), wall: `${day} 00:00:00` }
    : { at: endOfDate(day, siteZone) + (operator === '<' ? 1 : 0), wall: `${day} 23:59:59` }
}

/** The first or the last second of all, where a day of the first or the last year was given: clients mean “ever”. */
function outermost(moment: DateExpression): Bound | undefined {
  const day = moment.kind === 'notation' ? moment.day : undefined
  if (!(day instanceof Temporal.PlainDate)) return undefined
  if (day.year === 1) return { at: firstSecond, wall: '0001-01-01 00:00:00' }
  return day.year === 9999 ? { at: lastSecond, wall: '9999-12-31 23:59:59' } : undefined
}

/**
 * The bound at exactly this second. A wall clock that occurs twice is written with its offset, unless it is the first one, as
 * which it would be read anyway.
 */
export function boundAt(at: number, siteZone: Zone): Bound {
  const wall = instantOf(at).toZonedDateTimeISO(siteZone.id).toPlainDateTime()
  const again = resolveWall(wall, siteZone)
  const isFirst = again !== undefined && epochSeconds(again.instant) === at
  return { at, wall: isFirst ? wallText(wall) : isoWithOffset(at, siteZone) }
}

/**
 * The window of a list without dates, in epoch seconds, both ends included: from 00:00:00 yesterday to 23:59:59
 * twenty-four months from today, in the site's zone (D26).
 */
export function defaultWindow(siteZone: Zone, now: Temporal.Instant): { start: number; end: number } {
  const today = todayIn(siteZone, now)
  return {
    start: startOfDate(today.subtract({ days: 1 }), siteZone),
    end: endOfDate(today.add({ months: 24 }), siteZone),
  }
}
