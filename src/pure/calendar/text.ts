import { remember } from './cache.ts'
import { offsetAt, type Zone } from './zone.ts'

/**
 * The written forms of moments. All are for the years 0001 to 9999, which every resolved moment keeps to; epoch seconds
 * are whole.
 */

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z in epoch seconds: what four digits of a year can write. */
export const firstSecond = -62_135_596_800
export const lastSecond = 253_402_300_799

/** `YYYY-MM-DD HH:MM:SS`; a fraction of a second is cut off. */
export function wallText(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: 'second' }).split('T').join(' ')
}

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export function utcText(moment: number): string {
  const seconds = datable(moment)
  const day = Math.floor(seconds / day_s)
  const time = seconds - day * day_s
  const [hour, minute, second] = [time / 3600, (time / 60) % 60, time % 60].map(
    (part) => twoDigits[Math.floor(part)],
  )
  return [dayText(day), ' ', hour, ':', minute, ':', second].join('')
}

/** `YYYY-MM-DD HH:MM:SS` on the clocks of a zone. */
export function wallTextAt(seconds: number, zone: Zone): string {
  const at = datable(seconds)
  return utcText(at + offsetAt(at, zone))
}

const day_s = 86_400

/** The moment, where it can be written; where only others than this program can have stored it, the first or the last that can (D67). */
export function datable(seconds: number): number {
  return seconds >= firstSecond && seconds <= lastSecond ? seconds : seconds > 0 ? lastSecond : firstSecond
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** The dates of days since 1970; a list writes some hundred, within a few years. */
const dayText = remember(4000, (day: number) => new Date(day * day_s * 1000).toISOString().slice(0, 10))

/** The inverse of `wallText`. Throws a RangeError on a text that is no date-time. */
export function parseWall(text: string): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(text)
}

/** The parts of a date-time as records carry them: strings with leading zeros (wire-events 1, row 19). */
export interface DateDetails {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minutes: string
  readonly seconds: string
}

/** The parts of a `YYYY-MM-DD HH:MM:SS`, in the key order of the wire. */
export function dateDetails(text: string): DateDetails {
  return {
    year: text.slice(0, 4),
    month: text.slice(5, 7),
    day: text.slice(8, 10),
    hour: text.slice(11, 13),
    minutes: text.slice(14, 16),
    seconds: text.slice(17, 19),
  }
}

/** Whole seconds since 1970-01-01T00:00:00Z, rounded down. */
export function epochSeconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000)
}

/** The inverse of `epochSeconds`. */
export function instantOf(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(datable(seconds) * 1000)
}

/** ISO 8601 with the zone's offset at that moment: `2027-09-01T18:00:00+02:00`. */
export function isoWithOffset(seconds: number, zone: Zone): string {
  return instantOf(seconds)
    .toZonedDateTimeISO(zone.id)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** An IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7). */
export function httpDate(seconds: number): string {
  const { year, month, day, hour, minutes, seconds: second } = dateDetails(utcText(seconds))
  const weekday = weekdays[instantOf(seconds).toZonedDateTimeISO('UTC').dayOfWeek - 1]
  return `${weekday}, ${day} ${months[Number(month) - 1]} ${year} ${hour}:${minutes}:${second} GMT`
}
