import { BadRecurrence } from '../../../pure/calendar/recurrence.rule.ts'
import { findZone, type Zone } from '../../../pure/calendar/zone.ts'
import { quote } from '../../../pure/params/parameter.ts'
import { asOccurrence, laidOut, seriesSaid } from '../ical/ical.repeating.ts'
import { withoutExcluded } from '../imports.excluded.ts'
import type { ImportedEvent } from '../imports.record.ts'
import { asWire, type Wire, wiresIn } from '../site/site.wire.ts'
import { plain } from './openagenda.texts.ts'

/** When events are read, and how far ahead series are laid out, in months. */
export interface Reach {
  readonly now: Temporal.Instant
  readonly horizonMonths: number
  readonly siteZone: Zone
}

/** One of the times at which an event takes place. */
interface Timing {
  readonly start: Temporal.ZonedDateTime
  readonly end: Temporal.ZonedDateTime
}

/** When an event takes place, in its order, each time once. */
export interface Timings {
  readonly zone: Zone
  readonly timings: readonly Timing[]
  readonly lost: readonly string[]
}

/** The times of an event, on the clock of its zone, else that of its place, else where its times are written as they are there. */
export function timingsOf(event: Wire, { siteZone }: Pick<Reach, 'siteZone'>): Timings {
  const zone = zoneOf(event, siteZone)
  const lost: string[] = []
  // What is not detailed tells a few of its times alone.
  const isWhole = Array.isArray(event['timings'])
  const found = new Map<string, Timing>()
  for (const wire of toldTimes(event)) {
    const begin = momentIn(wire['begin'] ?? wire['start'], zone)
    if (!begin) {
      lost.push(`timings: ${quote(plain(wire['begin'] ?? wire['start']))} is no moment`)
      continue
    }
    const end = momentIn(wire['end'], zone)
    const isAfter = end && Temporal.ZonedDateTime.compare(begin, end) <= 0
    found.set(begin.toPlainDateTime().toString(), { start: begin, end: isAfter ? end : begin })
  }
  if (!isWhole && found.size > 1)
    lost.push('timings: only the first, the next and the last are told: detailed=1 tells all')
  const timings = [...found.values()].toSorted((one, other) =>
    Temporal.ZonedDateTime.compare(one.start, other.start),
  )
  return { zone, timings, lost }
}

function toldTimes(event: Wire): readonly Wire[] {
  const { timings, firstTiming, nextTiming, lastTiming } = event
  return wiresIn(Array.isArray(timings) ? timings : [firstTiming, nextTiming, lastTiming])
}

/** The zone that OpenAgenda takes where it knows none. */
const theirs = 'Europe/Paris'

/** Where no zone is told: that of the site, or theirs, if the offsets of all times are those of it, else the offset. */
function zoneOf(event: Wire, siteZone: Zone): Zone {
  const names = [event['timezone'], asWire(event['location'])?.['timezone']].map(plain)
  const named = names.map((name) => (name === '' ? undefined : findZone(name))).find(Boolean)
  if (named) return named
  const moments = toldTimes(event).map((wire) => plain(wire['begin'] ?? wire['start']))
  const offsets = moments.map((text) => /(?<=T.*)([+-]\d\d):?(\d\d)$/.exec(text))
  const [first] = offsets
  if (!first) return siteZone
  const isThere = ({ id }: Zone) =>
    moments.every(
      (text, at) => momentIn(text, { name: id, id })?.offset === `${offsets[at]?.[1]}:${offsets[at]?.[2]}`,
    )
  const offset = `${first[1]}:${first[2]}`
  return [siteZone, findZone(theirs) ?? siteZone].find(isThere) ?? findZone(offset) ?? siteZone
}

function momentIn(value: unknown, zone: Zone): Temporal.ZonedDateTime | undefined {
  const text = plain(value)
  try {
    return /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
      ? Temporal.Instant.from(text).toZonedDateTimeISO(zone.id)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(zone.id)
  } catch {
    return undefined // It is told.
  }
}

/** OpenAgenda writes days as their first and their last minute. */
function isWholeDay({ start, end }: Timing): boolean {
  const isMidnight = start.toPlainTime().equals(new Temporal.PlainTime())
  const isLast = Temporal.PlainTime.compare(end.toPlainTime(), lastMinute) >= 0
  const isNext = end.equals(start.startOfDay().add({ days: 1 }))
  return isMidnight && (isNext || (isLast && end.toPlainDate().equals(start.toPlainDate())))
}

const lastMinute = new Temporal.PlainTime(23, 59)

/**
 * The event, once for each of its times: dates of a series of ours, which has them as its own; single events that belong to the first
 * where there are more than a series may be given.
 */
export function datedEvents(event: ImportedEvent, { zone, timings }: Timings, reach: Reach): ImportedEvent[] {
  const [first] = timings
  if (!first) return []
  const isAllDay = timings.every(isWholeDay)
  const shown = timings.map((timing) => ({ timing, wall: timing.start.toPlainDateTime() }))
  const keyAt = (wall: Temporal.PlainDateTime) =>
    wall.equals(first.start.toPlainDateTime())
      ? event.key
      : `${event.key}/${isAllDay ? wall.toPlainDate().toString() : wall.toString({ smallestUnit: 'second' })}`
  const at = (timing: Timing, key: string): ImportedEvent => {
    const fields = { ...event.fields, ...timeFields(timing, isAllDay, zone) }
    return { ...event, key, fields, parent: null }
  }
  if (timings.length === 1) return [{ ...at(first, event.key), isAlone: true }]
  const alone = shown.map(({ timing, wall }) => Object.assign(at(timing, keyAt(wall)), { wall }))
  try {
    return asSeries(event, { zone, timings, lost: [] }, { ...reach, isAllDay, alone })
  } catch (error) {
    if (!(error instanceof BadRecurrence)) throw error
    const says = `timings: as a series it ${error.message}; its dates are single events`
    const [begun, ...later] = alone.map(({ wall: _wall, ...record }) => record)
    if (!begun) return []
    const child = (record: ImportedEvent) => Object.assign(untold(record), { parent: event.key })
    return [{ ...begun, assumed: [...(begun.assumed ?? []), says] }, ...later.map(child)]
  }
}

interface Alone extends ImportedEvent {
  readonly wall: Temporal.PlainDateTime
}

function asSeries(
  event: ImportedEvent,
  { zone, timings }: Timings,
  {
    now,
    horizonMonths,
    isAllDay,
    alone,
  }: Reach & { readonly isAllDay: boolean; readonly alone: readonly Alone[] },
): ImportedEvent[] {
  const [first, ...others] = alone.map(({ wall }) => wall)
  if (!first) return []
  const start = { isDate: isAllDay, wall: first, zone: isAllDay ? undefined : zone, isInstant: false }
  const length = isAllDay ? Temporal.Duration.from({ days: 1 }) : usualLength(timings)
  const lines = { rules: [], exceptRules: [], added: others, excluded: [], excludedDays: [] }
  const laid = laidOut({ start, zone, length, lost: [] }, lines, { now, horizonMonths, shownZone: zone })
  const there = new Set(laid.dates.map(String))
  const dates = alone.filter(({ wall }) => there.has(wall.toString()))
  const said = seriesSaid(
    event.key,
    laid,
    dates.map(({ wall: id, key }) => ({ id, key })),
  )
  // What its dates have in common, at the length that most of them have.
  const [usual] = alone
  const model = {
    ...event,
    fields: { ...event.fields, ...(usual && { all_day: isAllDay, timezone: zone.name }) },
  }
  const dated = dates.map(({ wall, ...record }) => asOccurrence(record, wall, { laid, said, model }))
  const [begun, ...later] = dated
  if (!begun) return []
  const cut = laid.isCut
    ? { cutSeries: event.key, lost: [...(begun.lost ?? []), `timings: the last ${dates.length} were taken`] }
    : {}
  return [{ ...begun, ...cut, recurrence: withoutExcluded(said.schedule) }, ...later.map(untold)]
}

/** What is told of the first is not told again of the others. */
function untold(record: ImportedEvent): ImportedEvent {
  return { ...record, lost: [], assumed: [] }
}

/** How long most of them are, by the clock. */
function usualLength(timings: readonly Timing[]): Temporal.Duration {
  const lengths = timings.map(({ start, end }) => start.until(end, { largestUnit: 'hours' }))
  const counts = Map.groupBy(lengths, String)
  const [usual] = [...counts.values()].toSorted((one, other) => other.length - one.length)
  return usual?.[0] ?? new Temporal.Duration()
}

function timeFields({ start, end }: Timing, isAllDay: boolean, zone: Zone) {
  const day = start.toPlainDate().toString()
  if (isAllDay) return { start_date: day, end_date: day, all_day: true, timezone: zone.name }
  return {
    start_date: start.toInstant().toString({ smallestUnit: 'second' }),
    end_date: end.toInstant().toString({ smallestUnit: 'second' }),
    all_day: false,
    timezone: zone.name,
  }
}
