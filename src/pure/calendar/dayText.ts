import { hourUnits } from './clockWords.ts'
import { monthNames, monthNumbered, weekdayNames, weekdaysNamed } from './dayNames.ts'
import { dateOf } from './notation.ts'

/** The order in which the numbers of a date stand. */
export type DayOrder = 'dmy' | 'mdy' | 'ymd'

/** The signs between the numbers of a date. Writers who put another one mean another order. */
export type DaySign = '/' | '.' | '-'

/** How days are read that say less than all. */
export interface ReadingDays {
  /** The order of numbers by the sign between them; a date that has none such in it is read in another order. */
  readonly orders: Readonly<Record<DaySign, DayOrder>>
  /** The order was asked for: a date that is not in it is none. */
  readonly isStrict?: boolean
  /** A day without a year is the one that is nearest to this day. */
  readonly today: Temporal.PlainDate
}

/** A day as a text says it. */
export interface DayText {
  readonly day: Temporal.PlainDate
  /** The last day of a range: `5.–7. Dezember 2026`. */
  readonly lastDay?: Temporal.PlainDate
  readonly isWithoutYear?: true
  /** The day of the week that is written beside it is another one. */
  readonly contradicts?: string
  /** Where the text of the day ends. */
  readonly end: number
}

/** The numbers of a date whose order is not said: `06/12/2026`. */
export interface DayNumbers {
  readonly sign: DaySign
  /** The orders in which they are a day; with a day of the week beside them, the one that it is of, if it is one. */
  readonly orders: readonly DayOrder[]
}

/** Reads the day at the beginning of a text in the form of `plainForm`; undefined when there is none. Never today for want of one. */
export function readDay(text: string, reading: ReadingDays): DayText | undefined {
  const before = match(patterns().weekdayBefore, text, 0)
  if (before) {
    const day = dayAt(text, before[0].length, reading, before[1])
    if (day) return day
  }
  return dayAt(text, match(articles, text, 0)?.[0].length ?? 0, reading)
}

/** The numbers of a date at the beginning of a text whose order has to be found out; undefined for other texts. */
export function numbersOf(text: string): DayNumbers | undefined {
  const before = match(patterns().weekdayBefore, text, 0)
  const found = match(triple, text, before?.[0].length ?? 0)
  if (!found || (found[1]?.length ?? 0) > 2) return undefined
  const all = possible(found)
  const behind = match(patterns().weekdayBehind, text, (before?.[0].length ?? 0) + found[0].length)
  const weekdays = weekdaysNamed(before?.[1] ?? behind?.[1] ?? behind?.[2] ?? '')
  const named = all.filter(({ day }) => weekdays.has(day.dayOfWeek))
  return {
    sign: found[2] as DaySign,
    orders: (named.length > 0 ? named : all).map(({ order }) => order),
  }
}

/** The order of a date that has the name of its month, `5 December` or `December 5`; undefined for other texts. */
export function namedOrderOf(text: string): DayOrder | undefined {
  const at = match(patterns().weekdayBefore, text, 0)?.[0].length ?? 0
  if (match(patterns().dayMonth, text, at)) return 'dmy'
  return match(patterns().monthDay, text, at) ? 'mdy' : undefined
}

/** The day of a number by which spreadsheets count days; undefined for other numbers than those of this and the next decades. */
export function dayOfSerial(serial: number): Temporal.PlainDate | undefined {
  if (!(serial >= firstSerial && serial < lastSerial)) return undefined
  return spreadsheetEpoch.add({ days: Math.floor(serial) })
}

const spreadsheetEpoch = new Temporal.PlainDate(1899, 12, 30)

/** 1 January 1990 and 2080. */
const [firstSerial, lastSerial] = [32_874, 65_746]

/** Numbers with signs between them. */
const triple = /(\d{1,4}) ?([./-]) ?(\d{1,2}) ?\2 ?(\d{4}|'?\d{1,2})(?![\d/])/y

/** Articles and words in front of a date. */
const articles = /(?:(?:on|the|am|den|der|dem|le|el|il|de|op|em|no|dia|del|du|al|يوم|في)\.? )*/y

interface Candidate {
  readonly order: DayOrder
  readonly day: Temporal.PlainDate
}

/** The days that numbers may be, each with its order. */
function possible([, first = '', , second = '', third = '']: RegExpExecArray): Candidate[] {
  const orders: readonly DayOrder[] =
    first.length > 2
      ? ['ymd']
      : third.length > 2 && !third.startsWith("'")
        ? ['dmy', 'mdy']
        : ['dmy', 'mdy', 'ymd']
  return orders.flatMap((order) => {
    const [day, month, year] =
      order === 'dmy'
        ? [first, second, third]
        : order === 'mdy'
          ? [second, first, third]
          : [third, second, first]
    const date = dateOf(fullYear(year), Number(month), Number(day.replace("'", '')))
    return date && year.length > 1 ? [{ order, day: date }] : []
  })
}

/** Two digits are a year from 1970 to 2069, as everywhere here. */
function fullYear(text: string): number {
  const year = Number(text.replace("'", ''))
  if (text.replace("'", '').length > 2) return year
  return year + (year < 70 ? 2000 : 1900)
}

/** The forms of a date that has no order to be found out. Made when first needed, with the names of all languages. */
function makePatterns() {
  const month = `${monthNames()}(?!\\p{L})\\.?`
  const day = '(\\d{1,2})(?:st|nd|rd|th|er|re|eme|e|o|a|°)?\\.?(?!\\d)'
  const range = `(?:${day} ?(?:-|to|bis|au|al|tot en met|tot|t/m|a|ate) ?)?`
  const notTime = `(?![\\d:]|\\.\\d| ?-| ?(?:${hourUnits}|[ap]\\.? ?m))`
  const year = `(?:,?[ -]*(?:(?:de|del|of|do) )?(\\d{4}(?![\\d:])|'\\d{2}(?!\\d)|\\d{2}${notTime}))?`
  return {
    weekdayBefore: new RegExp(
      `${weekdayNames()}(?!\\p{L})[.,]{0,2} ?(?:(?:den|the|der|le|el|il|de|em) )?`,
      'uy',
    ),
    weekdayBehind: new RegExp(`,? ?(?:\\(${weekdayNames()}\\.?\\)|${weekdayNames()}(?![\\p{L}])\\.?)`, 'uy'),
    // 5 December 2026, 5. Dez. 26, 5 de diciembre de 2026, 5-7 December 2026, 05-Dec-2026
    dayMonth: new RegExp(`${range}${day}[ -]?(?:(?:of|de|d') ?)?${month}${year}`, 'uy'),
    // December 5, 2026, December 5-7, 2026
    monthDay: new RegExp(`${month}[ -]?${range}${day}(?![:\\d])${year}`, 'uy'),
    // 2026 December 5
    yearMonthDay: new RegExp(`(\\d{4})[ -]${month}[ -]${day}`, 'uy'),
  }
}

let made: ReturnType<typeof makePatterns> | undefined
const patterns = () => (made ??= makePatterns())

/** 2026年12月5日, 令和8年12月5日, 12月5日 */
const japanese = /(?:(\d{2,4})年|令和 ?(\d{1,2}|元)年)? ?(\d{1,2})月 ?(\d{1,2})日/y

/** 20261205 */
const compact = /(\d{4})(\d{2})(\d{2})(?!\d)/y

/** 5.–7.12.2026, 30.11.–2.12.2026 */
const dotted = /(\d{1,2})\.(?:(\d{1,2})\.)? ?(?:-|bis) ?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)/y

/** 5.12. and 5/12 */
const yearless = /(\d{1,2})\. ?(\d{1,2})\.(?!\d)|(\d{1,2})\/(\d{1,2})(?![\d/.])/y

/** The era of Japan that began in 2019. */
const reiwa = 2018

function dayAt(text: string, at: number, reading: ReadingDays, weekday?: string): DayText | undefined {
  const found = rangeAt(text, at) ?? plainDayAt(text, at, reading) ?? numbersAt(text, at, reading, weekday)
  if (!found) return undefined
  const behind = match(patterns().weekdayBehind, text, found.end)
  // `5 December, mar` may be followed by anything: only names in brackets, or of three letters and more, are those of days.
  const name = weekday ?? behind?.[1] ?? (behind && (behind[2]?.length ?? 0) > 1 ? behind[2] : undefined)
  const end = behind && weekday === undefined && name !== undefined ? found.end + behind[0].length : found.end
  const differs = name !== undefined && !weekdaysNamed(name).has(found.day.dayOfWeek)
  return { ...found, end, ...(differs ? { contradicts: name } : {}) }
}

/** Two days of which the first one says less. */
function rangeAt(text: string, at: number): DayText | undefined {
  const found = match(dotted, text, at)
  if (!found) return undefined
  const [, first, firstMonth, last, month, year = ''] = found
  const lastDay = dateOf(fullYear(year), Number(month), Number(last))
  const day = lastDay && firstOf(lastDay, Number(firstMonth ?? month), Number(first))
  return day && { day, ...(lastDay ? { lastDay } : {}), end: at + found[0].length }
}

/** The day before another one that has no year of its own. */
function firstOf(last: Temporal.PlainDate, month: number, day: number): Temporal.PlainDate | undefined {
  const first = dateOf(last.year, month, day)
  return first && Temporal.PlainDate.compare(first, last) > 0 ? dateOf(last.year - 1, month, day) : first
}

/** A day whose order is said, by names, letters or four digits in front. */
function plainDayAt(text: string, at: number, reading: ReadingDays): DayText | undefined {
  const { dayMonth, monthDay, yearMonthDay } = patterns()
  const one = (found: RegExpExecArray | null, [year, month, day, first]: (string | undefined)[]) =>
    found
      ? dayOf(
          { year, month: monthNumbered(month ?? '') ?? Number(month), day, first },
          at + found[0].length,
          reading,
        )
      : undefined
  const kanji = match(japanese, text, at)
  if (kanji) {
    const [, year, era, month, day] = kanji
    return one(kanji, [
      era === undefined ? year : String(reiwa + (era === '元' ? 1 : Number(era))),
      month,
      day,
    ])
  }
  const digits = match(compact, text, at)
  if (digits) return one(digits, [digits[1], digits[2], digits[3]])
  const named = match(dayMonth, text, at)
  if (named) return one(named, [named[4], named[3], named[2], named[1]])
  const american = match(monthDay, text, at)
  if (american) return one(american, [american[4], american[1], american[3], american[2]])
  const year = match(yearMonthDay, text, at)
  return one(year, [year?.[1], year?.[2], year?.[3]])
}

function dayOf(
  said: { year: string | undefined; month: number; day: string | undefined; first: string | undefined },
  end: number,
  { today }: ReadingDays,
): DayText | undefined {
  const { month } = said
  const isWithoutYear = said.year === undefined
  const year = said.year === undefined ? nearestYear(month, Number(said.day), today) : fullYear(said.year)
  const day = dateOf(year, month, Number(said.day))
  if (!day) return undefined
  const first = said.first === undefined ? undefined : dateOf(year, month, Number(said.first))
  const isRange = first && Temporal.PlainDate.compare(first, day) < 0
  return {
    ...(isRange ? { day: first, lastDay: day } : { day }),
    ...(isWithoutYear ? { isWithoutYear: true } : {}),
    end,
  }
}

/** The year in which a day is nearest to today. */
function nearestYear(month: number, day: number, today: Temporal.PlainDate): number {
  const distances = [today.year - 1, today.year, today.year + 1].flatMap((year) => {
    const date = dateOf(year, month, day)
    return date ? [{ year, days: Math.abs(today.until(date).days) }] : []
  })
  return distances.toSorted((one, other) => one.days - other.days)[0]?.year ?? today.year
}

/** A day of numbers, in the order that is meant; in another one if there is no such day, or it is not on the day of the week. */
function numbersAt(
  text: string,
  at: number,
  reading: ReadingDays,
  weekday: string | undefined,
): DayText | undefined {
  const found = match(triple, text, at)
  if (!found) {
    const short = match(yearless, text, at)
    if (!short) return undefined
    const [, day, month, one, other] = short
    const isMonthFirst = reading.orders['/'] === 'mdy' && Number(one) <= 12
    const [shortDay, shortMonth] =
      day === undefined ? (isMonthFirst ? [other, one] : [one, other]) : [day, month]
    return dayOf(
      { year: undefined, month: Number(shortMonth), day: shortDay, first: undefined },
      at + short[0].length,
      reading,
    )
  }
  const end = at + found[0].length
  const all = possible(found)
  const meant = (found[1]?.length ?? 0) > 2 ? 'ymd' : reading.orders[found[2] as DaySign]
  const inOrder = all.find(({ order }) => order === meant)
  if (reading.isStrict) return inOrder && { day: inOrder.day, end }
  const behind = match(patterns().weekdayBehind, text, end)
  const weekdays = weekdaysNamed(weekday ?? behind?.[1] ?? behind?.[2] ?? '')
  const named = all.filter(({ day }) => weekdays.has(day.dayOfWeek))
  // Years come first only where they are meant to: `32.12.26` is a slip.
  const other = all.find(({ order }) => order !== 'ymd')
  const chosen = named.find(({ order }) => order === meant) ?? named[0] ?? inOrder ?? other
  return chosen && { day: chosen.day, end }
}

function match(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place
  return pattern.exec(text)
}
