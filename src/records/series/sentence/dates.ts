import { dateOf } from '../../../pure/calendar/notation.ts'
import { nearestWeekday } from '../../../pure/calendar/phrase.ts'
import { otherMonths, weekdays } from '../../../pure/calendar/recurrence.rule.ts'
import type { Clause } from './clauses.ts'
import type { Kind } from './forms.ts'
import { type Reader, type SaidDates, timesOn, Wrong } from './dates.times.ts'
import { contradicts, type SaidDay, type SentenceFault } from './days.ts'
import { longestSentence, readSentence, type Said } from './read.ts'

export type { Before } from './dates.times.ts'

/** Reads when something is. Never guesses: what is not understood, or may mean two things, is told. */
export function datesOfSentence(
  sentence: string,
  reader: Reader,
): { readonly dates: SaidDates } | { readonly faults: readonly SentenceFault[] } {
  if (sentence.length > longestSentence) return { faults: [notUnderstood(sentence)] }
  const read = readSentence(sentence, reader.tongue)
  if ('faults' in read) return read
  try {
    return { dates: settle(read.said, reader) }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return { faults: [error.fault] }
  }
}

/** Days that a sentence names, with the times that it says for them: `last` undefined is without an end. */
export interface SaidDays {
  readonly first: Temporal.PlainDate
  readonly last: Temporal.PlainDate | undefined
  readonly times: Said['times']
}

/** Reads which days somebody means who looks for something: one, several, or from one to another; what repeats is none of these. */
export function daysOfSentence(
  sentence: string,
  { tongue, today }: Omit<Reader, 'before'>,
): { readonly days: SaidDays } | { readonly faults: readonly SentenceFault[] } {
  const read =
    sentence.length > longestSentence ? { faults: [notUnderstood(sentence)] } : readSentence(sentence, tongue)
  if ('faults' in read) return read
  try {
    return { days: settleStretch(read.said, today, sentence) }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return { faults: [error.fault] }
  }
}

function settleStretch(said: Said, today: Temporal.PlainDate, sentence: string): SaidDays {
  const { parts, days, rule, times, monthsOut } = said
  if (rule || parts.has('times') || days.excluded.length > 0 || monthsOut.months.size > 0)
    throw new Wrong('not_understood', sentence.slice(0, longestTold))
  const [from, until] = endsOf(said)
  const relative = relativeDay(said, today)
  const named = inOrder([
    ...(relative ? [relative] : []),
    ...[...days.on, ...days.added].map((day) => dateFrom(day, today)),
  ])
  if ((from ?? until) && named.length > 0) throw new Wrong('twice', (from ?? until)?.text)
  const first = from ? dateFrom(from, today) : (named[0] ?? (until && today))
  if (!first) throw new Wrong('no_day')
  const last = until ? dateFrom(until, first) : from ? undefined : named.at(-1)
  if (last && Temporal.PlainDate.compare(last, first) < 0) throw new Wrong('wrong_order', until?.text)
  return { first, last, times }
}

/** How much of a sentence is told that is not understood at all. */
const longestTold = 40

function notUnderstood(sentence: string): SentenceFault {
  return { code: 'not_understood', text: sentence.slice(0, longestTold) }
}

function settle(said: Said, reader: Reader): SaidDates {
  return said.rule ? settleRule(said, said.rule, reader) : settleDays(said, reader)
}

function settleRule(said: Said, rule: Clause, reader: Reader): SaidDates {
  const { today, before } = reader
  const { parts, days, monthsOut } = said
  const [from, until] = endsOf(said)
  const [stray] = days.on
  if (stray) throw new Wrong('beside_rule', stray.text)
  for (const kind of relativeKinds) if (parts.has(kind)) throw new Wrong('beside_rule')
  const earliest = from ? dateFrom(from, today) : (before?.start.toPlainDate() ?? today)
  const yearly = rule.days.map((at) => said.all[at])[0]
  // What is on one day of the year has no months to leave out, nor is a year without any.
  if (monthsOut.months.size > 0 && (rule.kind === 'yearly' || rule.kind === 'yearlyPlain'))
    throw new Wrong('not_understood', monthsOut.text)
  const first = firstOf(rule, { earliest, yearly, monthsOut: monthsOut.months })
  if (!first) throw new Wrong('no_day')
  const last = until && dateFrom(until, first)
  if (last && Temporal.PlainDate.compare(last, first) < 0) throw new Wrong('wrong_order', until.text)
  const count = parts.get('times')?.n
  if (count !== undefined && last) throw new Wrong('twice', until.text)
  const ended = count === undefined ? (last ? `;UNTIL=${basic(last)}` : '') : `;COUNT=${count}`
  const line = (name: string, all: readonly SaidDay[]) =>
    all.length === 0
      ? []
      : [
          `${name};VALUE=DATE:${inOrder(all.map((day) => dateFrom(day, first)))
            .map(basic)
            .join(',')}`,
        ]
  return {
    ...timesOn([first, first], said, reader),
    recurrence: [
      `RRULE:${ruleText(rule, first)}${monthsText(monthsOut.months)}${ended}`,
      ...line('RDATE', days.added),
      ...line('EXDATE', days.excluded),
    ],
  }
}

/** The first and last day, where a sentence says them. */
function endsOf({ parts, all }: Said): readonly [SaidDay | undefined, SaidDay | undefined] {
  const dayOf = (kind: 'from' | 'until' | 'span', at: number) => all[parts.get(kind)?.days[at] ?? -1]
  if (parts.has('span')) {
    const other = dayOf('from', 0) ?? dayOf('until', 0)
    if (other) throw new Wrong('twice', other.text)
    return [dayOf('span', 0), dayOf('span', 1)]
  }
  return [dayOf('from', 0), dayOf('until', 0)]
}

/** Of an event that does not repeat by a rule: one date, several, or one that goes on for days. */
function settleDays(said: Said, reader: Reader): SaidDates {
  const { today, before } = reader
  const { parts, days, monthsOut } = said
  const [excluded] = days.excluded
  if (excluded) throw new Wrong('no_rule', excluded.text)
  if (monthsOut.months.size > 0) throw new Wrong('no_rule', monthsOut.text)
  if ((parts.get('times')?.n ?? 1) > 1) throw new Wrong('no_rule')
  const [from, until] = endsOf(said)
  const relative = relativeDay(said, today)
  const named = inOrder([...days.on, ...days.added].map((day) => dateFrom(day, today)))
  const starts = [...(from ? [dateFrom(from, today)] : []), ...(relative ? [relative] : []), ...named]
  const [first = before?.start.toPlainDate(), ...others] = starts
  if (!first) throw new Wrong('no_day')
  if (from && !until) throw new Wrong('no_end', from.text)
  if (until && others.length > 0) throw new Wrong('twice', until.text)
  const last = until && dateFrom(until, first)
  if (last && Temporal.PlainDate.compare(last, first) < 0) throw new Wrong('wrong_order', until.text)
  // The days that it goes on for stay, unless another day is said.
  const goesOn = starts.length === 0 && before ? before.end.toPlainDate() : first
  const [start = first, ...more] = inOrder(starts.length > 0 ? starts : [first])
  return {
    ...timesOn([start, last ?? (starts.length === 0 ? goesOn : start)], said, reader),
    recurrence: more.length > 0 ? [`RDATE;VALUE=DATE:${more.map(basic).join(',')}`] : [],
  }
}

/** Days that are told from today: of a rule they say nothing. */
const relativeDays = {
  today: (today) => today,
  tomorrow: (today) => today.add({ days: 1 }),
  afterTomorrow: (today) => today.add({ days: 2 }),
  yesterday: (today) => today.subtract({ days: 1 }),
  beforeYesterday: (today) => today.subtract({ days: 2 }),
  day: (today, said) => nearestWeekday(numberOf(said), 0)(today),
  nextDay: (today, said) => nearestWeekday(numberOf(said), 1)(today),
  lastDay: (today, said) => nearestWeekday(numberOf(said), -1)(today),
  nextWeek: (today, said) => today.add({ days: 7 + numberOf(said) - today.dayOfWeek }),
  lastWeek: (today, said) => today.subtract({ days: 7 - numberOf(said) + today.dayOfWeek }),
} satisfies Partial<Record<Kind, (today: Temporal.PlainDate, said: Clause) => Temporal.PlainDate>>
const relativeKinds = Object.keys(relativeDays) as (keyof typeof relativeDays)[]

/** Today, tomorrow, next Friday; undefined where nothing of the kind is said. */
function relativeDay({ parts }: Said, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  const [found, ...others] = relativeKinds.flatMap((kind) => {
    const said = parts.get(kind)
    return said ? [relativeDays[kind](today, said)] : []
  })
  if (others.length > 0) throw new Wrong('twice')
  return found
}

/** The one day of the week that is said, from 1 for Monday. */
function numberOf({ weekdays: said }: Clause): number {
  const [first] = said
  if (!first || said.length > 1) throw new Wrong('no_day')
  return weekdays.indexOf(first) + 1
}

/** A day that is said: without a year, the first such from a day on. */
function dateFrom(day: SaidDay, from: Temporal.PlainDate): Temporal.PlainDate {
  const years = day.year === undefined ? Array.from({ length: 9 }, (_, at) => from.year + at) : [day.year]
  const dates = years.flatMap((year) => dateOf(year, day.month, day.day) ?? [])
  const date =
    day.year === undefined ? dates.find((one) => Temporal.PlainDate.compare(one, from) >= 0) : dates[0]
  if (!date) throw new Wrong('no_such_day', day.text)
  if (contradicts(day, date)) throw new Wrong('other_weekday', day.text)
  return date
}

/** How far the first date of a rule is looked for, in days: a 29 February is eight years away at most. */
const farthest = 366 * 8 + 2

/** Where the first date of a rule is looked for. */
interface Search {
  readonly earliest: Temporal.PlainDate
  readonly yearly: SaidDay | undefined
  readonly monthsOut: ReadonlySet<number>
}

/** The first date of the rule from a day on. */
function firstOf(rule: Clause, { earliest, yearly, monthsOut }: Search): Temporal.PlainDate | undefined {
  for (let day = earliest, looked = 0; looked < farthest; day = day.add({ days: 1 }), looked += 1)
    if (!monthsOut.has(day.month) && isOn(rule, day, { earliest, yearly })) return day
  return undefined
}

/** The part of a rule that has all months but these; nothing where it has all. */
function monthsText(out: ReadonlySet<number>): string {
  return out.size === 0 ? '' : `;BYMONTH=${otherMonths([...out]).join(',')}`
}

function isOn(
  { kind, weekdays: names, numbers, nth }: Clause,
  day: Temporal.PlainDate,
  { earliest, yearly }: Pick<Search, 'earliest' | 'yearly'>,
): boolean {
  const name = weekdays[day.dayOfWeek - 1] ?? 'MO'
  switch (kind) {
    case 'weekly':
    case 'fortnightly':
      return names.includes(name)
    case 'monthNth':
      return (
        names.includes(name) && (nth === -1 ? day.day + 7 > day.daysInMonth : Math.ceil(day.day / 7) === nth)
      )
    case 'monthDay':
      return numbers.includes(day.day)
    case 'monthEnd':
      return day.day === day.daysInMonth
    case 'yearly':
      return day.month === yearly?.month && day.day === yearly.day
    // What says no day has that from which it is looked for.
    case 'weeklyPlain':
      return day.dayOfWeek === earliest.dayOfWeek
    case 'monthlyPlain':
      return day.day === earliest.day
    default:
      return true
  }
}

/** The value of an RRULE, without what the first date says already. */
function ruleText({ kind, n, weekdays: names, numbers, nth }: Clause, first: Temporal.PlainDate): string {
  const interval = n > 1 ? `;INTERVAL=${n}` : ''
  const inWeek = weekdays.filter((weekday) => names.includes(weekday))
  switch (kind) {
    case 'daily':
      return `FREQ=DAILY${interval}`
    case 'weekly':
    case 'fortnightly':
      return `FREQ=WEEKLY${interval};BYDAY=${inWeek.join(',')}`
    case 'weeklyPlain':
      return `FREQ=WEEKLY${interval}`
    case 'monthNth':
      return `FREQ=MONTHLY${interval};BYDAY=${nth}${inWeek[0]}`
    case 'monthDay': {
      const days = [...new Set(numbers)].toSorted((one, other) => one - other)
      const isFirst = days.length === 1 && days[0] === first.day
      return `FREQ=MONTHLY${interval}${isFirst ? '' : `;BYMONTHDAY=${days.join(',')}`}`
    }
    case 'monthEnd':
      return `FREQ=MONTHLY${interval};BYMONTHDAY=-1`
    case 'monthlyPlain':
      return `FREQ=MONTHLY${interval}`
    default:
      return `FREQ=YEARLY${interval}`
  }
}

function inOrder(days: readonly Temporal.PlainDate[]): Temporal.PlainDate[] {
  return days
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
    .filter((day, at, all) => at === 0 || !day.equals(all[at - 1] ?? day.add({ days: 1 })))
}

function basic(date: Temporal.PlainDate): string {
  return date.toString().replaceAll('-', '')
}
