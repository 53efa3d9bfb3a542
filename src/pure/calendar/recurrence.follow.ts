import { type RuleParts, type Weekday, weekdays } from './recurrence.rule.ts'

/** A rule that has given nothing in so many periods, such as one for the 30th of February, is given up. */
export const mostPeriods = 20_000

/** The last year that calendars here have. */
const lastYear = 9998

/** A day of the calendar that never ends, with what rules ask of it. Numbers of days count from 1970-01-01, weekdays from Monday, 0. */
interface Day {
  readonly number: number
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
}

/** Days from one on, without the last. */
type Stretch = readonly [from: number, until: number]

/** How far a rule is followed. */
export interface Following {
  /** Nothing after it is asked for. */
  readonly until: Temporal.PlainDateTime
  /** Nothing up to it is asked for: the periods before are left out, where the rule does not count. */
  readonly after?: Temporal.PlainDateTime | undefined
}

/**
 * The dates that a rule gives from its start on, ascending (RFC 5545, 3.3.10), on a clock that never jumps: period by period those
 * of its days that have every BY… part, at each of its times, and of these what BYSETPOS chooses. COUNT and UNTIL are the caller’s.
 * What a rule leaves open it has from its start. A week belongs to the year in which most of it lies.
 */
export function* follow(
  rule: RuleParts,
  start: Temporal.PlainDateTime,
  { until, after }: Following,
): Generator<Temporal.PlainDateTime> {
  const first = dayAt(numberOf(start.year, start.month, start.day))
  const fits = conditionOf(rule, first)
  const times = timesOf(rule, start)
  const chosen = rule.numbers.get('BYSETPOS')
  const last = numberOf(until.year, until.month, until.day)
  const from = after && rule.count === undefined ? numberOf(after.year, after.month, after.day) : first.number
  let period = Math.max(0, periodOf(rule, first, from) - 1)
  for (let empty = 0; empty < mostPeriods; period += 1) {
    const stretch = stretchOf(rule, first, period)
    if (stretch[0] > last || dayAt(stretch[0]).year > lastYear) return
    const days = daysIn(stretch, rule).filter(fits)
    const all = days.flatMap((day) => times.map((time) => ({ day, time })))
    empty = all.length === 0 ? empty + 1 : 0
    for (const { day, time } of chosen ? chosenOf(all, chosen) : all) {
      const wall = new Temporal.PlainDate(day.year, day.month, day.day).toPlainDateTime(time)
      if (Temporal.PlainDateTime.compare(wall, until) > 0) return
      if (Temporal.PlainDateTime.compare(wall, start) >= 0) yield wall
    }
  }
}

/** Those at some places of a period; negative ones count from its end. */
function chosenOf<Each>(all: readonly Each[], places: readonly number[]): readonly Each[] {
  const wanted = new Set(places.map((place) => (place > 0 ? place - 1 : all.length + place)))
  return all.filter((_, place) => wanted.has(place))
}

/** The times of each day that a rule has, ascending. */
export function timesOf(
  { numbers }: Pick<RuleParts, 'numbers'>,
  start: Temporal.PlainDateTime,
): Temporal.PlainTime[] {
  const of = (name: string, usual: number) => numbers.get(name) ?? [usual]
  const times = of('BYHOUR', start.hour).flatMap((hour) =>
    of('BYMINUTE', start.minute).flatMap((minute) =>
      of('BYSECOND', start.second).map((second) => (hour * 60 + minute) * 60 + second),
    ),
  )
  return [...new Set(times)]
    .toSorted((one, other) => one - other)
    .map((seconds) => new Temporal.PlainTime().add({ seconds }))
}

/** Which period of a rule, from 0, a day is in, or is nearest before it. */
function periodOf(rule: RuleParts, first: Day, number: number): number {
  const { year, month } = dayAt(number)
  const passed = {
    DAILY: () => number - first.number,
    WEEKLY: () => Math.floor((number - weekOf(rule, first.number)) / 7),
    MONTHLY: () => (year - first.year) * 12 + month - first.month,
    // The week of a day may be of the year before.
    YEARLY: () => year - first.year - 1,
  }[rule.freq]()
  return Math.floor(passed / rule.interval)
}

/** The days of a period. */
function stretchOf(rule: RuleParts, first: Day, period: number): Stretch {
  const { freq, interval } = rule
  const passed = period * interval
  if (freq === 'YEARLY') return yearStretch(rule, first, passed)
  if (freq === 'MONTHLY') {
    const month = first.month + passed
    return [numberOf(first.year, month, 1), numberOf(first.year, month + 1, 1)]
  }
  if (freq === 'DAILY') return [first.number + passed, first.number + passed + 1]
  const week = weekOf(rule, first.number) + passed * 7
  return [week, week + 7]
}

/** The days of a year; of a rule for weeks those of all its weeks. */
function yearStretch(rule: RuleParts, first: Day, passed: number): Stretch {
  if (rule.numbers.has('BYWEEKNO')) {
    const year = yearOfWeek(rule, first.number) + passed
    return [firstWeekOf(rule, year), firstWeekOf(rule, year + 1)]
  }
  const year = first.year + passed
  return [numberOf(year, 1, 1), numberOf(year + 1, 1, 1)]
}

/** The days of a stretch, without those of months that the rule does not have: of a year these are most. */
function daysIn([from, until]: Stretch, { numbers }: RuleParts): Day[] {
  const months = numbers.get('BYMONTH')
  const days: Day[] = []
  for (let number = from; number < until;) {
    const day = dayAt(number)
    const next = Math.min(until, numberOf(day.year, day.month + 1, 1))
    if (!months || months.includes(day.month))
      for (let at = number; at < next; at += 1)
        days.push({ ...day, number: at, day: day.day + at - number, weekday: weekdayOf(at) })
    number = next
  }
  return days
}

/** Whether a day of a period has every part of the rule that is about days. */
function conditionOf(rule: RuleParts, first: Day): (day: Day) => boolean {
  const { freq, numbers, byDay } = rule
  const weeks = numbers.get('BYWEEKNO')
  const yearDays = numbers.get('BYYEARDAY')
  const isOpen = !weeks && !yearDays && byDay.length === 0 && !numbers.has('BYMONTHDAY')
  const isOfDay = isOpen && (freq === 'MONTHLY' || freq === 'YEARLY')
  const monthDays = numbers.get('BYMONTHDAY') ?? (isOfDay ? [first.day] : undefined)
  const month = isOfDay && freq === 'YEARLY' && !numbers.has('BYMONTH') ? first.month : undefined
  const isOfWeekday =
    (isOpen && freq === 'WEEKLY') || (weeks && byDay.length === 0 && !yearDays && !numbers.has('BYMONTHDAY'))
  const weekday = isOfWeekday ? first.weekday : undefined
  const isNamed = byDay.length === 0 ? undefined : namedDay(rule)
  return (day) =>
    (month === undefined || day.month === month) &&
    (weekday === undefined || day.weekday === weekday) &&
    (!monthDays || isAmong(monthDays, day.day, monthLength(day))) &&
    (!yearDays || isAmong(yearDays, yearDay(day), yearLength(day))) &&
    (!isNamed || isNamed(day)) &&
    (!weeks || isInWeeks(rule, weeks, day))
}

/** Whether a place from 1 is among these, of which the negative ones count from the end. */
function isAmong(places: readonly number[], place: number, length: number): boolean {
  return places.includes(place) || places.includes(place - length - 1)
}

/** Whether a day is one of BYDAY: any such weekday, or the n-th of its month, or of its year where the rule has no months. */
function namedDay({ freq, byDay, numbers }: RuleParts): (day: Day) => boolean {
  const isOfMonth = freq === 'MONTHLY' || numbers.has('BYMONTH')
  const named = byDay.map(({ weekday, ordinal }) => ({ weekday: placeOf(weekday), ordinal }))
  return (day) => {
    const place = isOfMonth ? day.day : yearDay(day)
    const length = isOfMonth ? monthLength(day) : yearLength(day)
    const nth = Math.ceil(place / 7)
    const fromEnd = -Math.ceil((length - place + 1) / 7)
    return named.some(
      ({ weekday, ordinal }) =>
        weekday === day.weekday && (ordinal === undefined || ordinal === nth || ordinal === fromEnd),
    )
  }
}

function isInWeeks(rule: RuleParts, weeks: readonly number[], { number }: Day): boolean {
  const year = yearOfWeek(rule, number)
  const begin = firstWeekOf(rule, year)
  const length = (firstWeekOf(rule, year + 1) - begin) / 7
  return isAmong(weeks, Math.floor((number - begin) / 7) + 1, length)
}

/** The year to which the week of a day belongs: that of its fourth day. */
function yearOfWeek(rule: RuleParts, number: number): number {
  return dayAt(weekOf(rule, number) + 3).year
}

/** The first day of the first week of a year, which is the one with the 4th of January. */
function firstWeekOf(rule: RuleParts, year: number): number {
  return weekOf(rule, numberOf(year, 1, 4))
}

/** The first day of the week that a day is in; weeks begin as WKST says. */
function weekOf({ weekStart }: RuleParts, number: number): number {
  return number - ((weekdayOf(number) - placeOf(weekStart) + 7) % 7)
}

function placeOf(weekday: Weekday): number {
  return weekdays.indexOf(weekday)
}

/** The 1st of January 1970 was a Thursday. */
function weekdayOf(number: number): number {
  return (((number + 3) % 7) + 7) % 7
}

function yearDay({ number, year }: Day): number {
  return number - numberOf(year, 1, 1) + 1
}

function yearLength({ year }: Day): number {
  return numberOf(year + 1, 1, 1) - numberOf(year, 1, 1)
}

function monthLength({ year, month }: Day): number {
  return numberOf(year, month + 1, 1) - numberOf(year, month, 1)
}

/** After so many years, which are so many days, the calendar is the same again: `Date` takes the first hundred years for others. */
const [cycleYears, cycleDays] = [400, 146_097]
const day_ms = 86_400_000

/** The number of a day; months beyond the year are those of the years that follow. */
function numberOf(year: number, month: number, day: number): number {
  return Date.UTC(year + cycleYears, month - 1, day) / day_ms - cycleDays
}

function dayAt(number: number): Day {
  const date = new Date(number * day_ms)
  return {
    number,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: weekdayOf(number),
  }
}
