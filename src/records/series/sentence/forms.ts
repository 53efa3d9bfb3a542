/** What a part of a sentence says. */
export type Kind =
  | 'daily'
  | 'weekly'
  | 'fortnightly'
  | 'weeklyPlain'
  | 'monthlyPlain'
  | 'yearlyPlain'
  | 'monthNth'
  | 'monthDay'
  | 'monthEnd'
  | 'yearly'
  | 'times'
  | 'until'
  | 'from'
  | 'span'
  | 'on'
  | 'andOn'
  | 'except'
  | 'day'
  | 'nextDay'
  | 'nextWeek'
  | 'today'
  | 'tomorrow'
  | 'afterTomorrow'
  | 'yesterday'
  | 'beforeYesterday'
  | 'lastDay'
  | 'lastWeek'
  | 'overnight'
  | 'allDay'

/**
 * What people say beside the phrases in which the service itself speaks. Slots: {n} a number, {days} days of the week, {plural} such
 * in the plural, {day} one of them, {nth} the first to the fifth or last, {numbers} days of a month, {date} and {dates} days.
 */
export interface Spoken {
  /** Words between the parts of a list. */
  readonly and: string
  /** Words between the ends of a range. */
  readonly to: string
  /** Words before days that add nothing. */
  readonly fill: string
  /** Endings of ordinal numbers. */
  readonly ordinal: string
  /** Numbers as words, from 2 on. */
  readonly numbers: string
  /** The first to the fifth, and the last; spellings of one with slashes between them. */
  readonly nth: string
  /** The plural of the days of the week: what is put behind the name, or whole other names from Monday on. */
  readonly plural: readonly string[]
  /** Further names of days of the week, from Monday on. */
  readonly names?: readonly string[]
  readonly weekdays: readonly string[]
  readonly weekend: readonly string[]
  readonly forms: Readonly<Partial<Record<Kind, readonly string[]>>>
}
