import { firstDay, locale, siteZone } from './place.ts'

/** Before any event: with it a list has no default dates. */
export const ever = '1000-01-01'

/** A date and a time of day on the clock of an event, such as `2031-03-11 18:00:00`. */
export type Wall = string

/** The wall time as a moment on a clock without zones, for arithmetic and formats. */
function asDate(wall: Wall): Date {
  return new Date(`${wall.slice(0, 10)}T${wall.slice(11, 19) || '00:00:00'}Z`)
}

/** The wall time of such a moment. */
function wallOf(date: Date): Wall {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}

/** The wall time in the zone of the calendar, now. */
export function wallNow(): Wall {
  return inZone.format(new Date())
}

// Sweden writes dates as the service does.
const inZone = new Intl.DateTimeFormat('sv-SE', {
  timeZone: siteZone,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The day so many days later, as `2031-03-11`. */
export function addDays(day: string, days: number): string {
  const date = asDate(day)
  date.setUTCDate(date.getUTCDate() + days)
  return wallOf(date).slice(0, 10)
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
  return (wall: Wall) => made.format(asDate(wall))
}

/** As “18:00”. */
export const timeText = format({ hour: 'numeric', minute: '2-digit' })
/** As “Thu, 26 Nov”. */
const shortDay = format({ weekday: 'short', day: 'numeric', month: 'short' })
const shortDayAndYear = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
/** As “Tuesday 29 June 2027”. */
export const longDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
/** As “29 June”. */
export const dayAndMonth = format({ day: 'numeric', month: 'long' })
/** As “November 2026”. */
export const monthText = format({ month: 'long', year: 'numeric' })
/** As “November”. */
export const monthName = format({ month: 'long' })
/** As “Thursday”. */
export const weekdayText = format({ weekday: 'long' })
/** As “Thu”. */
export const weekdayShort = format({ weekday: 'short' })
/** As “T”. */
export const weekdayNarrow = format({ weekday: 'narrow' })
/** The day of the month as people write it. */
export const dayNumber = format({ day: 'numeric' })

/** The day, with its year unless that is the present one. */
export function dayText(wall: Wall): string {
  return wall.slice(0, 4) === wallNow().slice(0, 4) ? shortDay(wall) : shortDayAndYear(wall)
}

/** The days of a week in the order of the reader, from 1 for Monday to 7 for Sunday. */
export const weekDays: readonly number[] = Array.from({ length: 7 }, (_, at) => ((firstDay - 1 + at) % 7) + 1)

/** The number of the day of the week, from 1 for Monday to 7 for Sunday. */
export function weekdayOf(wall: Wall): number {
  return asDate(wall).getUTCDay() || 7
}

/** The first day of the week that the day is in, for the reader. */
export function weekStart(day: string): string {
  return addDays(day, -((weekdayOf(day) - firstDay + 7) % 7))
}

/** The first of the month so many months later. */
export function monthAfter(day: string, months: number): string {
  const date = asDate(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return wallOf(date).slice(0, 10)
}
