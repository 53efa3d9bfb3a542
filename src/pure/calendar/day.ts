import { epochSeconds, wallTextAt } from './text.ts'
import type { Zone } from './zone.ts'

/** The current day in a zone. */
export function todayIn(zone: Zone, now: Temporal.Instant): Temporal.PlainDate {
  return Temporal.PlainDate.from(wallTextAt(epochSeconds(now), zone).slice(0, 10))
}

/** The first second of tomorrow in a zone, in epoch seconds: until then, whatever depends on the current day stays the same. */
export function endOfToday(zone: Zone, now: Temporal.Instant): number {
  return startOfDate(todayIn(zone, now).add({ days: 1 }), zone)
}

/** The first second of a day in a zone, in epoch seconds: 00:00:00, or what follows it where clocks skip midnight. */
export function startOfDate(date: Temporal.PlainDate, zone: Zone): number {
  return date.toZonedDateTime(zone.id).epochMilliseconds / 1000
}

/**
 * The last second of a day in a zone, in epoch seconds: the one before the next day begins, whatever the clocks do in
 * between. Never before the day's start, even for the few days in history that a zone has skipped (Apia, 2011-12-30).
 */
export function endOfDate(date: Temporal.PlainDate, zone: Zone): number {
  return Math.max(startOfDate(date, zone), startOfDate(date.add({ days: 1 }), zone) - 1)
}
