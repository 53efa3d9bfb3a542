import { startOfDate } from './day.ts'
import { epochSeconds } from './text.ts'
import type { Zone } from './zone.ts'

/** Days that follow one another, in epoch seconds. What is on in them begins before `until`, and not before `from` or ends after `turn`. */
export interface DaySpan {
  /** The first moment. */
  readonly from: number
  /** What began before and ends by then was a night of the day before (D76). */
  readonly turn: number
  /** The first moment after them; infinite without a last day. */
  readonly until: number
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
  }
}

/** The span of everything that has not ended at a moment, in epoch seconds, and begins before the end of a day if it is given. */
export function stillOn({ siteZone }: Days, moment: number, until?: Temporal.PlainDate): DaySpan {
  return {
    from: moment,
    turn: moment,
    until: until ? startOfDate(until.add({ days: 1 }), siteZone) : Infinity,
  }
}

/** Whether an event is on in the days. */
export function isOnIn(
  { from, turn, until }: DaySpan,
  { starts_at, ends_at }: { readonly starts_at: number; readonly ends_at: number },
): boolean {
  return starts_at < until && (starts_at >= from || ends_at > turn)
}
