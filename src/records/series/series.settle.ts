import { BadRecurrence } from '../../pure/calendar/recurrence.rule.ts'
import { assertFollowable } from '../../pure/calendar/recurrence.dates.ts'
import { type SentRecurrence, settleRecurrence } from '../../pure/calendar/recurrence.ts'
import { resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { parseWall, wallText } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { EventRow, TimeColumns } from '../rows/event.row.ts'
import { settleTimes, type SentTimes } from '../events/events.span.ts'
import { datesToLay, timesAt, withoutOldest, type Timed, timesOf } from '../schedules/schedules.times.ts'
import type { Faults } from '../../http/resource.ts'
import type { Schedule } from '../schedules/schedules.row.ts'
import { isLeftOut } from './series.match.ts'

/** When and where is now, and how far series are laid out. */
export interface Clock {
  readonly now: Temporal.Instant
  readonly siteZone: Zone
  readonly horizonMonths: number
}

/** The schedule of a new series by its first event and its recurrence; or why there is none, by the name of the parameter. */
export function settleSeries(
  sent: SentTimes,
  recurrence: SentRecurrence,
  clock: Clock,
): { readonly schedule: Schedule } | { readonly faults: Faults } {
  const settled = settleTimes(sent, clock)
  if ('faults' in settled) return settled
  const found = settleFrom(asWritten(settled.columns, sent, clock), recurrence, clock)
  if ('faults' in found) return found
  return { schedule: withoutOldest(found.schedule, clock.now, clock.horizonMonths) ?? found.schedule }
}

/**
 * The same of an event that there is, whose times stay where none are sent; its times are answered with the schedule. Where it began long
 * ago, what is to come is there first, beside it.
 */
export function settleBegun(
  stored: EventRow,
  sent: SentTimes,
  recurrence: SentRecurrence,
  clock: Clock,
): Begun | { readonly faults: Faults } {
  const times = settleTimes(sent, clock, stored)
  if ('faults' in times) return times
  const timed = asWritten(times.columns, sent, clock)
  const settled = settleFrom(timed, recurrence, clock)
  if ('faults' in settled) return settled
  const isSkipped = wallText(timed.start) !== times.columns.start_wall
  const columns = isSkipped ? timesAt(timed.start, settled.schedule) : times.columns
  const first = timed.start
  const late = withoutOldest(settled.schedule, clock.now, clock.horizonMonths)
  const begun = { columns: columns ?? times.columns, first }
  if (!late || isLeftOut(settled.schedule, first)) return { ...settled, ...begun }
  // The event is a date of it all the same.
  const added = [first, ...late.recurrence.added]
  return { schedule: { ...late, recurrence: { ...late.recurrence, added } }, ...begun }
}

/** The schedule that an event begins, its times, and the clock of its own date. */
interface Begun {
  readonly schedule: Schedule
  readonly columns: TimeColumns
  readonly first: Temporal.PlainDateTime
}

/** The times of an event as those of a series, by the clocks that were written: what is skipped on its day is not on others. */
export function asWritten(columns: TimeColumns, sent: SentTimes, { now, siteZone }: Clock): Timed {
  const timed = timesOf(columns, siteZone)
  const written = (moment: SentTimes['start_date'], wall: Temporal.PlainDateTime) =>
    (moment && resolveDateExpression(moment, timed.zone, now)?.written) ?? wall
  if (timed.isAllDay) return timed
  const start = written(sent.start_date, timed.start)
  if (start.equals(timed.start)) return timed
  // An end that is not sent is where it was by the clock that starts later.
  if (sent.end_date === undefined) return { ...timed, start }
  const end = written(sent.end_date, parseWall(columns.end_wall))
  return { ...timed, start, duration: Math.max(0, start.until(end, { largestUnit: 'second' }).seconds) }
}

/** The same, of times that are settled already. */
function settleFrom(
  timed: Timed,
  recurrence: SentRecurrence,
  clock: Clock,
): { readonly schedule: Schedule } | { readonly faults: Faults } {
  try {
    const schedule = {
      ...timed,
      recurrence: settleRecurrence(recurrence, {
        wall: timed.start,
        isAllDay: timed.isAllDay,
        zone: timed.zone,
      }),
    }
    assertDates(schedule, clock)
    return { schedule }
  } catch (error) {
    if (error instanceof BadRecurrence) return { faults: { recurrence: error.message } }
    throw error
  }
}

/** Throws a {@link BadRecurrence} where a schedule has no dates, too many, or some that no calendar has. */
export function assertDates(schedule: Schedule, { now, horizonMonths }: Clock): void {
  assertFollowable(schedule.recurrence, schedule.start)
  if (datesToLay(schedule, now, horizonMonths).dates.length === 0)
    throw new BadRecurrence('leaves no date: all of them are excluded')
}
