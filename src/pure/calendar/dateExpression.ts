import { remember } from './cache.ts'
import { endOfDate, startOfDate } from './day.ts'
import { dateOf, timeOf, writtenRules } from './notation.ts'
import { nearestWeekday, phraseRules } from './phrase.ts'
import { scanParts, type Day, type Parts, type Rule } from './scan.ts'
import { epochSeconds, firstSecond, instantOf, lastSecond } from './text.ts'
import type { Zone } from './zone.ts'

/** An instant, or a notation whose instant depends on a zone and, for phrases, on the current time. */
export type DateExpression =
  | { readonly kind: 'instant'; readonly seconds: number }
  | { readonly kind: 'notation'; readonly day: Day | undefined; readonly parts: Parts }

/** A moment in a zone, in whole seconds; its whole day there lies within the years 0001 to 9999 of UTC. */
export interface Resolved {
  readonly instant: Temporal.Instant
  /** The zone's clock at the instant. */
  readonly wall: Temporal.PlainDateTime
  /** The day as it was written: a clock that is skipped at the end of a day moves into the next one, but the day stays. */
  readonly day: Temporal.PlainDate
  /** The clock as it was written, which is none that there is where it is skipped; of an instant the zone’s. */
  readonly written: Temporal.PlainDateTime
  /** No time of day was given: the wall clock is 00:00:00, or what follows where clocks skip it. */
  readonly dateOnly: boolean
}

/** Examples of accepted notations, for refusals. */
export const dateExpressionExamples =
  '"2031-05-01", "2031-05-01 18:00:00", "2031-05-01T18:00:00+02:00", "1 May 2031 6pm", ' +
  '"1935511200" (a Unix timestamp), "tomorrow 9am", "+1 week" or "next friday"'

/** The longest sensible notation, a full weekday, month and zone, has about seventy characters. */
const maxLength = 100

/**
 * Reads the notation of a moment (wire-events 2.2 and 5.2; D10, D11, D18, D50), or answers undefined. Only the notation is
 * checked here: `resolveDateExpression` finds out whether a phrase leads to a day that exists.
 */
export function parseDateExpression(value: string | number): DateExpression | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? readTimestamp(String(value), 9) : undefined
  if (value === '' || value.length > maxLength) return undefined
  return plainDateExpression(value) ?? readNotation(value.trim().toLowerCase().replaceAll(/\s+/g, ' '))
}

/**
 * The moment in a zone: wall clocks are read there, phrases count from `now` there, instants are converted to it (D10).
 * A wall clock that a change to summer time skips moves forward by the gap; one that occurs twice is the first (2.2).
 * Never throws; undefined when there is no such day (the fifth monday of a month) or when it leaves the years 0001 to
 * 9999.
 */
export function resolveDateExpression(
  moment: DateExpression,
  zone: Zone,
  now: Temporal.Instant,
): Resolved | undefined {
  if (moment.kind === 'instant') return resolveInstant(instantOf(moment.seconds), zone)
  const { parts } = moment
  const found = instantFor(moment, parts.zone ?? zone.id, now)
  const dateOnly = moment.day !== undefined && parts.time === undefined && !parts.clockShifts?.length
  return found && resolveInstant(found.instant, zone, { dateOnly, ...(parts.zone ? {} : found) })
}

/** Whether the moment depends on the current time. */
export function countsFromNow(moment: DateExpression): boolean {
  return moment.kind === 'notation' && !(moment.day instanceof Temporal.PlainDate)
}

/** Whether the moment identifies an instant by itself: a timestamp, or a clock with its offset (D10). */
export function namesItsInstant(moment: DateExpression): boolean {
  return moment.kind === 'instant' || moment.parts.zone !== undefined
}

/** A wall clock in a zone, by the rules of `resolveDateExpression`. */
export function resolveWall(wall: Temporal.PlainDateTime, zone: Zone): Resolved | undefined {
  return resolveInstant(wall.toZonedDateTime(zone.id).toInstant(), zone, {
    written: wall,
    day: wall.toPlainDate(),
  })
}

/** What was written, where it says a day or a clock. */
interface Written {
  readonly day?: Temporal.PlainDate | undefined
  readonly written?: Temporal.PlainDateTime | undefined
  readonly dateOnly?: boolean
}

function resolveInstant(
  instant: Temporal.Instant,
  zone: Zone,
  { day, written, dateOnly = false }: Written = {},
): Resolved | undefined {
  const wall = instant.toZonedDateTimeISO(zone.id).toPlainDateTime()
  if (!isWithinYears(wall, zone)) return undefined
  return { instant, wall, day: day ?? wall.toPlainDate(), written: written ?? wall, dateOnly }
}

function isWithinYears(wall: Temporal.PlainDateTime, zone: Zone): boolean {
  if (wall.year > 1 && wall.year < 9999) return true
  // The last day that Temporal can count has no end there, nor the first a beginning.
  if (wall.year < 1 || wall.year > 9999) return false
  const date = wall.toPlainDate()
  return startOfDate(date, zone) >= firstSecond && endOfDate(date, zone) <= lastSecond
}

/** The same days recur in requests for lists. */
const plainRemembered = 1000

/** Nearly all moments are written `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`: these need no scanning. */
const plainDateExpression = remember(plainRemembered, (text: string): DateExpression | undefined => {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d))?$/.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second] = match
  const date = dateOf(Number(year), Number(month), Number(day))
  const time = hour === undefined ? undefined : timeOf(Number(hour), Number(minute), Number(second))
  if (date === undefined || (hour !== undefined && time === undefined)) return undefined
  return { kind: 'notation', day: date, parts: time ? { time } : {} }
})

const rules: readonly Rule[] = [
  ...writtenRules.dates,
  ...phraseRules,
  ...writtenRules.times,
  ...writtenRules.zones,
]

function readNotation(text: string): DateExpression | undefined {
  if (/^-?\d+$/.test(text) && !/^\d{8}$/.test(text)) return readTimestamp(text, 1)
  const timestamp = /^@(-?\d+)(?:\.\d+)?$/.exec(text)
  if (timestamp) return instantMoment(Number(timestamp[1]))
  // Wire: a blank is now.
  return notationOf(text === '' ? { now: true } : scanParts(text, rules))
}

/**
 * Digits alone are a Unix timestamp when there are enough of them, but four or eight digits, which look like a year or
 * a day, are none, nor is zero (D10, D42, D50).
 */
function readTimestamp(text: string, leastDigits: number): DateExpression | undefined {
  const digits = text.replace('-', '').length
  const isDate = digits === 4 || digits === 8
  return digits < leastDigits || isDate || Number(text) === 0 ? undefined : instantMoment(Number(text))
}

function instantMoment(seconds: number): DateExpression | undefined {
  return seconds < firstSecond || seconds > lastSecond ? undefined : { kind: 'instant', seconds }
}

/** The moment that the parts make together, or undefined when they do not make one. */
function notationOf(parts: Parts | undefined): DateExpression | undefined {
  if (parts === undefined) return undefined
  const shifts = [...(parts.calendarShifts ?? []), ...(parts.clockShifts ?? [])]
  const day = parts.weekday === undefined ? parts.day : onWeekday(parts.day, parts.weekday)
  const saysNothing = !day && !parts.time && !parts.now && shifts.length === 0
  const isContradiction = parts.weekday !== undefined && day === undefined
  const isZoneWithoutClock = parts.zone !== undefined && !parts.time && !parts.now
  const isAgoOfNothing = parts.ago && shifts.length === 0
  if (saysNothing || isContradiction || isZoneWithoutClock || isAgoOfNothing) return undefined
  return { kind: 'notation', day, parts }
}

/** A weekday alone is a day; together with a day it has to be that day’s. */
function onWeekday(day: Day | undefined, weekday: number): Day | undefined {
  if (day === undefined) return nearestWeekday(weekday, 0)
  if (typeof day !== 'function') return day.dayOfWeek === weekday ? day : undefined
  return (today) => {
    const found = day(today)
    return found?.dayOfWeek === weekday ? found : undefined
  }
}

/** Applies the day, the calendar’s shifts, the time of day, and the clock’s shifts; without the last it answers the day too. */
function instantFor(moment: DateExpression & { kind: 'notation' }, zoneId: string, now: Temporal.Instant) {
  const {
    day,
    parts: { time, endsDay, calendarShifts = [], clockShifts = [], ago },
  } = moment
  const direction = ago ? 'subtract' : 'add'
  try {
    // Most moments name their day, and need not know the current one.
    const here = () => instantOf(epochSeconds(now)).toZonedDateTimeISO(zoneId)
    const start = typeof day === 'function' ? day(here().toPlainDate()) : (day ?? here().toPlainDate())
    if (start === undefined) return undefined
    const reached = calendarShifts.reduce((date, shift) => date[direction](shift), start)
    const date = endsDay ? reached.add({ days: 1 }) : reached
    const clock = time ?? (day ? new Temporal.PlainTime() : here().toPlainTime())
    const isHere = !day && !time && calendarShifts.length === 0
    const zoned = isHere ? here() : date.toZonedDateTime({ timeZone: zoneId, plainTime: clock })
    const moved = clockShifts.reduce((moved, shift) => moved[direction](shift), zoned)
    const said = { day: date, written: isHere ? undefined : date.toPlainDateTime(clock) }
    return { instant: moved.toInstant(), ...(clockShifts.length === 0 ? said : {}) }
  } catch {
    return undefined // Shifts can lead beyond the range of Temporal, some 270 000 years.
  }
}
