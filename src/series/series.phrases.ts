import type { Weekday } from '../calendar/recurrence.rule.ts'

/** How a language says how often something is. */
export interface Phrases {
  daily(interval: number): string
  weekly(interval: number, days: string): string
  /** On the n-th weekday of the month, -1 for the last one. */
  monthNth(interval: number, nth: number, day: string, weekday: Weekday): string
  monthDay(interval: number, days: string): string
  monthEnd(interval: number): string
  yearly(interval: number, date: string): string
  times(text: string, count: number): string
  until(text: string, date: string): string
  on(dates: string): string
  andOn(text: string, dates: string): string
  except(text: string, dates: string): string
}

/** A choice of words by the number. */
const every = (one: string, several: string) => (interval: number) =>
  interval === 1 ? one : several.replace('{n}', String(interval))

const nthOf = (words: readonly string[], last: string) => (nth: number) =>
  nth === -1 ? last : (words[nth - 1] ?? String(nth))

const en = {
  day: every('Every day', 'Every {n} days'),
  week: every('Every', 'Every {n} weeks on'),
  month: every('Every month', 'Every {n} months'),
  year: every('Every year', 'Every {n} years'),
  nth: nthOf(['first', 'second', 'third', 'fourth', 'fifth'], 'last'),
}

/** English. */
export const english: Phrases = {
  daily: (interval) => en.day(interval),
  weekly: (interval, days) => `${en.week(interval)} ${days}`,
  monthNth: (interval, nth, day) => `${en.month(interval)} on the ${en.nth(nth)} ${day}`,
  monthDay: (interval, days) => `${en.month(interval)} on day ${days}`,
  monthEnd: (interval) => `${en.month(interval)} on the last day`,
  yearly: (interval, date) => `${en.year(interval)} on ${date}`,
  times: (text, count) => (count === 1 ? `${text}, once` : `${text}, ${count} times`),
  until: (text, date) => `${text} until ${date}`,
  on: (dates) => `On ${dates}`,
  andOn: (text, dates) => `${text}, and on ${dates}`,
  except: (text, dates) => `${text}, except ${dates}`,
}
