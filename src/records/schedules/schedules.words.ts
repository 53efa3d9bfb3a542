import { remember } from '../../pure/calendar/cache.ts'
import type { ByDay, RuleParts, Weekday } from '../../pure/calendar/recurrence.rule.ts'
import { otherMonths, weekdays } from '../../pure/calendar/recurrence.rule.ts'
import type { Language } from '../../pure/text/language.ts'
import { english, type Phrases, phrasesBy } from './schedules.phrases.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import { soundly } from '../../pure/text/stored.ts'
import { type Schedule, scheduleIfSound, type SeriesRow } from './schedules.row.ts'

/** The most dates that stand after “and on” and “except”. */
const mostNamed = 5

/** A language by its tag, with its phrases. */
export interface Speech {
  readonly tag: string
  readonly phrases: Phrases
}

/** English, in which the service itself speaks. */
export const inEnglish: Speech = { tag: 'en-GB', phrases: english }

/** A language with its phrases. */
export function speechOf(language: Language): Speech {
  return language === 'en' ? inEnglish : { tag: language, phrases: phrasesBy[language] ?? english }
}

/** How often a stored series is, in words; undefined where there are none for it, or what is stored cannot be read. */
export function wordsOf(series: SeriesRow, siteZone: Zone, speech: Speech): string | undefined {
  const schedule = scheduleIfSound(series, siteZone)
  return schedule && soundly('recurrence', series.recurrence, () => ruleWords(schedule, speech))
}

/** The rule of a series in words; undefined where there are none for it, and dates say more. */
export function ruleWords(
  schedule: Pick<Schedule, 'recurrence' | 'start'>,
  speech: Speech,
): string | undefined {
  const { rule, until, added, excluded, excludedDays } = schedule.recurrence
  const { phrases } = speech
  const datesText = (dates: readonly Temporal.PlainDate[]) =>
    listText(
      dates.slice(0, mostNamed).map((date) => dateText(date, speech, schedule.start.toPlainDate())),
      speech,
    ) + (dates.length > mostNamed ? ' …' : '')
  const days = added.map((wall) => wall.toPlainDate())
  if (!rule) {
    const all = [schedule.start.toPlainDate(), ...days].filter(
      (day, at, list) => list.findIndex((other) => other.equals(day)) === at,
    )
    return phrases.on(datesText(all))
  }
  const { monthsOut, rest } = apartFromMonths(rule)
  const every = everyText(rest, schedule.start, speech)
  if (every === undefined) return undefined
  const ended =
    rule.count === undefined
      ? until
        ? phrases.until(every, dateText(until.toPlainDate(), speech))
        : every
      : phrases.times(every, rule.count)
  const without = [...excluded.map((wall) => wall.toPlainDate()), ...excludedDays].toSorted((one, other) =>
    Temporal.PlainDate.compare(one, other),
  )
  const withAdded = days.length > 0 ? phrases.andOn(ended, datesText(days)) : ended
  const ofMonths =
    monthsOut.length > 0 ? phrases.exceptMonths(withAdded, monthsList(monthsOut, speech)) : withAdded
  return without.length > 0 ? phrases.except(ofMonths, datesText(without)) : ofMonths
}

/** The most months that are said to be left out: of more those that stay say more. */
const mostMonths = 6

/** A rule without the months of the year that it is in, and those that are left out; a rule of few months stays as it is. */
function apartFromMonths(rule: RuleParts): {
  readonly monthsOut: readonly number[]
  readonly rest: RuleParts
} {
  const months = rule.numbers.get('BYMONTH')
  const monthsOut = months ? otherMonths(months) : []
  if (!months || rule.freq === 'YEARLY' || monthsOut.length > mostMonths) return { monthsOut: [], rest: rule }
  const numbers = new Map([...rule.numbers].filter(([name]) => name !== 'BYMONTH'))
  return { monthsOut, rest: { ...rule, numbers } }
}

function monthsList(months: readonly number[], speech: Speech): string {
  const name = formatOf(`month ${speech.tag}`)
  return listText(
    months.map((month) => name.format(new Date(Date.UTC(2024, month - 1, 1, 12)))),
    speech,
  )
}

function everyText(rule: RuleParts, start: Temporal.PlainDateTime, speech: Speech): string | undefined {
  const { freq, interval, byDay, numbers } = rule
  const { phrases } = speech
  const names = [...numbers.keys()]
  if (freq === 'DAILY' && byDay.length === 0 && names.length === 0) return phrases.daily(interval)
  if (freq === 'WEEKLY' && names.length === 0) return phrases.weekly(interval, daysText(byDay, start, speech))
  if (freq === 'MONTHLY') return monthlyText(rule, start, speech)
  const isPlain = names.every((name) => name === 'BYMONTH' || name === 'BYMONTHDAY') && byDay.length === 0
  const months = numbers.get('BYMONTH') ?? [start.month]
  const monthDays = numbers.get('BYMONTHDAY') ?? [start.day]
  if (freq !== 'YEARLY' || !isPlain || months.length !== 1 || monthDays.length !== 1) return undefined
  const [month = 1, day = 1] = [months[0], monthDays[0]]
  if (day < 0) return undefined
  const date = Temporal.PlainMonthDay.from({ monthCode: `M${String(month).padStart(2, '0')}`, day })
  return phrases.yearly(
    interval,
    formatOf(`day ${speech.tag}`).format(new Date(Date.UTC(2024, month - 1, date.day, 12))),
  )
}

function monthlyText(
  { interval, byDay, numbers }: RuleParts,
  start: Temporal.PlainDateTime,
  speech: Speech,
): string | undefined {
  const { phrases } = speech
  const names = [...numbers.keys()]
  const monthDays = numbers.get('BYMONTHDAY')
  if (byDay.length === 0 && names.every((name) => name === 'BYMONTHDAY')) {
    const days = monthDays ?? [start.day]
    if (days.length === 1 && days[0] === -1) return phrases.monthEnd(interval)
    return days.some((day) => day < 0)
      ? undefined
      : phrases.monthDay(interval, listText(days.map(String), speech))
  }
  const [day, ...others] = byDay
  if (!day || others.length > 0) return undefined
  const [position, ...positions] = numbers.get('BYSETPOS') ?? []
  const isOnlyPosition = names.every((name) => name === 'BYSETPOS') && positions.length === 0
  const nth = day.ordinal ?? (isOnlyPosition ? position : undefined)
  if (nth === undefined || !isOnlyPosition || nth < -1 || nth > 5) return undefined
  return phrases.monthNth(interval, nth, weekdayName(day.weekday, speech), day.weekday)
}

function daysText(byDay: readonly ByDay[], start: Temporal.PlainDateTime, speech: Speech): string {
  const own = weekdays[start.dayOfWeek - 1] ?? 'MO'
  const named = byDay.length === 0 ? [own] : byDay.map(({ weekday }) => weekday)
  const inOrder = weekdays.filter((weekday) => named.includes(weekday))
  return listText(
    inOrder.map((weekday) => weekdayName(weekday, speech)),
    speech,
  )
}

/** The first Monday of 2024 was its first day. */
function weekdayName(weekday: Weekday, { tag }: Speech): string {
  const day = new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday), 12))
  return formatOf(`weekday ${tag}`).format(day)
}

/** A day, with its year unless it is the first such day from the start on, in the year of that. */
function dateText(date: Temporal.PlainDate, { tag }: Speech, start?: Temporal.PlainDate): string {
  const isPlain = start?.year === date.year && Temporal.PlainDate.compare(date, start) >= 0
  return formatOf(`${isPlain ? 'day' : 'dayOfYear'} ${tag}`).format(
    new Date(Date.UTC(date.year, date.month - 1, date.day, 12)),
  )
}

/** The forms of days in sentences. */
const forms = {
  weekday: { weekday: 'long' },
  month: { month: 'long' },
  day: { day: 'numeric', month: 'long' },
  dayOfYear: { day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** By form and language. Kept: making them anew took half the time of a list of dates of series. */
const formatOf = remember(200, (key) => {
  const [form, tag] = key.split(' ') as [keyof typeof forms, string]
  return new Intl.DateTimeFormat(tag, { ...forms[form], timeZone: 'UTC' })
})

function listText(texts: readonly string[], { tag }: Speech): string {
  return listOf(tag).format(texts)
}

const listOf = remember(50, (tag) => new Intl.ListFormat(tag, { type: 'conjunction' }))
