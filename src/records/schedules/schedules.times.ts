import { resolveWall } from '../../pure/calendar/dateExpression.ts'
import { datesUntil, lastOfAll, type SeriesDates } from '../../pure/calendar/recurrence.dates.ts'
import { BadRecurrence, mostDates } from '../../pure/calendar/recurrence.rule.ts'
import { eventSpan } from '../../pure/calendar/span.ts'
import { parseWall } from '../../pure/calendar/text.ts'
import type { Schedule } from './schedules.row.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import type { TimeColumns } from '../rows/event.row.ts'

/** The key of a date: the wall clock that the rule gave it, of whole days the day. */
export function keyOf(wall: Temporal.PlainDateTime, { isAllDay }: Pick<Schedule, 'isAllDay'>): string {
  return isAllDay
    ? wall.toPlainDate().toString()
    : wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** The wall clock of a key. */
export function wallOf(key: string): Temporal.PlainDateTime {
  return parseWall(key)
}

/**
 * The times of a date. The clock holds: 19:00 stays 19:00 across daylight saving. What a change to summer time skips begins after
 * that, and lasts as long. undefined beyond the years that calendars here have.
 */
export function timesAt(
  wall: Temporal.PlainDateTime,
  { zone, isAllDay, duration }: Schedule,
): TimeColumns | undefined {
  const start = resolveWall(wall, zone)
  const length = isAllDay ? { days: Math.max(0, duration - 1) } : { seconds: duration }
  const end = start && resolveWall(start.wall.add(length), zone)
  if (!start || !end) return undefined
  const span = eventSpan({ start, end, allDay: isAllDay, zone })
  return {
    all_day: isAllDay ? 1 : 0,
    timezone: zone.name,
    timezone_abbr: span.abbreviation,
    start_wall: span.startWall,
    end_wall: span.endWall,
    starts_at: span.startsAt,
    // Clocks that are put back within it must not make it end before it begins.
    ends_at: Math.max(span.startsAt, span.endsAt),
  }
}

/** Which dates are laid out: those of a rule that ends, or those up to some months from now, or from its start if that is later. */
export interface Laid extends SeriesDates {
  /** The wall clock up to which the dates are laid out; undefined: all of them are. */
  readonly until: Temporal.PlainDateTime | undefined
}

/** The dates of a series that are to be laid out now; with `after`, of one without an end only those later than that. */
export function datesToLay(
  schedule: Schedule,
  now: Temporal.Instant,
  horizonMonths: number,
  after?: Temporal.PlainDateTime,
): Laid {
  const horizon = horizonOf(schedule, now, horizonMonths)
  const { recurrence, start } = schedule
  const ends =
    recurrence.rule === undefined || recurrence.rule.count !== undefined || recurrence.until !== undefined
  const found = datesUntil(recurrence, start, ends ? lastOfAll : horizon, ends ? undefined : after)
  if (found.isWhole || ends) {
    if (found.dates.length > mostDates) throw new BadRecurrence(`has more than ${mostDates} dates`)
    return { ...found, until: undefined }
  }
  const dates = found.dates.slice(0, mostDates)
  return { dates, isWhole: false, until: dates.length < found.dates.length ? dates.at(-1) : horizon }
}

/**
 * The schedule from a later date on, where a rule that is not counted began so long ago that there are more dates up to the horizon than a
 * series is laid out with at once: those to come are there first, and of those before as many as there is room for; undefined where
 * there are not so many.
 */
export function withoutOldest(
  schedule: Schedule,
  now: Temporal.Instant,
  horizonMonths: number,
): Schedule | undefined {
  const { recurrence, start, zone } = schedule
  if (!recurrence.rule || recurrence.rule.count !== undefined) return undefined
  const { dates } = datesUntil(recurrence, start, horizonOf(schedule, now, horizonMonths))
  if (dates.length <= mostDates) return undefined
  const today = wallAt(now, zone).with({ hour: 0, minute: 0, second: 0 })
  const coming = dates.findIndex((wall) => Temporal.PlainDateTime.compare(wall, today) >= 0)
  const from = coming < 0 ? dates.length - mostDates : Math.min(coming, dates.length - mostDates)
  const added = new Set(recurrence.added.map(String))
  const first = dates.slice(from).find((wall) => !added.has(wall.toString()))
  if (!first || first.equals(start)) return undefined
  const isLater = (wall: Temporal.PlainDateTime) => Temporal.PlainDateTime.compare(wall, first) >= 0
  return {
    ...schedule,
    start: first,
    recurrence: {
      ...recurrence,
      added: recurrence.added.filter(isLater),
      excluded: recurrence.excluded.filter(isLater),
    },
  }
}

/** Up to when dates of a series without an end are laid out. */
export function horizonOf(
  { start, zone }: Pick<Schedule, 'start' | 'zone'>,
  now: Temporal.Instant,
  horizonMonths: number,
): Temporal.PlainDateTime {
  const today = wallAt(now, zone)
  const later = Temporal.PlainDateTime.compare(start, today) > 0 ? start : today
  return later.add({ months: horizonMonths })
}

/** What the clock of a zone shows. */
export function wallAt(now: Temporal.Instant, zone: Schedule['zone']): Temporal.PlainDateTime {
  return now.toZonedDateTimeISO(zone.id).toPlainDateTime().round('second')
}

export type Timed = Omit<Schedule, 'recurrence'>

/** The times of an event as those of a series. */
export function timesOf(columns: TimeColumns, siteZone: Zone): Timed {
  const zone = findZone(columns.timezone) ?? siteZone
  const [start, end] = [parseWall(columns.start_wall), parseWall(columns.end_wall)]
  const isAllDay = columns.all_day === 1
  const duration = isAllDay
    ? start.toPlainDate().until(end.toPlainDate()).days + 1
    : Math.max(0, start.until(end, { largestUnit: 'second' }).seconds)
  return { zone, isAllDay, start, duration }
}
