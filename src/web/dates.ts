import { remember } from '../calendar/cache.ts'
import type { Locale } from './locale.ts'

/** The forms in which pages write dates and times; what is in which order, the language decides. */
const forms = {
  day: { dateStyle: 'full' },
  dayAndTime: { dateStyle: 'full', timeStyle: 'short' },
  longDay: { dateStyle: 'long' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  dayOfMonth: { day: 'numeric', month: 'long' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  number: { day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  monthName: { month: 'long' },
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateForm = keyof typeof forms

/** Anything that a wall clock or a calendar shows. */
export type Wall = Temporal.PlainDate | Temporal.PlainDateTime

/** Formats that are kept: readers have far fewer locales. */
const kept = 500

/** A date or time as the reader’s language writes it. */
export function dateText({ tag }: Pick<Locale, 'tag'>, wall: Wall, form: DateForm): string {
  return formatOf(`${tag} ${form}`).format(dateOf(wall))
}

/** From one to another, what they have in common said once. */
export function rangeText(
  { tag }: Pick<Locale, 'tag'>,
  [from, until]: readonly [Wall, Wall],
  form: DateForm,
): string {
  return formatOf(`${tag} ${form}`).formatRange(dateOf(from), dateOf(until))
}

/** A length as the reader’s language writes it. */
export function lengthText({ tag }: Pick<Locale, 'tag'>, length: number, unit: 'km' | 'mi'): string {
  return new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: unit === 'km' ? 'kilometer' : 'mile',
    maximumFractionDigits: 1,
  }).format(length)
}

const formatOf = remember(kept, (key) => {
  const [tag, form] = key.split(' ') as [string, DateForm]
  return new Intl.DateTimeFormat(tag, { ...forms[form], timeZone: 'UTC', calendar: 'gregory' })
})

/** The moment at which clocks in UTC show this: formats of such moments are those of all languages, of walls not yet. */
function dateOf(wall: Wall): number {
  return ('hour' in wall ? wall : wall.toPlainDateTime()).toZonedDateTime('UTC').epochMilliseconds
}
