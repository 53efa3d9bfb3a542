import { type ByDay, readRule, type RuleParts, type Weekday, weekdays } from './recurrence.rule.ts'

/** A date of a rule before and after it is moved, on the clock of the series. */
export interface Moved {
  readonly from: Temporal.PlainDateTime
  readonly to: Temporal.PlainDateTime
}

/**
 * The rule that gives its dates as they are once one of them is moved: Tuesdays become Wednesdays, the second Tuesday of the month the
 * second Wednesday, the 15th the 16th. A part that cannot be moved stays, so that the rule may not have the new start.
 */
export function shiftedRule(rule: RuleParts, moved: Moved): RuleParts {
  const days = moved.from.toPlainDate().until(moved.to.toPlainDate()).days
  const parts = new Map(rule.text.split(';').map((part) => part.split('=') as [string, string]))
  setIfThere(parts, 'BYDAY', daysShifted(rule, days, moved))
  setIfThere(parts, 'BYMONTHDAY', monthDaysShifted(rule.numbers.get('BYMONTHDAY'), days, moved))
  if (rule.freq === 'YEARLY')
    setIfThere(parts, 'BYMONTH', onlyOne(rule.numbers.get('BYMONTH'), moved, 'month'))
  for (const [name, unit] of clockParts) setIfThere(parts, name, onlyOne(rule.numbers.get(name), moved, unit))
  // The weeks that are counted begin as many days later, so that days of one week stay in one.
  if (rule.freq === 'WEEKLY' && rule.interval > 1 && rule.byDay.length > 1 && days % 7 !== 0)
    parts.set('WKST', later(weekStartOf(rule), days))
  const text = [...parts].map(([name, value]) => `${name}=${value}`).join(';')
  return { ...readRule(text), count: rule.count, until: rule.until }
}

/** The weekday with which the weeks of a rule begin. */
export function weekStartOf({ text }: Pick<RuleParts, 'text'>): Weekday {
  const [, said] = /(?:^|;)WKST=([A-Z]{2})/.exec(text) ?? []
  return weekdays.find((each) => each === said) ?? 'MO'
}

const clockParts = [
  ['BYHOUR', 'hour'],
  ['BYMINUTE', 'minute'],
  ['BYSECOND', 'second'],
] as const

function setIfThere(parts: Map<string, string>, name: string, value: string | undefined): void {
  if (parts.has(name) && value !== undefined) parts.set(name, value)
}

function later(weekday: Weekday, days: number): Weekday {
  const at = weekdays.indexOf(weekday) + days
  return weekdays[((at % 7) + 7) % 7] ?? weekday
}

function daysShifted({ byDay }: RuleParts, days: number, moved: Moved): string | undefined {
  const [first, ...others] = byDay
  if (first?.ordinal !== undefined && others.length === 0) return nthShifted(first, days, moved)
  if (byDay.some(({ ordinal }) => ordinal !== undefined)) return undefined
  return byDay.map(({ weekday }) => later(weekday, days)).join(',')
}

/** The n-th weekday of its month that a date is moved to, counted from the end of the month where it was. */
function nthShifted({ weekday, ordinal = 1 }: ByDay, days: number, { from, to }: Moved): string | undefined {
  if (days === 0) return `${ordinal}${weekday}`
  // Of a year the n-th weekday is not that of a month.
  const isOfMonth = from.year === to.year && from.month === to.month && Math.abs(ordinal) <= 5
  if (!isOfMonth) return undefined
  const nth = ordinal > 0 ? Math.ceil(to.day / 7) : -Math.ceil((to.daysInMonth - to.day + 1) / 7)
  return `${nth}${later(weekday, days)}`
}

/** The last day of a month that each of them has. */
const surest = 28

function monthDaysShifted(
  numbers: readonly number[] | undefined,
  days: number,
  { to }: Moved,
): string | undefined {
  if (days === 0 || !numbers) return undefined
  const [only, ...others] = numbers
  if (only !== undefined && only > 0 && others.length === 0) return String(to.day)
  const shifted = numbers.map((day) => day + days)
  const isSure = shifted.every(
    (day, at) => day !== 0 && Math.abs(day) <= surest && Math.sign(day) === Math.sign(numbers[at] ?? 0),
  )
  return isSure ? shifted.join(',') : undefined
}

function onlyOne(
  numbers: readonly number[] | undefined,
  { to }: Moved,
  unit: 'month' | 'hour' | 'minute' | 'second',
): string | undefined {
  return numbers?.length === 1 ? String(to[unit]) : undefined
}
