import { dayText, timeText } from '../dates.ts'
import type { EventRecord } from '../records.ts'

/** When a date of a series is. */
export type Dated = Pick<EventRecord, 'id' | 'start_date' | 'end_date' | 'all_day'>

/** The day or days of a date, without its hours: “Wed, 2 Dec”. */
export function daysText({ start_date, end_date, all_day }: Omit<Dated, 'id'>): string {
  return spanText({ start_date, end_date: all_day ? end_date : start_date, all_day: true })
}

/** From when to when: “Wed, 2 Dec, 19:00 – 21:00”. */
export function spanText({ start_date, end_date, all_day }: Omit<Dated, 'id'>): string {
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10)
  const [first, last] = [dayText(start_date), dayText(end_date)]
  if (all_day) return isOneDay ? first : `${first} – ${last}`
  const begin = `${first}, ${timeText(start_date)}`
  if (start_date === end_date) return begin
  return `${begin} – ${isOneDay ? '' : `${last}, `}${timeText(end_date)}`
}
