import { BadRecurrence } from '../../../pure/calendar/recurrence.rule.ts'
import { basic, readRecurrence, settleRecurrence } from '../../../pure/calendar/recurrence.ts'
import { epochSeconds } from '../../../pure/calendar/text.ts'
import type { Zone } from '../../../pure/calendar/zone.ts'
import { datesToLay, keyOf, timesAt, withoutOldest } from '../../../records/schedules/schedules.times.ts'
import type { TimeColumns } from '../../../records/rows/event.row.ts'
import { type Schedule, scheduleColumns } from '../../../records/schedules/schedules.row.ts'
import { assertDates } from '../../../records/series/series.settle.ts'
import type { Repeating, Rule } from '../imports.recurrence.ts'
import type { ImportedEvent, SeriesSaid } from '../imports.record.ts'
import type { Times } from './ical.times.ts'

/** How an event repeats, as its lines say it, on its own clock. */
export type Lines = Required<Omit<Repeating, 'start' | 'isFirstByRule'>>

/** How series are read. */
export interface SeriesReading {
  readonly now: Temporal.Instant
  /** `SERIES_HORIZON_MONTHS`. */
  readonly horizonMonths: number
  /** The zone in which the dates are shown. */
  readonly shownZone: Zone
}

/** A series of ours by the lines of an event. */
export interface Laid {
  readonly schedule: Schedule
  /** Its dates, by the clock of the event. */
  readonly dates: readonly Temporal.PlainDateTime[]
  /** A date by the clock of the series, which may be another one than that of an event in UTC. */
  readonly atOf: (id: Temporal.PlainDateTime) => Temporal.PlainDateTime
  readonly until: Temporal.PlainDateTime | undefined
  /** Whether it has older dates, which were left out. */
  readonly isCut: boolean
}

/** The lines as a series of ours. Throws a {@link BadRecurrence} where they are beyond what ours have. */
export function laidOut(times: Times, lines: Lines, reading: SeriesReading): Laid {
  const { shownZone } = reading
  const whole = scheduleOf(times, lines, shownZone)
  const cut = withoutOldest(whole, reading.now, reading.horizonMonths)
  const schedule = cut ?? whole
  const laid = { ...laidBy(schedule, reading), isCut: cut !== undefined }
  const zones = { from: schedule.zone, to: shownZone }
  if (!times.start.isInstant || times.start.isDate || zones.from.id === zones.to.id) return laid
  return onClockShown(laid, reading) ?? laid
}

function scheduleOf({ start, zone, length }: Times, lines: Lines, shownZone: Zone): Schedule {
  const isAllDay = start.isDate
  const valueOf = (wall: Temporal.PlainDateTime) => (isAllDay ? basic(wall).slice(0, 8) : basic(wall))
  const [rule, ...others] = lines.rules
  if (others.length > 0) throw new BadRecurrence('has more than one RRULE')
  if (lines.exceptRules.length > 0) throw new BadRecurrence('has an EXRULE')
  const sent = readRecurrence([
    ...(rule ? [`RRULE:${rule.text}${endOf(rule, valueOf)}`] : []),
    ...list('RDATE', lines.added.map(valueOf)),
    ...list('EXDATE', [
      ...lines.excluded.map(valueOf),
      ...lines.excludedDays.map((day) => day.toString().replaceAll('-', '')),
    ]),
  ])
  const at = { wall: start.wall, isAllDay, zone: isAllDay ? shownZone : zone }
  const recurrence = settleRecurrence(sent, at)
  const end = start.wall.toZonedDateTime(zone.id).add(length).toPlainDateTime()
  const duration = isAllDay
    ? Math.max(1, start.wall.until(end, { largestUnit: 'day' }).days)
    : Math.max(0, start.wall.until(end, { largestUnit: 'second' }).seconds)
  return { zone: at.zone, isAllDay, start: start.wall, duration, recurrence }
}

function laidBy(schedule: Schedule, { now, horizonMonths, shownZone }: SeriesReading) {
  assertDates(schedule, { now, siteZone: shownZone, horizonMonths })
  const { dates, until } = datesToLay(schedule, now, horizonMonths)
  return { schedule, dates, atOf: (wall: Temporal.PlainDateTime) => wall, until }
}

function list(name: string, values: readonly string[]): string[] {
  return values.length > 0 ? [`${name}:${values.join(',')}`] : []
}

function endOf({ count, until }: Rule, valueOf: (wall: Temporal.PlainDateTime) => string): string {
  if (count !== undefined) return `;COUNT=${count}${until ? `;UNTIL=${valueOf(until)}` : ''}`
  return until ? `;UNTIL=${valueOf(until)}` : ''
}

/** The series on the clock on which moments in UTC are shown, if it has the same dates there. */
function onClockShown(laid: Laid, reading: SeriesReading): Laid | undefined {
  const { schedule, dates, isCut } = laid
  const move = (wall: Temporal.PlainDateTime) =>
    wall.toZonedDateTime(schedule.zone.id).withTimeZone(reading.shownZone.id).toPlainDateTime()
  const { recurrence } = schedule
  const moved: Schedule = {
    ...schedule,
    zone: reading.shownZone,
    start: move(schedule.start),
    recurrence: {
      ...recurrence,
      until: recurrence.until && move(recurrence.until),
      added: recurrence.added.map(move),
      excluded: recurrence.excluded.map(move),
    },
  }
  try {
    const there = laidBy(moved, reading)
    const isSame = dates.every((id, index) => there.dates[index]?.equals(move(id)))
    return isSame && there.dates.length === dates.length ? { ...there, dates, atOf: move, isCut } : undefined
  } catch (error) {
    if (error instanceof BadRecurrence) return undefined
    throw error
  }
}

/** What all dates of a series of a source tell of it: `dates`, and the keys of their records. */
export function seriesSaid(
  key: string,
  { schedule, until, atOf }: Laid,
  dates: readonly { readonly id: Temporal.PlainDateTime; readonly key: string }[],
): SeriesSaid {
  return {
    key,
    schedule: scheduleColumns(schedule),
    until: until === undefined ? null : keyOf(until, schedule),
    dates: dates.map(({ id, key }) => ({ at: keyOf(atOf(id), schedule), key })),
  }
}

/** The event as a date of a series: which one, and in what it differs from the others. */
export function asOccurrence(
  record: ImportedEvent,
  id: Temporal.PlainDateTime,
  { laid, said, model }: { readonly laid: Laid; readonly said: SeriesSaid; readonly model: ImportedEvent },
): ImportedEvent {
  const at = laid.atOf(id)
  const differs = differencesOf(record, model, timesAt(at, laid.schedule))
  return {
    ...record,
    occurrence: { series: said, at: keyOf(at, laid.schedule), differs },
    ...(differs.length > 0 ? { differs } : {}),
  }
}

/** The fields in which a date differs from the others of its series, as the API calls them. */
function differencesOf(
  own: ImportedEvent,
  model: ImportedEvent,
  times: TimeColumns | undefined,
): readonly string[] {
  const { start_date, end_date, timezone, all_day, ...fields } = own.fields
  const names = Object.keys(fields).filter((name) => !isSame(fields[name], model.fields[name]))
  const links = Object.entries(linked).filter(
    ([name]) => !isSame(own[name as 'venues'], model[name as 'venues']),
  )
  const moments = [times?.starts_at, times?.ends_at]
  const isOnTime =
    all_day === true
      ? isSame([start_date, end_date], [times?.start_wall.slice(0, 10), times?.end_wall.slice(0, 10)])
      : isSame(
          [start_date, end_date].map((text) => epochSeconds(Temporal.Instant.from(String(text)))),
          moments,
        )
  return [
    ...names,
    ...links.map(([, name]) => name),
    ...(isOnTime && all_day === model.fields['all_day'] ? [] : ['start_date', 'end_date']),
    ...(timezone === model.fields['timezone'] ? [] : ['timezone']),
  ].toSorted()
}

/** Members of records that are links, and how the API calls them. */
const linked = {
  venues: 'venue',
  organizers: 'organizer',
  categories: 'categories',
  tags: 'tags',
  image: 'image',
} as const

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
