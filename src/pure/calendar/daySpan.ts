import { startOfDate } from './day.ts'
import { epochSeconds, instantOf, wallTextAt } from './text.ts'
import type { Zone } from './zone.ts'

/**
 * Days that follow one another, in epoch seconds. What is on in them begins before `until`, and not before `from` or ends after `turn`.
 * Whole days are the same days everywhere, whatever the zone of their event: they are on where they are among the days by their numbers.
 */
export interface DaySpan {
  /** The first moment. */
  readonly from: number
  /** What began before and ends by then was a night of the day before (D76). */
  readonly turn: number
  /** The first moment after them; infinite without a last day. */
  readonly until: number
  /** The numbers of the first day and the last, as {@link dayNumber}; infinite without one. */
  readonly firstDay: number
  readonly lastDay: number
}

/** What is over by the beginning of days. */
export type Past = Pick<DaySpan, 'from' | 'turn' | 'firstDay'>

/** The number of a day, `YYYY-MM-DD`, from 1 for the first day of the year 1: what follows the day is left out. */
export function dayNumber(text: string): number {
  return Math.round(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / day_ms) + daysBefore1970
}

const day_ms = 86_400_000
const daysBefore1970 = 719_163

/** By how many seconds a whole day of one zone may begin before or after that of another, at most: from -12:00 to +14:00. */
export const zonesApart_s = 26 * 3600

/** How many whole days there are between two moments of a clock that may be changed once. */
export function wholeDays(starts: number, ends: number): number {
  return Math.max(1, Math.round((ends - starts) / 86_400))
}

/** A stretch of time, and the days that are in it by their numbers: from the first up to, and without, the last; infinite as it is. */
export interface TimeOfDays {
  readonly from: number
  readonly until: number
  readonly days?: { readonly from: number; readonly until: number } | undefined
}

/**
 * The stretch for starts of events, with the days that begin in it by the clocks of the zone: whole days are the same everywhere, so that
 * those of other zones are held against their own days here.
 */
export function startingIn({ from, until }: TimeOfDays, zone: Zone): TimeOfDays {
  return { from, until, days: { from: dayFrom(from, zone), until: dayFrom(until, zone) } }
}

/** The same for ends: the days after those that end in it. */
export function endingIn({ from, until }: TimeOfDays, zone: Zone): TimeOfDays {
  return { from, until, days: { from: dayFrom(from + 1, zone), until: dayFrom(until + 1, zone) } }
}

/** The number of the first day that begins at a moment or later. */
function dayFrom(moment: number, zone: Zone): number {
  if (!Number.isFinite(moment)) return moment
  const day = instantOf(moment).toZonedDateTimeISO(zone.id).toPlainDate()
  return dayNumber(day.toString()) + (startOfDate(day, zone) < moment ? 1 : 0)
}

/** What decides on which days events are, as a calendar’s pages have it. */
export interface Days {
  readonly siteZone: Zone
  /** `HH:MM`: when a night is over; what ends by then belongs to the evening before. */
  readonly dayTurn: string
}

/** The span of days from one on, up to another if it is given. */
export function daySpan(
  { siteZone, dayTurn }: Days,
  from: Temporal.PlainDate,
  until?: Temporal.PlainDate,
): DaySpan {
  const turn = from.toZonedDateTime({ timeZone: siteZone.id, plainTime: dayTurn })
  return {
    from: startOfDate(from, siteZone),
    turn: epochSeconds(turn.toInstant()),
    until: until ? startOfDate(until.add({ days: 1 }), siteZone) : Infinity,
    firstDay: dayNumber(from.toString()),
    lastDay: until ? dayNumber(until.toString()) : Infinity,
  }
}

/** The span of everything that has not ended at a moment, in epoch seconds, and begins before the end of a day if it is given. */
export function stillOn({ siteZone }: Days, moment: number, until?: Temporal.PlainDate): DaySpan {
  return {
    from: moment,
    turn: moment,
    until: until ? startOfDate(until.add({ days: 1 }), siteZone) : Infinity,
    firstDay: dayNumber(wallTextAt(moment, siteZone)),
    lastDay: until ? dayNumber(until.toString()) : Infinity,
  }
}

/** When an event is, as it is stored. */
export interface OnDays {
  readonly all_day: number
  readonly start_wall: string
  readonly starts_at: number
  readonly ends_at: number
}

/** Whether an event is on in the days. */
export function isOnIn(
  { from, turn, until, firstDay, lastDay }: DaySpan,
  { all_day, start_wall, starts_at, ends_at }: OnDays,
): boolean {
  if (all_day === 1) {
    const first = dayNumber(start_wall)
    return first <= lastDay && first + wholeDays(starts_at, ends_at) > firstDay
  }
  return starts_at < until && (starts_at >= from || ends_at > turn)
}
