/** How often a rule repeats. */
export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

/** A rule that can be set by fields. */
export interface Rule {
  readonly frequency: Frequency
  readonly interval: number
  /** Of a weekly rule the days of the week, from 1 for Monday; none: that of the start. */
  readonly days: readonly number[]
  /** Of a monthly rule the day of the week that it is on, as the 2nd Tuesday: `2TU`; empty for the day of the month. */
  readonly nth: string
  readonly end: 'never' | 'until' | 'count'
  /** The last day, as `2031-03-11`. */
  readonly until: string
  readonly count: number
  /** The months of each year that it is in, where some are left out. */
  readonly months?: readonly number[]
}

/** How an event repeats. */
export interface Repeat {
  readonly rule: Rule | null
  /** Lines of a recurrence that fields cannot show: they stay as they are. */
  readonly other: readonly string[]
  /** Days that are left out, and days that are added, as `2031-03-11`. */
  readonly out: readonly string[]
  readonly added: readonly string[]
}

/** An event that does not repeat. */
export const once: Repeat = { rule: null, other: [], out: [], added: [] }

/** The names of the days of the week in rules, from Monday. */
const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** The rule that begins with a choice of how often. */
export function newRule(frequency: Frequency): Rule {
  return { frequency, interval: 1, days: [], nth: '', end: 'never', until: '', count: 10 }
}

/** Whether the event repeats at all. */
export function repeats({ rule, other, added }: Repeat): boolean {
  return rule !== null || other.length > 0 || added.length > 0
}

/** Reads the lines of a series (RFC 5545). What fields cannot show is kept as lines. */
export function readRepeat(lines: readonly string[]): Repeat {
  const [out, added]: [string[], string[]] = [[], []]
  let rule: Rule | null | undefined
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? []
    if (/^EXDATE$/i.test(name)) out.push(...value.split(',').map(dayOf))
    else if (/^RDATE$/i.test(name)) added.push(...value.split(',').map(dayOf))
    else rule = readRule(value)
  }
  if (rule === null) return { ...once, other: lines }
  return { rule: rule ?? null, other: [], out, added }
}

function dayOf(date: string): string {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(date.trim()) ?? []
  return `${year}-${month}-${day}`
}

/** The rule; null when fields cannot show it. */
function readRule(text: string): Rule | null {
  const parts = new Map(text.split(';').map((part) => part.toUpperCase().split('=') as [string, string]))
  const frequency = frequencies.find((known) => known === parts.get('FREQ'))
  if (!frequency) return null
  const [byDay, until, count] = [parts.get('BYDAY'), parts.get('UNTIL'), parts.get('COUNT')]
  const days = frequency === 'WEEKLY' && byDay ? byDay.split(',').map((day) => dayIndex(day)) : []
  const nth = frequency === 'MONTHLY' && byDay ? byDay : ''
  const months = (parts.get('BYMONTH') ?? '').split(',').filter(Boolean).map(Number)
  const isUnderstood =
    [...parts.keys()].every((name) => known.has(name)) &&
    // Of fewer months those that it has say more than those that it leaves out; and of years a month says when.
    (months.length === 0 || (months.length >= fewestMonths && frequency !== 'YEARLY')) &&
    !days.includes(0) &&
    (byDay === undefined || frequency === 'WEEKLY' || /^(?:[1-4]|-1)(?:MO|TU|WE|TH|FR|SA|SU)$/.test(nth))
  if (!isUnderstood) return null
  return {
    ...newRule(frequency),
    interval: Number(parts.get('INTERVAL') ?? 1),
    days,
    nth,
    ...(months.length > 0 ? { months } : {}),
    ...(until ? { end: 'until' as const, until: dayOf(until) } : {}),
    ...(count ? { end: 'count' as const, count: Number(count) } : {}),
  }
}

const known = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTH', 'UNTIL', 'COUNT', 'WKST'])

const fewestMonths = 6

/** The months of each year that a rule leaves out, from 1. */
export function monthsOut({ months = [] }: Rule): number[] {
  return months.length === 0
    ? []
    : Array.from({ length: 12 }, (_, at) => at + 1).filter((month) => !months.includes(month))
}

function dayIndex(name: string): number {
  return dayNames.findIndex((day) => day === name) + 1
}

/** The lines of a series. */
export function linesOf({ rule, other, out, added }: Repeat): string[] {
  if (other.length > 0) return [...other]
  return [
    ...(rule ? [`RRULE:${ruleText(rule)}`] : []),
    ...(added.length > 0 ? [`RDATE;VALUE=DATE:${compact(added)}`] : []),
    ...(out.length > 0 ? [`EXDATE;VALUE=DATE:${compact(out)}`] : []),
  ]
}

function compact(days: readonly string[]): string {
  return days.map((day) => day.replaceAll('-', '')).join(',')
}

function ruleText({ frequency, interval, days, nth, months = [], end, until, count }: Rule): string {
  return [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(frequency === 'WEEKLY' && days.length > 0
      ? [`BYDAY=${days.map((day) => dayNames[day - 1]).join(',')}`]
      : []),
    ...(frequency === 'MONTHLY' && nth !== '' ? [`BYDAY=${nth}`] : []),
    ...(months.length > 0 ? [`BYMONTH=${months.join(',')}`] : []),
    ...(end === 'until' && until !== '' ? [`UNTIL=${until.replaceAll('-', '')}`] : []),
    ...(end === 'count' ? [`COUNT=${count}`] : []),
  ].join(';')
}

/** Which of its weekday in its month a day is, as rules say it: the 2nd Tuesday is `2TU`, the last one `-1TU` after the fourth. */
export function nthOf(day: string, weekday: number): string {
  const nth = Math.ceil(Number(day.slice(8, 10)) / 7)
  return `${nth > 4 ? -1 : nth}${dayNames[weekday - 1]}`
}
