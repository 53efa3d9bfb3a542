import { remember } from '../../pure/calendar/cache.ts'
import { parseWall } from '../../pure/calendar/text.ts'

/** When an event takes place, by its wall clocks. */
export interface Scheduled {
  readonly start: string
  readonly end: string
  readonly allDay: boolean
}

/** What the words depend on: their language, and the year that is not written out. */
export interface Wording {
  readonly locale: string
  readonly year: number
}

/** When an event takes place, as HTML in words: both days and times, or with one day the times. */
export function scheduleOf({ start, end, allDay }: Scheduled, wording: Wording): string {
  const [from, to] = [parseWall(start), parseWall(end)]
  const [first, last] = [dayOf(from, wording), dayOf(to, wording)]
  if (sameDay(from, to)) {
    if (allDay) return span('date-start', first)
    const begins = span('date-start', `${first} @ ${timeOf(from, wording)}`)
    return from.equals(to) ? begins : `${begins} - ${span('time', timeOf(to, wording))}`
  }
  const whole = (day: string, at: Temporal.PlainDateTime) =>
    allDay ? day : `${day} @ ${timeOf(at, wording)}`
  return `${span('date-start', whole(first, from))} - ${span('date-end', whole(last, to))}`
}

/** The same without the day where the event starts and ends on one. */
export function shortScheduleOf(event: Scheduled, wording: Wording): string {
  const [from, to] = [parseWall(event.start), parseWall(event.end)]
  if (!sameDay(from, to)) return scheduleOf(event, wording)
  if (event.allDay) return allDay[new Intl.Locale(wording.locale).language] ?? allDay.en
  const begins = span('date-start', timeOf(from, wording))
  return from.equals(to) ? begins : `${begins} - ${span('time', timeOf(to, wording))}`
}

/** What stands there for a day: no time of it is told. */
const allDay: Readonly<Record<string, string>> & { readonly en: string } = {
  en: 'All day',
  de: 'Ganztägig',
  fr: 'Toute la journée',
  es: 'Todo el día',
  nl: 'Hele dag',
  it: 'Tutto il giorno',
  pt: 'Todo o dia',
  ja: '終日',
  ar: 'طوال اليوم',
}

function sameDay(one: Temporal.PlainDateTime, other: Temporal.PlainDateTime): boolean {
  return one.toPlainDate().equals(other.toPlainDate())
}

function span(name: string, text: string): string {
  return `<span class="tribe-event-${name}">${text}</span>`
}

function dayOf(at: Temporal.PlainDateTime, { locale, year }: Wording): string {
  return formatsOf(locale)[at.year === year ? 'day' : 'dayAndYear'].format(utcOf(at))
}

function timeOf(at: Temporal.PlainDateTime, { locale }: Wording): string {
  const text = formatsOf(locale).time.format(utcOf(at))
  // “9:00 am” in English; a space that does not break is none that clients look for.
  return text.replaceAll(/[\u202f\u00a0]/g, ' ').replace(/\b[AP]M\b/, (half) => half.toLowerCase())
}

function utcOf(at: Temporal.PlainDateTime): number {
  return at.toZonedDateTime('UTC').epochMilliseconds
}

/** A site has one language; those of a few sites in one process are kept. */
const formatsOf = remember(10, (locale: string) => {
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return {
    day: of({ month: 'long', day: 'numeric' }),
    dayAndYear: of({ month: 'long', day: 'numeric', year: 'numeric' }),
    time: of({ hour: 'numeric', minute: '2-digit' }),
  }
})
