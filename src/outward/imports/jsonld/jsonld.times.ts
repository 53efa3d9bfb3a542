import { parseDateExpression } from '../../../pure/calendar/dateExpression.ts'
import { findZone, type Zone } from '../../../pure/calendar/zone.ts'
import { quote } from '../../../pure/params/parameter.ts'
import type { Clock } from '../imports.fields.ts'
import { readMoment, readTime, type WrittenTime } from './jsonld.moments.ts'
import { textIn, textsIn, type Thing } from './jsonld.values.ts'

/** When an event takes place once, as fields of the API, and the text of its start as it is written. */
export interface Occurrence {
  readonly said: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** When an event takes place, and what of that was lost or is understood otherwise than it is written. */
export interface Times {
  readonly occurrences: readonly Occurrence[]
  readonly lost: readonly string[]
  readonly assumed: readonly string[]
}

/**
 * The times of an event by its startDate and endDate, of which there may be several. One without an offset is in the zone of the
 * site; a moment in UTC is shown there, and one with the offset of somewhere else is there. What cannot be read stays as it is:
 * the API says what is wrong with it.
 */
export function datesOf(thing: Thing, clock: Clock): Times {
  const starts = textsIn(thing['startDate'])
  const ends = textsIn(thing['endDate'])
  const lost: string[] = []
  const assumed: string[] = []
  const zone = zoneIn(thing, clock)
  const occurrences = (starts.length === 0 ? [''] : starts).map((said, index): Occurrence => {
    const start = withTime(readMoment(said), textIn(thing, 'startTime'))
    // What counts from now would be another day each time.
    if (!start) return { said, fields: { start_date: parseDateExpression(said) ? null : said } }
    const end = endOf(thing, { text: ends[index] ?? '', start }, { lost, assumed })
    for (const [name, { assumed: says }] of [
      ['startDate', start],
      ['endDate', end ?? {}],
    ] as const)
      if (says !== undefined) assumed.push(`${name}: ${says}`)
    if (!areWholeDays(start, end)) return { said, fields: fieldsOf(start, end, zone) }
    assumed.push('startDate: it is a midnight, and endDate the last minute of a day: the event is all day')
    return { said, fields: fieldsOf({ day: start.day }, { day: end.day }, zone) }
  })
  if (ends.length > starts.length && starts.length > 0)
    lost.push(`endDate: there are ${ends.length}, and only ${starts.length} startDate`)
  return { occurrences, lost, assumed }
}

/** The Events Calendar, and others, write days as their first and their last second, on one clock. */
function areWholeDays(start: WrittenTime, end: WrittenTime | undefined): end is WrittenTime {
  if (!start.time || !end?.time || start.zone !== end.zone) return false
  const isMidnight = start.time.equals(new Temporal.PlainTime())
  const isLast = Temporal.PlainTime.compare(end.time, lastMinute) >= 0
  return isMidnight && isLast && Temporal.PlainDate.compare(start.day, end.day) <= 0
}

const lastMinute = new Temporal.PlainTime(23, 59)

/** The zone that the event says it is in, or that of the site. */
export function zoneIn(thing: Thing, { siteZone }: Clock): Zone {
  const name = ['timeZone', 'timezone', 'scheduleTimezone']
    .map((member) => textIn(thing, member))
    .find(Boolean)
  return (name === undefined ? undefined : findZone(name)) ?? siteZone
}

/** The fields of an event that is at a moment of a zone until another one. */
export function fieldsOf(
  start: WrittenTime,
  end: WrittenTime | undefined,
  siteZone: Zone,
): Readonly<Record<string, unknown>> {
  if (start.time === undefined)
    return {
      start_date: start.day.toString(),
      end_date: (end ?? start).day.toString(),
      all_day: true,
      timezone: siteZone.name,
    }
  return {
    start_date: textOf(start),
    end_date: textOf(end ?? start),
    all_day: false,
    timezone: zoneOf(start, siteZone),
  }
}

/** Moments in UTC say nothing of the zone that they are in (D59); nor do those with the offset that the site has then. */
function zoneOf({ day, time, zone }: WrittenTime, siteZone: Zone): string {
  if (zone === undefined || zone === 'UTC' || !time) return siteZone.name
  if (!/^[+-]/.test(zone)) return findZone(zone)?.name ?? siteZone.name
  const here = day.toZonedDateTime({ timeZone: zone, plainTime: time }).withTimeZone(siteZone.id)
  return here.offset === zone ? siteZone.name : zone
}

function textOf({ day, time, zone }: WrittenTime): string {
  const clock = time?.toString({ smallestUnit: 'second' })
  if (clock === undefined) return day.toString()
  if (zone === undefined) return `${day.toString()}T${clock}`
  if (zone === 'UTC') return `${day.toString()}T${clock}Z`
  if (/^[+-]/.test(zone)) return `${day.toString()}T${clock}${zone}`
  const { offset } = day.toZonedDateTime({ timeZone: zone, plainTime: time ?? '00:00' })
  return `${day.toString()}T${clock}${offset}`
}

/** A day with the time that stands beside it. */
function withTime(moment: WrittenTime | undefined, text: string): WrittenTime | undefined {
  const time = moment && moment.time === undefined ? readTime(text) : undefined
  return moment && time ? { ...moment, time } : moment
}

/** The last moment that can be, for an end that is a day: the API takes it as the end of that day. */
const dayEnd = new Temporal.PlainTime(23, 59, 59)

function endOf(
  thing: Thing,
  { text, start }: { text: string; start: WrittenTime },
  told: { lost: string[]; assumed: string[] },
): WrittenTime | undefined {
  const written = withTime(readMoment(text), textIn(thing, 'endTime'))
  if (text !== '' && !written) told.lost.push(`endDate: it is ${quote(text)}, which is no day or time`)
  const end = written ?? endByTime(thing, start) ?? byDuration(thing, start)
  if (!end) return undefined
  if (start.time === undefined && end.time !== undefined) {
    told.assumed.push('endDate: it has a time, and startDate has none: the event is all day')
    return { ...end, time: undefined }
  }
  if (start.time !== undefined && end.time === undefined) {
    // The day that it begins on says nothing of its end.
    if (end.day.equals(start.day)) return endByTime(thing, start) ?? byDuration(thing, start)
    told.assumed.push('endDate: it has no time: the end of that day was taken')
    return { ...end, time: dayEnd, ...(start.zone === undefined ? {} : { zone: start.zone }) }
  }
  return end
}

/** An end that is only a time is on the day of the start, or on the next one. */
function endByTime(thing: Thing, { day, time, zone }: WrittenTime): WrittenTime | undefined {
  const end = readTime(textIn(thing, 'endTime'))
  if (!end || !time) return undefined
  const isNext = Temporal.PlainTime.compare(end, time) <= 0
  return { day: isNext ? day.add({ days: 1 }) : day, time: end, zone }
}

function byDuration(thing: Thing, start: WrittenTime): WrittenTime | undefined {
  const text = textIn(thing, 'duration')
  if (text === '') return undefined
  try {
    // ORIF has minutes.
    const duration = Temporal.Duration.from(/^\d{1,6}$/.test(text) ? `PT${text}M` : text)
    if (duration.sign <= 0) return undefined
    const { day, time, zone } = start
    const end = day.toPlainDateTime(time ?? '00:00').add(duration)
    return time === undefined
      ? { day: lastDay(day, end) }
      : { day: end.toPlainDate(), time: end.toPlainTime(), zone }
  } catch {
    return undefined
  }
}

/** The last day of what begins with a day and lasts until a moment. */
function lastDay(day: Temporal.PlainDate, end: Temporal.PlainDateTime): Temporal.PlainDate {
  const last = end.subtract({ seconds: 1 }).toPlainDate()
  return Temporal.PlainDate.compare(last, day) < 0 ? day : last
}
