/** What is wrong with a recurrence: the end of the sentence “recurrence …”. */
export class BadRecurrence extends Error {
  override readonly name = 'BadRecurrence'
}

/** The most dates that a rule may count, and that a series has. */
export const mostDates = 1000

/** The most times a day: of what is more often nobody has a calendar, and following it holds up others. */
const mostTimesADay = 24

/** How often a rule repeats: sub-daily rules are no calendar of events. */
export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

/** The months of the year, from 1, that are not among these. */
export function otherMonths(months: readonly number[]): number[] {
  return Array.from({ length: 12 }, (_, at) => at + 1).filter((month) => !months.includes(month))
}

/** A weekday of a rule, perhaps only the n-th of a month or year; the negative ones count from its end. */
export interface ByDay {
  readonly weekday: Weekday
  readonly ordinal: number | undefined
}

/** A rule (RFC 5545, 3.3.10), by its parts; `until` as it was written. */
export interface RuleParts {
  readonly freq: Frequency
  readonly interval: number
  readonly count: number | undefined
  readonly until: string | undefined
  readonly byDay: readonly ByDay[]
  /** The parts that are lists of numbers, such as BYMONTH, by their names. */
  readonly numbers: ReadonlyMap<string, readonly number[]>
  /** The day with which its weeks begin. */
  readonly weekStart: Weekday
  /** All parts in their order as they were written, but for COUNT and UNTIL. */
  readonly text: string
}

/** The lists of numbers that a rule may have: the least and the largest, and whether they may count from the end. */
const ranges: Readonly<Record<string, readonly [least: number, most: number, fromEnd: boolean]>> = {
  BYSECOND: [0, 59, false],
  BYMINUTE: [0, 59, false],
  BYHOUR: [0, 23, false],
  BYMONTH: [1, 12, false],
  BYMONTHDAY: [1, 31, true],
  BYYEARDAY: [1, 366, true],
  BYWEEKNO: [1, 53, true],
  BYSETPOS: [1, 366, true],
}
const known = new Set([...Object.keys(ranges), 'FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'])

/** Reads the value of an RRULE, and checks what needs no start. Throws a {@link BadRecurrence} that names the part. */
export function readRule(value: string): RuleParts {
  const parts = partsOf(value)
  const freq = frequencyOf(parts.get('FREQ'))
  const interval = wholeNumber(parts, 'INTERVAL', [1, 1000]) ?? 1
  const count = wholeNumber(parts, 'COUNT', [1, mostDates])
  const until = parts.get('UNTIL')
  if (count !== undefined && until !== undefined)
    throw new BadRecurrence('has COUNT and UNTIL: a rule ends by one of them')
  const byDay = byDayOf(parts.get('BYDAY'))
  const numbers = numbersOf(parts)
  const weekStart = parts.get('WKST') ?? 'MO'
  if (!isWeekday(weekStart)) throw new BadRecurrence(`has WKST=${weekStart}, which is no weekday such as MO`)
  assertTogether({ freq, byDay, numbers })
  const text = [...parts].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL')
  return {
    freq,
    interval,
    count,
    until,
    byDay,
    numbers,
    weekStart,
    text: text.map(([name, said]) => `${name}=${said}`).join(';'),
  }
}

function partsOf(value: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of value.trim().toUpperCase().split(';')) {
    if (part.trim() === '') continue
    const [, name = '', said = ''] = /^\s*([A-Z-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
    if (name === '')
      throw new BadRecurrence(`has the part “${part.slice(0, 40)}”, which is none such as FREQ=WEEKLY`)
    if (!known.has(name)) throw new BadRecurrence(`has ${name}, which is no part of a rule`)
    if (parts.has(name)) throw new BadRecurrence(`has ${name} twice`)
    if (said === '') throw new BadRecurrence(`has an empty ${name}`)
    parts.set(name, said)
  }
  return parts
}

function frequencyOf(said: string | undefined): Frequency {
  if (said === undefined) throw new BadRecurrence('has no FREQ: it must say how often, such as FREQ=WEEKLY')
  const found = frequencies.find((each) => each === said)
  if (!found) throw new BadRecurrence(`has FREQ=${said}: it must be one of ${frequencies.join(', ')}`)
  return found
}

function wholeNumber(
  parts: ReadonlyMap<string, string>,
  name: string,
  [least, most]: readonly [number, number],
): number | undefined {
  const said = parts.get(name)
  if (said === undefined) return undefined
  const number = /^\d{1,9}$/.test(said) ? Number(said) : Number.NaN
  if (!(number >= least && number <= most))
    throw new BadRecurrence(`has ${name}=${said}: it must be a whole number from ${least} to ${most}`)
  return number
}

function byDayOf(said: string | undefined): ByDay[] {
  if (said === undefined) return []
  return said.split(',').map((each) => {
    const [, ordinal, weekday = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(each.trim()) ?? []
    const number = ordinal === undefined ? undefined : Number(ordinal)
    const isThere = number === undefined || (number !== 0 && Math.abs(number) <= 53)
    if (!isWeekday(weekday) || !isThere)
      throw new BadRecurrence(
        `has BYDAY=${said}: it must be weekdays such as MO,TU, or 2TU and -1FR within a month`,
      )
    return { weekday, ordinal: number }
  })
}

function numbersOf(parts: ReadonlyMap<string, string>): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>()
  for (const [name, [least, most, fromEnd]] of Object.entries(ranges)) {
    const said = parts.get(name)
    if (said === undefined) continue
    const numbers = said
      .split(',')
      .map((each) => (/^[+-]?\d{1,3}$/.test(each.trim()) ? Number(each) : Number.NaN))
    const fits = numbers.every((each) => {
      const size = fromEnd ? Math.abs(each) : each
      return size >= least && size <= most
    })
    if (!fits)
      throw new BadRecurrence(
        `has ${name}=${said}: it must be numbers from ${least} to ${most}${fromEnd ? ', or such with a minus, from the end' : ''}`,
      )
    found.set(name, numbers)
  }
  return found
}

/** What parts of a rule exclude each other (RFC 5545, 3.3.10). */
function assertTogether({ freq, byDay, numbers }: Pick<RuleParts, 'freq' | 'byDay' | 'numbers'>): void {
  const isNthDay = byDay.some(({ ordinal }) => ordinal !== undefined)
  if (isNthDay && freq !== 'MONTHLY' && freq !== 'YEARLY')
    throw new BadRecurrence(
      `has a BYDAY with a number, which FREQ=${freq} does not have: MONTHLY and YEARLY do`,
    )
  if (isNthDay && numbers.has('BYWEEKNO'))
    throw new BadRecurrence('has a BYDAY with a number and BYWEEKNO, which exclude each other')
  if (numbers.has('BYWEEKNO') && freq !== 'YEARLY')
    throw new BadRecurrence(`has BYWEEKNO, which FREQ=${freq} does not have: YEARLY does`)
  if (numbers.has('BYYEARDAY') && freq !== 'YEARLY')
    throw new BadRecurrence(`has BYYEARDAY, which FREQ=${freq} does not have: YEARLY does`)
  if (numbers.has('BYMONTHDAY') && freq === 'WEEKLY')
    throw new BadRecurrence('has BYMONTHDAY, which FREQ=WEEKLY does not have')
  const timesADay = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].reduce(
    (times, name) => times * (numbers.get(name)?.length ?? 1),
    1,
  )
  if (timesADay > mostTimesADay)
    throw new BadRecurrence(
      `has BYHOUR, BYMINUTE and BYSECOND for ${timesADay} times a day, and ${mostTimesADay} are the most`,
    )
  const others = [...numbers.keys()].filter((name) => name !== 'BYSETPOS')
  if (numbers.has('BYSETPOS') && others.length === 0 && byDay.length === 0)
    throw new BadRecurrence('has BYSETPOS alone: it chooses among the days of another BY… part')
}

function isWeekday(said: string): said is Weekday {
  return weekdays.some((each) => each === said)
}
