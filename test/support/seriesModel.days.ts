import { basic, type Date, lengthOf, lineOf, plus, type Rule, type Series } from './seriesModel.rules.ts'

/** How dates are written, where they are whole days and where they have a clock. Whole days end at the midnight after them. */
export class Days {
  readonly isAllDay: boolean

  constructor(isAllDay: boolean) {
    this.isAllDay = isAllDay
  }

  lineOf(rule: Rule): string {
    return lineOf(rule, (text) => this.written(text))
  }

  /** The key of a date. */
  keyOf(text: string): string {
    return this.isAllDay ? text.slice(0, 10) : text
  }

  /** What is sent of times. */
  sent(start: string, end: string) {
    if (!this.isAllDay) return { start_date: start, end_date: end }
    return { start_date: this.keyOf(start), end_date: this.keyOf(plus(end, -1, 0)) }
  }

  /** A date, as iCalendar writes it. */
  written(text: string): string {
    return basic(text).slice(0, this.isAllDay ? 8 : undefined)
  }
}

/** What has tickets is cancelled instead. */
export function takeAway(date: Date, is: 'out' | 'lost'): void {
  if (date.hasTicket) date.isCanceled = true
  else date.is = is
}

/** A date moves with its key, but for what was changed of its times by hand. */
export function putOn(row: Date, key: string, { length }: Pick<Series, 'length'>): void {
  row.key = key
  if (row.own.has('start')) return
  const lasts = row.own.has('end') ? lengthOf(row) : length
  Object.assign(row, { start: key, end: plus(key, 0, lasts) })
}
