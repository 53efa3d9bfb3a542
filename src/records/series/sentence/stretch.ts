import { plainForm } from '../../../pure/calendar/dayNames.ts'
import { nearestWeekday } from '../../../pure/calendar/phrase.ts'
import { type Days, periodOf, type Week } from '../../../pure/calendar/period.ts'
import { weekdays } from '../../../pure/calendar/recurrence.rule.ts'
import { type Language, languages } from '../../../pure/text/language.ts'
import { daysOfSentence } from './dates.ts'
import type { SentenceFault } from './days.ts'
import { monthAfter, type MonthForms, monthForms, monthOf, monthsIn, wholeMonth } from './stretch.months.ts'
import { type DayPart, type StretchName, type StretchWords, stretchWords } from './stretch.words.ts'
import { oneOf, singles, type Tongue, tongueOf } from './tongue.ts'

/** A stretch of time that somebody names. */
export interface SaidStretch {
  readonly from: Temporal.PlainDate
  /** The last day; undefined: without an end. */
  readonly until: Temporal.PlainDate | undefined
  /** When the first day begins, if not all of it is meant; and when the last one ends: where that is earlier, on the day after. */
  readonly fromTime?: Temporal.PlainTime | undefined
  readonly untilTime?: Temporal.PlainTime | undefined
  /** The part of the day, where that day is today: tonight. */
  readonly part?: DayPart
}

/** What is known where a stretch is named. */
export interface StretchReader {
  /** The language that is read first: what it says is meant, whatever it says in others. */
  readonly language: Language
  readonly today: Temporal.PlainDate
  readonly week: Week
}

/** What the words mean; what is wrong with them in a language; or the stretches that they may mean in several. None: nothing is understood. */
type ReadStretch =
  | { readonly stretch: SaidStretch }
  | { readonly fault: SentenceFault; readonly language: Language }
  | { readonly choices: readonly SaidStretch[] }

/** Reads which stretch of time is meant, in any language: a period, a month, days, a part of a day. Never guesses. */
export function readStretch(words: string, reader: StretchReader): ReadStretch | undefined {
  const here = readIn(reader.language, words, reader)
  // Times are read alike in all languages, and “de 3 a 12 de maio” has none, although “3 a” may be one.
  const isSure = here && !('stretch' in here && here.stretch.fromTime)
  if (isSure) return here
  const elsewhere = languages
    .filter((language) => language !== reader.language)
    .flatMap((language) => readIn(language, words, reader) ?? [])
  const all = elsewhere.flatMap((read) => ('stretch' in read ? [read.stretch] : []))
  if (here && 'stretch' in here) {
    const others = all.filter(({ fromTime }) => fromTime === undefined)
    return others.length === 0 ? here : { choices: [here.stretch, ...others.slice(0, 1)] }
  }
  const timeless = all.filter(({ fromTime }) => fromTime === undefined)
  const meant = timeless.length > 0 ? timeless : all
  const choices = [...new Map(meant.map((stretch) => [JSON.stringify(stretch), stretch])).values()]
  const [stretch, ...others] = choices
  if (!stretch) return elsewhere.find((read) => 'fault' in read)
  return others.length > 0 ? { choices } : { stretch }
}

function readIn(
  language: Language,
  words: string,
  { today, week }: StretchReader,
): Exclude<ReadStretch, { readonly choices: unknown }> | undefined {
  const forms = formsOf(language)
  const text = plainForm(words).replace(/[.!?]+$/, '')
  for (const [part, pattern] of forms.parts) {
    const rest = pattern.exec(text)
    if (!rest) continue
    const said = text.replace(pattern, ' ').trim()
    const days = said === '' ? { from: today, until: today } : dayIn(said, { forms, today, week })
    if (days?.from.equals(days.until))
      return { stretch: { ...days, ...partTimes[part], ...(days.from.equals(today) ? { part } : {}) } }
  }
  const days = daysIn(text, { forms, today, week })
  if (days) return { stretch: days }
  const read = daysOfSentence(words, { tongue: forms.tongue, today })
  if ('faults' in read) {
    const known = read.faults.every(({ code }) => toldFaults.has(code))
    const [fault] = read.faults
    return known && fault ? { fault, language } : undefined
  }
  const { first, last, times } = read.days
  return { stretch: { from: first, until: last, ...(times?.start ? atTimes(times.start, times.end) : {}) } }
}

/** What is told of a sentence that is understood otherwise; “not understood” in one language may be understood in the next. */
const toldFaults: ReadonlySet<string> = new Set(['ambiguous', 'no_such_day', 'other_weekday', 'wrong_order'])

function atTimes(fromTime: Temporal.PlainTime, untilTime: Temporal.PlainTime | undefined) {
  return untilTime ? { fromTime, untilTime } : { fromTime }
}

/** When parts of a day begin and end. An evening is as on pages. */
const partTimes: Readonly<Record<DayPart, Pick<SaidStretch, 'fromTime' | 'untilTime'>>> = {
  morning: atTimes(hour(5), hour(12)),
  afternoon: atTimes(hour(12), hour(18)),
  evening: atTimes(hour(17), undefined),
  night: atTimes(hour(20), hour(5)),
}

function hour(at: number): Temporal.PlainTime {
  return new Temporal.PlainTime(at)
}

interface Reading {
  readonly forms: Forms
  readonly today: Temporal.PlainDate
  readonly week: Week
}

/** A single day, as it is said beside a part of it. */
function dayIn(text: string, reading: Reading): Days | undefined {
  const named = daysIn(text, reading)
  if (named?.until) return { from: named.from, until: named.until }
  const read = daysOfSentence(text, { tongue: reading.forms.tongue, today: reading.today })
  return 'days' in read && read.days.last && !read.days.times
    ? { from: read.days.first, until: read.days.last }
    : undefined
}

/** What is no sentence of days: periods, months, years, and days of the week with others. */
function daysIn(text: string, { forms, today, week }: Reading): SaidStretch | undefined {
  const { tongue } = forms
  for (const [name, pattern] of forms.stretches) {
    const found = pattern.exec(text)
    if (found) return stretches[name](today, week, numberIn(found, forms.numbers))
  }
  const weekdayRange = forms.weekdays.exec(text)
  if (weekdayRange) return betweenDays(weekdayRange, forms, today)
  const [, year] = forms.year.exec(text) ?? []
  if (year !== undefined) return yearFrom(new Temporal.PlainDate(Number(year), 1, 1))
  const bare = text.replace(forms.fill, '')
  if (tongue.singular.has(bare)) return undefined
  const months = monthsIn(text, forms.months, today)
  if (months) return months
  const { inYear, number } = numberedMonth.exec(text)?.groups ?? {}
  if (number !== undefined && Number(number) >= 1 && Number(number) <= 12)
    return monthOf(Number(number), inYear, today)
  return undefined
}

function numberIn(found: RegExpExecArray, numbers: ReadonlyMap<string, number>): number {
  const text = found.slice(1).find((group) => group !== undefined) ?? ''
  return numbers.get(text) ?? Number(text)
}

function yearFrom(first: Temporal.PlainDate): Days {
  return { from: first, until: first.with({ month: 12, day: 31 }) }
}

/** From one day of the week to another, or to or from one. */
function betweenDays(
  { groups }: RegExpExecArray,
  { tongue }: Forms,
  today: Temporal.PlainDate,
): SaidStretch | undefined {
  const dayOf = (name: string | undefined, from: Temporal.PlainDate) => {
    const [weekday] = (name === undefined ? undefined : tongue.singular.get(name)) ?? []
    return weekday && nearestWeekday(weekdays.indexOf(weekday) + 1, 0)(from)
  }
  const { first, last, since, until } = groups ?? {}
  const from = dayOf(first ?? since, today) ?? today
  if (since !== undefined) return { from, until: undefined }
  return { from, until: dayOf(last ?? until, from) }
}

type Make = (today: Temporal.PlainDate, week: Week, count: number) => Days

/** The whole week after so many others: 0 is this one. */
function weekAfter(today: Temporal.PlainDate, week: Week, count: number): Days {
  const until = periodOf('week', today, week).until.add({ days: 7 * count })
  return { from: until.subtract({ days: 6 }), until }
}

const stretches: Readonly<Record<StretchName, Make>> = {
  yesterday: (today) => ({ from: today.subtract({ days: 1 }), until: today.subtract({ days: 1 }) }),
  weekend: (today, week) => periodOf('weekend', today, week),
  nextWeekend: (today, week) => periodOf('next_weekend', today, week),
  lastWeekend: (today, week) => {
    const { until } = periodOf('weekend', today, week)
    const last = until.subtract({ days: 7 })
    return { from: last.subtract({ days: week.weekend.length - 1 }), until: last }
  },
  week: (today, week) => periodOf('week', today, week),
  nextWeek: (today, week) => weekAfter(today, week, 1),
  lastWeek: (today, week) => weekAfter(today, week, -1),
  month: (today, week) => periodOf('month', today, week),
  nextMonth: (today) => wholeMonth(monthAfter(today)),
  lastMonth: (today) => wholeMonth(today.with({ day: 1 }).subtract({ months: 1 })),
  year: (today) => ({ from: today, until: yearFrom(today).until }),
  nextYear: (today) => yearFrom(new Temporal.PlainDate(today.year + 1, 1, 1)),
  days: (today, _week, count) => ({ from: today, until: today.add({ days: Math.min(count, farthest) }) }),
  weeks: (today, _week, count) => ({ from: today, until: today.add({ weeks: Math.min(count, farthest) }) }),
}

/** How many days or weeks ahead somebody looks at most. */
const farthest = 1000

/** The words of a language as patterns. */
interface Forms {
  readonly tongue: Tongue
  readonly numbers: ReadonlyMap<string, number>
  readonly fill: RegExp
  readonly parts: readonly (readonly [DayPart, RegExp])[]
  readonly stretches: readonly (readonly [StretchName, RegExp])[]
  readonly weekdays: RegExp
  readonly year: RegExp
  readonly months: MonthForms
}

/** `2031-06` */
const numberedMonth = /^(?<inYear>[1-9]\d{3})-(?<number>\d\d)$/u

const made = new Map<Language, Forms>()

function formsOf(language: Language): Forms {
  const known = made.get(language)
  if (known) return known
  const forms = makeForms(stretchWords[language], tongueOf(language))
  made.set(language, forms)
  return forms
}

function makeForms(words: StretchWords, tongue: Tongue): Forms {
  // Compounds, and languages without blanks: Samstagabend, zaterdagavond, 土曜の夜.
  const joins = ['de', 'nl', 'ja'].includes(tongue.language)
  const fill = `(?:(?:${plainForm(words.fill)})(?:(?<=') *| ))*`
  const more = Object.entries(words.numbers ?? {}).map(([name, number]) => [plainForm(name), number] as const)
  const numbers = new Map([...tongue.numbers, ...more])
  const count = `(\\d{1,4}|${oneOf(numbers.keys())})`
  const whole = (pattern: string) =>
    new RegExp(`^${words.fill === '' ? '' : fill}(?:${plainForm(pattern).replaceAll('{n}', count)})$`, 'u')
  const partOf = (pattern: string) => {
    const part = plainForm(pattern)
    return new RegExp(`^(?:${part})(?:,? |$)|(?:^|,? ${joins ? '|' : ''})(?:${part})$`, 'u')
  }
  const named = (name: string) => `(?:${tongue.fill})(?<${name}>${oneOf(singles(tongue))})\\.?`
  const [from, until] = [plainForm(words.from), plainForm(words.until)]
  const [both, and] = words.both.map(plainForm)
  const joined = both === '' ? [] : [`(?:${both}) ${named('first')} (?:${and}) ?${named('last')}`]
  const ahead = until === '' ? [] : [`(?:${until}) ${named('until')}`, `(?:${from}) ${named('since')}`]
  const between = until === '' ? tongue.to : `(?:${tongue.to}| (?:${until}) )`
  const before = from === '' ? '' : `(?:(?:${from}) )?`
  return {
    tongue,
    numbers,
    fill: words.fill === '' ? /^/ : new RegExp(`^${fill}`, 'u'),
    parts: (Object.entries(words.parts) as [DayPart, string][]).map(([part, pattern]) => [
      part,
      partOf(pattern),
    ]),
    stretches: (Object.entries(words.stretches) as [StretchName, string][]).map(([name, pattern]) => [
      name,
      whole(pattern),
    ]),
    weekdays: new RegExp(
      `^(?:${[`${before}${named('first')}${between}${named('last')}`, ...joined, ...ahead].join('|')})$`,
      'u',
    ),
    year: whole('([1-9][0-9]{3})(?:年)?'),
    months: monthForms(words, tongue, { fill: words.fill === '' ? '' : fill, before, between }),
  }
}
