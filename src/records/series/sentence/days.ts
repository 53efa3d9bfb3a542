import { monthNames, monthNumbered } from '../../../pure/calendar/dayNames.ts'
import { dateOf } from '../../../pure/calendar/notation.ts'
import { type Weekday, weekdays } from '../../../pure/calendar/recurrence.rule.ts'
import type { PlainText } from './plain.ts'
import { oneOf, singles, type Tongue } from './tongue.ts'

/** A day as it is said. */
export interface SaidDay {
  readonly text: string
  readonly year: number | undefined
  readonly month: number
  readonly day: number
  /** The day of the week that is said beside it. */
  readonly weekday: Weekday | undefined
}

/** What cannot be read of a sentence. */
export interface SentenceFault {
  readonly code: FaultCode
  /** The words of the sentence that are meant; empty where some are missing. */
  readonly text: string
  /** What it may mean: days, in ISO without a year where none is said, as `--04-03`; or times, in the words of the sentence. */
  readonly choices?: readonly string[]
}

export type FaultCode =
  | 'not_understood'
  | 'ambiguous'
  | 'ambiguous_time'
  | 'no_such_day'
  | 'other_weekday'
  | 'twice'
  | 'beside_rule'
  | 'no_rule'
  | 'no_day'
  | 'no_time'
  | 'no_end'
  | 'wrong_order'

/** A sentence in which each day is one sign, so that it is read as a word; places stay. */
interface Masked {
  readonly text: string
  readonly days: readonly SaidDay[]
  readonly faults: readonly SentenceFault[]
}

const [firstSign, moreSign] = [0xe000, '\u{F8FF}']

/** A masked day. */
export const daySign = `[\\uE000-\\uE7FF]${moreSign}*`

/** The number of a masked day. */
export function dayAt(sign: string): number {
  return (sign.codePointAt(0) ?? 0) - firstSign
}

interface Found extends SaidDay {
  readonly from: number
  readonly until: number
  /** Whether its number follows the name of its month. */
  readonly isMonthFirst?: boolean
}

/** Finds all days of a sentence. */
export function maskDays(sentence: PlainText, tongue: Tongue): Masked {
  const { plain } = sentence
  const faults: SentenceFault[] = []
  const found: Found[] = []
  // A day begins where a word does; some languages put words before it without a space.
  const notBefore = tongue.language === 'ja' || tongue.language === 'ar' ? /[\d.:]/ : /[\p{L}\d.:]/u
  // In Japanese the day of the week is behind the day, and its sign is that of the day, too.
  const before =
    tongue.language === 'ja'
      ? /(?:)/y
      : new RegExp(`(?:(${oneOf(singles(tongue))})(?!\\p{L})[., ]+${tongue.fill})?`, 'uy')
  for (let at = 0; at < plain.length;) {
    const isStart = !notBefore.test(plain[at - 1] ?? '')
    const head = isStart ? match(before, plain, at) : null
    const day = head && dayFrom(sentence, { at, place: at + head[0].length, name: head[1] }, tongue)
    if (day && 'code' in day.result) faults.push(day.result)
    else if (day && !('code' in day.result)) found.push({ ...day.result, from: at, until: day.until })
    at = day ? day.until : at + 1
  }
  const all = found.flatMap((day, at) => withNumbers(sentence, day, found[at - 1]?.until ?? 0, tongue))
  return { text: masked(plain, all), days: all, faults }
}

function masked(plain: string, days: readonly Found[]): string {
  let text = ''
  for (const [at, { from, until }] of days.entries()) {
    text += plain.slice(text.length, from)
    text += String.fromCodePoint(firstSign + Math.min(at, 0x7ff)) + moreSign.repeat(until - from - 1)
  }
  return text + plain.slice(text.length)
}

interface Read {
  readonly until: number
  readonly result: (SaidDay & { readonly isMonthFirst?: boolean }) | SentenceFault
}

/** The day whose number or month stands at a place. */
function dayFrom(
  sentence: PlainText,
  { at, place, name }: { readonly at: number; readonly place: number; readonly name: string | undefined },
  tongue: Tongue,
): Read | undefined {
  const { plain } = sentence
  const numbers = numbersAt(plain, place, tongue)
  if (!numbers) return undefined
  const behind =
    tongue.language === 'ja' && name === undefined
      ? match(new RegExp(` ?\\(?(${oneOf(singles(tongue))})\\)?`, 'uy'), plain, numbers.until)
      : null
  const until = numbers.until + (behind?.[0].length ?? 0)
  const text = sentence.source(at, until)
  const [weekday] = tongue.singular.get(name ?? behind?.[1] ?? '') ?? []
  const [first, ...others] = numbers.days
  if (!first) return { until, result: { code: 'no_such_day', text } }
  if (others.length > 0)
    return { until, result: { code: 'ambiguous', text, choices: numbers.days.map(isoOf) } }
  return { until, result: { text, weekday, ...first, isMonthFirst: numbers.isMonthFirst ?? false } }
}

type Numbers = Pick<SaidDay, 'year' | 'month' | 'day'>

function isoOf({ year, month, day }: Numbers): string {
  return `${year ?? '-'}-${two(month)}-${two(day)}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

/** The days that the numbers at a place may be; none: there is no such day. */
function numbersAt(
  plain: string,
  place: number,
  tongue: Tongue,
):
  | { readonly days: readonly Numbers[]; readonly until: number; readonly isMonthFirst?: boolean }
  | undefined {
  const one = (found: RegExpExecArray, [year, month, day]: readonly (string | undefined)[]) => ({
    days: possible(year, Number(month), Number(day)),
    until: place + found[0].length,
  })
  const iso = match(isoDay, plain, place)
  if (iso) return one(iso, [iso[1], iso[3], iso[4]])
  const kanji = match(japanese, plain, place)
  if (kanji) return one(kanji, [kanji[1], kanji[2], kanji[3]])
  const dots = match(dotted, plain, place)
  // `7.10.` ends a sentence in some languages, and is a day in German.
  if (dots && (dots[3] !== undefined || (tongue.language === 'de' && Number(dots[2]) <= 12)))
    return one(dots, [dots[3], dots[2], dots[1]])
  const strokes = match(slashed, plain, place)
  if (strokes) {
    const [text, a, , b, year] = strokes
    const isMonthFirst = tongue.language === 'ja'
    const days = [
      ...(isMonthFirst ? [] : possible(year, Number(b), Number(a))),
      ...(a === b ? [] : possible(year, Number(a), Number(b))),
    ]
    const both = a === b && isMonthFirst ? possible(year, Number(a), Number(b)) : days
    return { days: both, until: place + text.length }
  }
  const { dayMonth, monthDay } = patternsOf(tongue)
  const named = match(dayMonth, plain, place)
  if (named) return one(named, [named[3], String(monthNumbered(named[2] ?? '')), named[1]])
  const american = match(monthDay, plain, place)
  if (!american) return undefined
  return {
    ...one(american, [american[3], String(monthNumbered(american[1] ?? '')), american[2]]),
    isMonthFirst: true,
  }
}

/** A leap year, for days that have no year. */
const leap = 2024

function possible(year: string | undefined, month: number, day: number): Numbers[] {
  const whole = year === undefined ? undefined : Number(year) + (year.length > 2 ? 0 : 2000)
  return dateOf(whole ?? leap, month, day) ? [{ year: whole, month, day }] : []
}

const isoDay = /(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d)/y
const japanese = /(?:(\d{4})年 ?)?(\d{1,2})月 ?(\d{1,2})日/y
const dotted = /(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}|\d{2})(?![\d:.]))?(?!\d)/y
const slashed = /(\d{1,2}) ?(\/|-(?=\d{1,2}-\d{4})) ?(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d/])/y

const patterns = new Map<string, { readonly dayMonth: RegExp; readonly monthDay: RegExp }>()

function patternsOf({ language, ordinal }: Tongue) {
  const known = patterns.get(language)
  if (known) return known
  const month = `${monthNames()}(?!\\p{L})\\.?`
  const year = `(?:,?[ -]*(?:(?:de|del|of|do|عام) )?(\\d{4})(?![\\d:]))?`
  const made = {
    dayMonth: new RegExp(`(\\d{1,2})${ordinal}[ -]?(?:(?:of|de|d'|من) ?)?${month}${year}`, 'uy'),
    monthDay:
      language === 'en'
        ? new RegExp(
            `${month}[ -]?(?:the )?(\\d{1,2})${ordinal}(?![\\d:]|\\.\\d| ?[ap]\\.?m|(?:-| to )[\\d:]+ ?[ap]\\.?m)${year}`,
            'uy',
          )
        : /(?!)/y,
  }
  patterns.set(language, made)
  return made
}

/** The day, and those whose numbers stand beside it and share its month: “22 and 29 December”, “3 to 12 May”. */
function withNumbers(sentence: PlainText, day: Found, from: number, tongue: Tongue): Found[] {
  const { plain } = sentence
  const { and, to, fill, ordinal } = tongue
  const number = `\\d{1,2}${ordinal}`
  const ahead = plain.slice(from, day.from)
  const [listed = ''] =
    day.isMonthFirst || day.weekday !== undefined || tongue.language === 'ja'
      ? []
      : (new RegExp(`(?<![\\d:.\\p{L}])(?:${fill}${number}(?:${and}|${to}))+$`, 'u').exec(ahead) ?? [])
  const start = day.from - listed.length
  const before = numbersIn(sentence, { start, text: listed, day }, tongue)
  const isOpen = day.isMonthFirst || tongue.language === 'ja'
  const units = `(?!\\d|[:.]\\d| ?(?:[ap]\\.? ?m|h(?!\\p{L})|o'clock|times|dates|weeks?|days?|months?|years?|月|時|回|週))`
  const tail = isOpen
    ? (match(
        new RegExp(`(?:(?:${and}|${to})${fill}${number}${language(tongue)}${units})+`, 'uy'),
        plain,
        day.until,
      )?.[0] ?? '')
    : ''
  return [...before, day, ...numbersIn(sentence, { start: day.until, text: tail, day }, tongue)]
}

/** In Japanese the sign for a day is behind each number. */
function language({ language }: Tongue): string {
  return language === 'ja' ? '(?<=日)' : ''
}

function numbersIn(
  sentence: PlainText,
  { start, text, day }: { readonly start: number; readonly text: string; readonly day: Found },
  { ordinal }: Tongue,
): Found[] {
  return [...text.matchAll(new RegExp(`(\\d{1,2})${ordinal}`, 'gu'))].map((found) => {
    const from = start + found.index
    const until = from + found[0].length
    return {
      text: sentence.source(from, until),
      year: day.year,
      month: day.month,
      day: Number(found[1]),
      weekday: undefined,
      from,
      until,
    }
  })
}

/** Whether there is such a day in its month; without a year: in any. */
export function isDay({ year, month, day }: SaidDay): boolean {
  return dateOf(year ?? leap, month, day) !== undefined
}

/** Whether the day of the week that is said beside a day is another one. */
export function contradicts({ weekday }: SaidDay, date: Temporal.PlainDate): boolean {
  return weekday !== undefined && weekdays[date.dayOfWeek - 1] !== weekday
}

function match(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place
  return pattern.exec(text)
}
