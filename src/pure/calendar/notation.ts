import { offsetOfLetters } from './abbreviations.ts'
import { rule, type Rule } from './scan.ts'
import { findZone, offsetId } from './zone.ts'

/** Written dates, times and zones, in the notations of wire-events 2.2 and 5.2. What overflows is refused (D10). */

/** The date, or undefined when the calendar or the years 0001 to 9999 have no such day. */
export function dateOf(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return undefined
  const first = new Temporal.PlainDate(year, month, 1)
  return day > first.daysInMonth ? undefined : first.with({ day })
}

/** The time of day, or undefined when the clock has none such: leap seconds are refused. */
export function timeOf(hour: number, minute: number, second: number): Temporal.PlainTime | undefined {
  return hour > 23 || minute > 59 || second > 59 ? undefined : new Temporal.PlainTime(hour, minute, second)
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A month's name, whole or its first three letters; captured. */
export const monthPattern =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?' +
  '|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?(?![a-z])'

/** The number of a month that `monthPattern` captured. */
export function monthNumber(name: string | undefined): number {
  return monthNames.indexOf((name ?? '').slice(0, 3)) + 1
}

type Captured = string | undefined

const fixedDay = (year: Captured, month: number, day: Captured) => {
  const date = dateOf(Number(year), month, Number(day))
  return date && { day: date }
}

/** Two digits are a year from 1970 to 2069, as the original reads them. */
const fullYear = (year = '') => (year.length > 2 ? year : `${Number(year) < 70 ? 20 : 19}${year}`)

/** A day and month, of the current year when none is said. */
const dayOfMonth = (year: Captured, month: Captured, day: Captured) =>
  year === undefined
    ? { day: (today: Temporal.PlainDate) => dateOf(today.year, monthNumber(month), Number(day)) }
    : fixedDay(year, monthNumber(month), day)

/** A date ends where no letter or digit follows, but for the `T` before a time. */
const dateEnd = '(?:t(?=\\d)|(?![a-z0-9/]))'
const dayDigits = '(\\d{1,2})(?:st|nd|rd|th|\\.(?!\\d))?'
const optionalYear = '(?:,?[ -](\\d{4})(?![:\\d]))?'

const dates: readonly Rule[] = [
  // 2031-05-01, 2031/05/01, 20310501, and with a time after T
  rule(`(\\d{4})-(\\d{1,2})-(\\d{1,2})${dateEnd}`, (y, m, d) => fixedDay(y, Number(m), d)),
  rule(`(\\d{4})/(\\d{1,2})/(\\d{1,2})${dateEnd}`, (y, m, d) => fixedDay(y, Number(m), d)),
  rule(`(\\d{4})(\\d{2})(\\d{2})${dateEnd}`, (y, m, d) => fixedDay(y, Number(m), d)),
  // 05/01/2031 and 5/1/31 are the first of May; 1.5.2031 and 01-05-2031 are so too
  rule(`(\\d{1,2})/(\\d{1,2})/(\\d{4}|\\d{2})${dateEnd}`, (m, d, y) => fixedDay(fullYear(y), Number(m), d)),
  rule(`(\\d{1,2})([.-])(\\d{1,2})\\2(\\d{4})${dateEnd}`, (d, _, m, y) => fixedDay(y, Number(m), d)),
  // 2031-05, May 2031: the first of the month
  rule(`(\\d{4})-(\\d{2})(?!-)${dateEnd}`, (y, m) => fixedDay(y, Number(m), '1')),
  rule(`${monthPattern},?[ -](\\d{4})(?![:\\d])`, (m, y) => fixedDay(y, monthNumber(m), '1')),
  // 1 May 2031, 1. May 2031, 1st of May, May 1st, 2031, 2031-May-01
  rule(`${dayDigits}[ -]?(?:of )?${monthPattern}${optionalYear}`, (d, m, y) => dayOfMonth(y, m, d)),
  rule(`${monthPattern}[ -]?${dayDigits}(?![:\\d])${optionalYear}`, (m, d, y) => dayOfMonth(y, m, d)),
  rule(`(\\d{4})[ -]${monthPattern}[ -](\\d{1,2})${dateEnd}`, (y, m, d) => dayOfMonth(y, m, d)),
]

const timePart = (hour: number, minute: Captured, second: Captured) => {
  const [minutes, seconds] = [Number(minute ?? 0), Number(second ?? 0)]
  if (hour === 24 && minutes + seconds === 0)
    return { time: new Temporal.PlainTime(), endsDay: true as const }
  const time = timeOf(hour, minutes, seconds)
  return time && { time }
}

const times: readonly Rule[] = [
  // 3pm, 3:30 p.m., 3.30pm
  rule('(\\d{1,2})(?:[:.](\\d{2}))?(?::(\\d{2}))? ?([ap])\\.?m\\b\\.?', (hour, minute, second, half) => {
    const twelfth = Number(hour)
    if (twelfth < 1 || twelfth > 12) return undefined
    return timePart((twelfth % 12) + (half === 'p' ? 12 : 0), minute, second)
  }),
  // 15:30, 24:00, 9:5:3, 15:30:00.123 (moments are whole seconds: the fraction is dropped)
  rule('t?(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:[.,]\\d+)?)?(?![:\\d])', (h, m, s) =>
    timePart(Number(h), m, s),
  ),
  // 15.30, only after something else: alone it may as well be a day
  rule('(?<=[ t])(\\d{1,2})\\.(\\d{2})(?![.:\\d])', (h, m) => timePart(Number(h), m, '0')),
  // 153000, 1530 and 15, only after the T of 20310501T153000
  rule('(?<=t)(\\d{2})(?:(\\d{2})(\\d{2})?)?(?![:\\d])', (h, m, s) => timePart(Number(h), m, s)),
  rule('noon\\b', () => timePart(12, '0', '0')),
  rule('midnight\\b', () => timePart(0, '0', '0')),
]

const zonePart = (id: string | undefined) => (id === undefined ? undefined : { zone: id })

/** The zone in brackets that may follow an offset adds nothing to the instant (RFC 9557). */
const annotation = '(?:\\[[a-z0-9_+/-]+\\])?'

const zones: readonly Rule[] = [
  // +02:00, -0500, +2, GMT+0200, Z
  rule(`(?:utc|gmt)?([+-])(\\d{1,2})(?::?([0-5]\\d))?(?![:\\d])${annotation}`, (sign = '+', hours, minutes) =>
    zonePart(offsetId(sign, Number(hours), Number(minutes ?? 0))),
  ),
  rule(`z(?![a-z])${annotation}`, () => zonePart('+00:00')),
  // [Europe/Rome], Europe/Rome, EST
  rule('\\[([a-z0-9_+/-]+)\\]', (name = '') => zonePart(findZone(name)?.id)),
  rule('([a-z][a-z0-9_+/-]*)', (name = '') => zonePart(offsetOfLetters.get(name) ?? findZone(name)?.id)),
]

/** The rules for what is written out. Zones come last: they take any word. */
export const writtenRules = { dates, times, zones }
