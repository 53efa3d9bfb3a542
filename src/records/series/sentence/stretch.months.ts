import { monthNames, monthNumbered, plainForm } from '../../../pure/calendar/dayNames.ts'
import type { Days } from '../../../pure/calendar/period.ts'
import type { StretchWords } from './stretch.words.ts'
import type { Tongue } from './tongue.ts'

/** Where a month is named, a sign stands for it: the names of all languages in each pattern of each would take long to be made. */
const firstSign = 0xe900
const sign = String.raw`[\uE901-\uE90C]`

let named: RegExp | undefined

/** The text with a sign in place of each name of a month; undefined where there is none. */
function maskMonths(text: string): string | undefined {
  // Arabic writes its “and”, U+0648, and the word behind it as one.
  named ??= new RegExp(
    `(?<![a-z\\u0621-\\u0647\\u0649\\u064a])${monthNames()}(?![a-z\\u0621-\\u064a])|(?<!\\d)(1[0-2]|0?[1-9])月`,
    'gu',
  )
  const masked = text.replaceAll(
    named,
    (all: string, name: string | undefined, number: string | undefined) => {
      const month = name === undefined ? Number(number) : monthNumbered(name)
      return month === undefined ? all : String.fromCharCode(firstSign + month)
    },
  )
  return masked === text ? undefined : masked
}

/** How a language names months, their ranges, and the time from or until one; with the signs of {@link maskMonths}. */
export interface MonthForms {
  readonly one: RegExp
  readonly ranges: readonly RegExp[]
  readonly ahead: RegExp
}

/** What stands around months, as patterns: before all of it, and before and between the two of a range. */
interface Around {
  readonly fill: string
  readonly before: string
  readonly between: string
}

/** The patterns of a language. */
export function monthForms(words: StretchWords, { language }: Tongue, around: Around): MonthForms {
  const { fill, before, between } = around
  const isJapanese = language === 'ja'
  const month = (name: string) =>
    isJapanese
      ? `(?:(?<${name}Year>[0-9]{4})年 ?)?(?<${name}>${sign})`
      : `(?<${name}>${sign})\\.?(?:,? ?(?:(?:de|del|of|do|di|van|عام|سنة) )?(?<${name}Year>[0-9]{4}))?`
  const [first, last] = [month('first'), month('last')]
  const whole = (pattern: string) => new RegExp(`^${fill}(?:${pattern})$`, 'u')
  const [next, from, until] = [words.next, words.from, words.until].map(plainForm)
  const to = plainForm('まで')
  const [both, and] = words.both.map(plainForm)
  const ranges = isJapanese
    ? [`${first} ?(?:から|より|-|~) ?${last}(?: ?${to})?`]
    : [`${before}${first}${between}${last}`, `(?:${both}) ${first} (?:${and}) ?${last}`]
  return {
    one: whole(`(?:(?<before>${next}) ?)?${first}(?: (?<after>${next}))?`),
    ranges: ranges.map(whole),
    ahead: whole(
      isJapanese
        ? `${month('since')}(?:から|以降)|${month('until')}${to}`
        : `(?:${from}) ${month('since')}|(?:${until}) ${month('until')}`,
    ),
  }
}

/** The months that a text names and nothing else. One without a year is the first that has not gone by. */
export function monthsIn(
  text: string,
  { one, ranges, ahead }: MonthForms,
  today: Temporal.PlainDate,
): { readonly from: Temporal.PlainDate; readonly until: Temporal.PlainDate | undefined } | undefined {
  const masked = maskMonths(text)
  if (masked === undefined) return undefined
  for (const range of ranges) {
    const found = range.exec(masked)?.groups
    if (found) return monthsBetween(found, today)
  }
  const single = one.exec(masked)?.groups
  if (single) {
    const isNext = (single['before'] ?? single['after']) !== undefined
    return monthOf(numberOf(single['first']), single['firstYear'], isNext ? monthAfter(today) : today)
  }
  const found = ahead.exec(masked)?.groups
  if (!found) return undefined
  if (found['since'] !== undefined)
    return { from: monthOf(numberOf(found['since']), found['sinceYear'], today).from, until: undefined }
  const { until } = monthOf(numberOf(found['until']), found['untilYear'], today)
  return Temporal.PlainDate.compare(today, until) > 0 ? undefined : { from: today, until }
}

function numberOf(text = ''): number {
  return text.charCodeAt(0) - firstSign
}

/** The first such month that has not gone by, or that of the year. */
export function monthOf(month: number, year: string | undefined, today: Temporal.PlainDate): Days {
  const nearest = month < today.month ? today.year + 1 : today.year
  return wholeMonth(new Temporal.PlainDate(year === undefined ? nearest : Number(year), month, 1))
}

/** From one month to another: of two without a year the second follows the first. */
function monthsBetween(
  { first, firstYear, last, lastYear }: Readonly<Record<string, string | undefined>>,
  today: Temporal.PlainDate,
): Days | undefined {
  const [start, end] = [numberOf(first), numberOf(last)]
  const earlier = lastYear === undefined ? undefined : String(Number(lastYear) - (start > end ? 1 : 0))
  const { from } = monthOf(start, firstYear ?? earlier, today)
  const { until } = monthOf(end, lastYear, from)
  return Temporal.PlainDate.compare(from, until) > 0 ? undefined : { from, until }
}

/** The month of a first day. */
export function wholeMonth(first: Temporal.PlainDate): Days {
  return { from: first, until: first.with({ day: first.daysInMonth }) }
}

/** The first day of the month after that of a day. */
export function monthAfter(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: 1 }).add({ months: 1 })
}
