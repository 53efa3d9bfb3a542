import type { DayOrder } from './dayText.ts'

/** The order of numbers in the dates of a language and region; undefined where the region decides and is not said. */
export function orderOfLocale(locale: string): DayOrder | undefined {
  const tag = locale.replaceAll('_', '-')
  // English is written in both orders.
  if (/^en$/i.test(tag)) return undefined
  try {
    const parts = new Intl.DateTimeFormat(tag, { timeZone: 'UTC' }).formatToParts(0)
    const letters = parts.flatMap(({ type }) => (/^(?:day|month|year)$/.test(type) ? type.charAt(0) : []))
    const order = letters.join('')
    return isDayOrder(order) ? order : undefined
  } catch {
    return undefined // Intl throws for what is no tag of a language.
  }
}

/** The orders that there are. */
export const dayOrders = ['dmy', 'mdy', 'ymd'] as const satisfies readonly DayOrder[]

/** Whether a text names an order. */
function isDayOrder(text: string): text is DayOrder {
  return (dayOrders as readonly string[]).includes(text)
}

/** Made when somebody first asks for it: loading the data of a language costs a start some milliseconds. */
let words: Intl.DateTimeFormat | undefined

/** A day with the names of its weekday and month, so that nobody can read another one: `Sunday, 6 December 2026`. */
export function dayInWords(day: Temporal.PlainDate): string {
  words ??= new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return words.format(day.toZonedDateTime('UTC').epochMilliseconds).replace(/^(\p{L}+) /u, '$1, ')
}
