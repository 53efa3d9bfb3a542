import { type ClockText, readClock, timeOfDay } from './clockText.ts'
import { rangeWords } from './clockWords.ts'
import { plainForm } from './dayNames.ts'
import { dayOfSerial, type DayText, readDay, type ReadingDays } from './dayText.ts'
import { countsFromNow, parseDateExpression } from './dateExpression.ts'

/** What a text says of when something is: any part of it may be missing. */
export interface WhenText {
  readonly day?: Temporal.PlainDate
  readonly lastDay?: Temporal.PlainDate
  readonly start?: Temporal.PlainTime
  readonly end?: Temporal.PlainTime
  readonly isAllDay?: true
  /** The two times one of which is meant, where the words do not say. */
  readonly choices?: readonly [string, string]
  /** The zone of its times, as Temporal knows it. */
  readonly zone?: string
  /** A moment in a notation of the API that identifies an instant by itself: an offset, or a Unix timestamp. */
  readonly notation?: string
  readonly isWithoutYear?: true
  /** A day of the week beside the day, which is another one. */
  readonly contradicts?: string
  /** What was not understood; empty mostly. */
  readonly rest: string
}

/** The longest text that is read: much more than any way to say when something is. */
const longest = 200

/**
 * Reads a day, a time, or both, in any order and in the spellings of the languages of the public pages; ranges of days and of
 * times too, and the numbers by which spreadsheets count. Undefined when the text says neither. What counts from now
 * (`tomorrow`, a day of the week alone) is no day: the same text would mean another one later.
 */
export function readWhen(text: string, reading: ReadingDays): WhenText | undefined {
  if (text.length > longest) return undefined
  const spaced = text.replace(basicForm, (_, year, month, day, hour, minute, second = '00', mark = '') =>
    [`${year}-${month}-${day}T${hour}:${minute}:${second}`, mark].join(''),
  )
  const plain = plainForm(spaced)
  if (plain === '') return undefined
  return serialIn(plain) ?? instantIn(spaced) ?? dayFirst(plain, reading) ?? timeFirst(plain, reading)
}

/** `20261205T193000Z`, as calendars write it (ISO 8601, basic format). */
const basicForm = /^\s*(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(Z)?\s*$/i

/** `46361`, `46361.8125`: how spreadsheets write a date whose format was lost. */
function serialIn(plain: string): WhenText | undefined {
  const [, whole = '', part] = /^(\d{5})(?:[.,](\d+))?$/.exec(plain) ?? []
  const day = whole === '' ? undefined : dayOfSerial(Number(whole))
  if (!day) return undefined
  return { day, ...(part === undefined ? {} : { start: timeOfDay(Number(`0.${part}`)) }), rest: '' }
}

/** A moment that is an instant whatever the zone. */
function instantIn(text: string): WhenText | undefined {
  const written = text.trim()
  if (!/^(?:\d{4}-\d\d-\d\d[Tt ]\d\d.*(?:[Zz]|UTC|[+-]\d\d:?\d\d)(?:\[.*\])?|@?\d{9,11})$/.test(written))
    return undefined
  const moment = parseDateExpression(written)
  return moment && !countsFromNow(moment) ? { notation: written, rest: '' } : undefined
}

function dayFirst(plain: string, reading: ReadingDays): WhenText | undefined {
  const first = readDay(plain, reading)
  if (!first) return undefined
  return twoDays(plain, first, reading) ?? oneDay(plain, first)
}

function oneDay(plain: string, first: DayText): WhenText {
  const { clock, rest } = clockAfter(plain.slice(first.end))
  return { ...daysOf(first), ...timesOf(clock), rest }
}

/** A day, perhaps with a time, and after a word of ranges another one. */
function twoDays(plain: string, first: DayText, reading: ReadingDays): WhenText | undefined {
  for (const { 0: between, index } of plain.slice(first.end).matchAll(rangeBetween)) {
    const right = plain.slice(first.end + index + between.length)
    const second = readDay(right, { ...reading, today: first.day })
    if (!second) continue
    const from = clockAfter(plain.slice(first.end, first.end + index))
    const to = clockAfter(right.slice(second.end))
    const until = to.clock?.start
    return {
      ...daysOf(first.isWithoutYear ? inYearOf(first, second) : first),
      ...timesOf(from.clock),
      lastDay: second.day,
      ...(until === undefined ? {} : { end: until }),
      rest: [from.rest, to.rest].filter((text) => text !== '').join(' '),
    }
  }
  return undefined
}

/** A first day without a year is of that of the last one. */
function inYearOf(first: DayText, last: DayText): DayText {
  const day = first.day.with({ year: last.day.year })
  const isLater = Temporal.PlainDate.compare(day, last.day) > 0
  const { isWithoutYear: _missing, ...rest } = first
  return { ...rest, day: isLater ? day.subtract({ years: 1 }) : day }
}

const rangeBetween = new RegExp(` ?- ?|[ ,]+(?:${rangeWords})[ .]+`, 'g')

/** A time in front of the day: `7pm, 5 December 2026`, or alone. */
function timeFirst(plain: string, reading: ReadingDays): WhenText | undefined {
  const clock = readClock(plain, { alone: false })
  if (!clock) return undefined
  const rest = clock.rest.replace(/^[ ,]+/, '')
  const day = readDay(rest, reading)
  return day
    ? { ...daysOf(day), ...timesOf(clock), rest: leftOf(rest.slice(day.end)) }
    : { ...timesOf(clock), rest }
}

function clockAfter(behind: string): { clock: ClockText | undefined; rest: string } {
  const said = behind.replace(
    /^(?:[ ,;:|]|t(?=\d)|(?:at|um|@|a|as|alle|om|en)(?= )|-(?= ?\d{1,2}[:.h]))+/u,
    '',
  )
  const clock = readClock(said, { alone: false })
  return clock ? { clock, rest: leftOf(clock.rest) } : { clock: undefined, rest: leftOf(behind) }
}

function leftOf(text: string): string {
  return text.replace(/^[ ,.;:]+/, '').trim()
}

function daysOf({ day, lastDay, isWithoutYear, contradicts }: DayText) {
  return {
    day,
    ...(lastDay ? { lastDay } : {}),
    ...(isWithoutYear ? { isWithoutYear } : {}),
    ...(contradicts === undefined ? {} : { contradicts }),
  }
}

function timesOf(clock: ClockText | undefined) {
  if (!clock) return {}
  const { isAllDay, start, end, zone, choices } = clock
  return {
    ...(isAllDay ? { isAllDay } : {}),
    ...(start ? { start } : {}),
    ...(end ? { end } : {}),
    ...(choices ? { choices } : {}),
    ...(zone === undefined ? {} : { zone }),
  }
}
