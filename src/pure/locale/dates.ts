import { remember } from '../calendar/cache.ts'
import type { Locale } from './locale.ts'

/** The forms in which pages write dates and times; the language decides about the order of their parts. */
const forms = {
  day: { dateStyle: 'full' },
  dayAndTime: { dateStyle: 'full', timeStyle: 'short' },
  longDay: { dateStyle: 'long' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  shortDayOfYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'short' },
  dayMonthYear: { day: 'numeric', month: 'short', year: 'numeric' },
  weekdayAndDay: { weekday: 'long', day: 'numeric', month: 'long' },
  dayOfMonth: { day: 'numeric', month: 'long' },
  weekday: { weekday: 'long' },
  narrowWeekday: { weekday: 'narrow' },
  shortMonth: { month: 'short' },
  shortWeekday: { weekday: 'short' },
  number: { day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  monthName: { month: 'long' },
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateForm = keyof typeof forms

/** A date or a time without a zone. */
export type Wall = Temporal.PlainDate | Temporal.PlainDateTime

/** How many formats are kept: readers have far fewer locales. */
const kept = 500

/** A date or time in the reader’s language. */
export function dateText({ tag }: Pick<Locale, 'tag'>, wall: Wall, form: DateForm): string {
  return formatOf(`${tag} ${form}`).format(dateOf(wall))
}

/** A range of dates or times, without repeating what they have in common. */
export function rangeText(
  { tag }: Pick<Locale, 'tag'>,
  [from, until]: readonly [Wall, Wall],
  form: DateForm,
): string {
  return formatOf(`${tag} ${form}`).formatRange(dateOf(from), dateOf(until))
}

/** A length in the reader’s language. */
export function lengthText({ tag }: Pick<Locale, 'tag'>, length: number, unit: 'km' | 'mi'): string {
  return lengthsOf(`${tag} ${unit}`).format(length)
}

const lengthsOf = remember(kept, (key) => {
  const [tag, unit] = key.split(' ')
  return new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: unit === 'km' ? 'kilometer' : 'mile',
    maximumFractionDigits: 1,
  })
})

const formatOf = remember(kept, (key) => {
  const [tag, form] = key.split(' ') as [string, DateForm]
  return new Intl.DateTimeFormat(tag, { ...forms[form], timeZone: 'UTC', calendar: 'gregory' })
})

/** The moment at which clocks in UTC show this: formats of such moments exist for all languages, unlike those of Temporal. */
function dateOf(wall: Wall): number {
  return ('hour' in wall ? wall : wall.toPlainDateTime()).toZonedDateTime('UTC').epochMilliseconds
}
