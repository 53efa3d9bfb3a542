import { dateOf, monthNumber, monthPattern } from './notation.ts'
import { rule, type Parts, type Rule } from './scan.ts'

/** Relative phrases (D11): their meaning depends on the current day and hour. Weeks begin on Monday (ISO 8601). */

type Today = Temporal.PlainDate

const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const weekdayPattern =
  '(mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?' +
  '|sun(?:day)?)\\.?(?![a-z])'

/** 1 (Monday) to 7; 0 for no weekday. */
const weekdayNumber = (name = '') => weekdayNames.indexOf(name.slice(0, 3)) + 1

const steps = new Map([
  ['this', 0],
  ['next', 1],
  ['last', -1],
  ['previous', -1],
])
const stepPattern = '(this|next|last|previous)'
const stepOf = (word = '') => steps.get(word) ?? 0

const ordinals = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['last', -1],
  ['1st', 1],
  ['2nd', 2],
  ['3rd', 3],
  ['4th', 4],
  ['5th', 5],
])
const ordinalDay = `(${[...ordinals.keys()].join('|')}) (?:day|${weekdayPattern}) of `

const clockUnits = new Map([
  ['sec', 'seconds'],
  ['min', 'minutes'],
  ['hour', 'hours'],
])
const calendarUnits = new Map([
  ['day', 'days'],
  ['week', 'weeks'],
  ['month', 'months'],
  ['year', 'years'],
])
const unitPattern = '(sec|min|hour|day|week|month|year)(?:(?<=sec)ond|(?<=min)ute)?s?\\b'

function shift(amount: number, unit = ''): Parts {
  const clockUnit = clockUnits.get(unit)
  const duration = Temporal.Duration.from({ [clockUnit ?? calendarUnits.get(unit) ?? unit]: amount })
  return clockUnit === undefined ? { calendarShifts: [duration] } : { clockShifts: [duration] }
}

const inDays = (days: number): Parts => ({ day: (today: Today) => today.add({ days }) })

/** The nearest such weekday (1 to 7): from today on (step 0), after today (1), or before today (-1). */
export function nearestWeekday(weekday: number, step: number): (today: Today) => Temporal.PlainDate {
  return (today) => {
    const ahead = (weekday - today.dayOfWeek + 7) % 7
    return today.add({ days: step === 0 ? ahead : step > 0 ? ahead || 7 : ahead - 7 })
  }
}

const ofWeek = (weekday: number, step: number): Parts => ({
  day: (today: Today) => today.add({ days: weekday - today.dayOfWeek + 7 * step }),
})

type Range = { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate }

const monthOf = (date: Temporal.PlainDate): Range => ({
  first: date.with({ day: 1 }),
  last: date.with({ day: date.daysInMonth }),
})
const yearOf = (date: Temporal.PlainDate): Range => ({
  first: date.with({ month: 1, day: 1 }),
  last: date.with({ month: 12, day: 31 }),
})

/** The nth day (weekday 0) or weekday of a range, or its last when `nth` is -1; undefined when it has none such. */
function pick({ first, last }: Range, nth: number, weekday: number): Temporal.PlainDate | undefined {
  if (nth < 0) return weekday === 0 ? last : nearestWeekday(weekday, -1)(last.add({ days: 1 }))
  const date =
    weekday === 0 ? first.add({ days: nth - 1 }) : nearestWeekday(weekday, 0)(first).add({ weeks: nth - 1 })
  return Temporal.PlainDate.compare(date, last) > 0 ? undefined : date
}

const pickOf = (
  ordinal = '',
  weekday: string | undefined,
  range: (today: Today) => Range | undefined,
): Parts => ({
  day: (today: Today) => {
    const found = range(today)
    return found && pick(found, ordinals.get(ordinal) ?? 1, weekdayNumber(weekday))
  },
})

const namedMonth = (month: string | undefined, year: string | undefined) => (today: Today) => {
  const date = dateOf(Number(year ?? today.year), monthNumber(month), 1)
  return date && monthOf(date)
}

/** The rules for phrases, longest first where one begins like another. */
export const phraseRules: readonly Rule[] = [
  rule('now\\b', () => ({ now: true })),
  rule('today\\b', () => inDays(0)),
  rule('tomorrow\\b', () => inDays(1)),
  rule('yesterday\\b', () => inDays(-1)),
  // first day of next month, last friday of this year, last monday of march 2031
  rule(`${ordinalDay}${stepPattern} month\\b`, (nth, weekday, step) =>
    pickOf(nth, weekday, (today) => monthOf(today.add({ months: stepOf(step) }))),
  ),
  rule(`${ordinalDay}${stepPattern} year\\b`, (nth, weekday, step) =>
    pickOf(nth, weekday, (today) => yearOf(today.add({ years: stepOf(step) }))),
  ),
  rule(`${ordinalDay}${monthPattern}(?:,? (\\d{4})(?![:\\d]))?`, (nth, weekday, month, year) =>
    pickOf(nth, weekday, namedMonth(month, year)),
  ),
  // friday next week, next week friday, next friday, friday
  rule(`${weekdayPattern} ${stepPattern} week\\b`, (name, step) => ofWeek(weekdayNumber(name), stepOf(step))),
  rule(`${stepPattern} week ${weekdayPattern}`, (step, name) => ofWeek(weekdayNumber(name), stepOf(step))),
  rule(`${stepPattern} ${weekdayPattern}`, (step, name) => ({
    day: nearestWeekday(weekdayNumber(name), stepOf(step)),
  })),
  rule(weekdayPattern, (name) => ({ weekday: weekdayNumber(name) })),
  // next month, +1 week, 2 hours ago
  rule(`${stepPattern} ${unitPattern}`, (step, unit) => shift(stepOf(step), unit)),
  rule(`([+-]?) ?(\\d{1,6}) ?${unitPattern}`, (sign, amount, unit) =>
    shift((sign === '-' ? -1 : 1) * Number(amount), unit),
  ),
  rule('ago\\b', () => ({ ago: true })),
]
