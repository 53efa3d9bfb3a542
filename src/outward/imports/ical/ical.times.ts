import type { Zone } from '../../../pure/calendar/zone.ts'
import { type Properties, textIn } from './ical.components.ts'
import { BadMoment, type IcalTime, momentsOf, readDuration, wallIn } from './ical.moments.ts'
import type { Zones } from './ical.zones.ts'

/** The time of an event: its start, and its length by days or by the clock. */
export interface Times {
  readonly start: IcalTime
  /** The zone of its clock; floating times are in the zone of the site. */
  readonly zone: Zone
  readonly length: Temporal.Duration
  /** Properties that could not be read and were left out. */
  readonly lost: readonly string[]
}

const none = new Temporal.Duration()

/** When a component takes place (RFC 5545, 3.6.1). Throws a {@link BadMoment} without a start. */
export function timesOf(properties: Properties, zones: Zones, siteZone: Zone): Times {
  const property = properties.get('dtstart')?.[0]
  const said = property && momentsOf(property, zones)[0]
  if (!property || !said) throw new BadMoment('is missing')
  const start = lastsAllDay(properties, said) ? dayOf(said) : said
  const { tzid } = property.params
  const isUnknown = tzid !== undefined && !said.zone && !said.isDate
  const lost = isUnknown
    ? [`DTSTART: nobody knows the zone “${tzid}”; it was read in the zone of the site`]
    : []
  const zone = start.zone ?? siteZone
  try {
    const length = lengthOf(properties, zones, { start, zone })
    if (length.sign >= 0) return { start, zone, length, lost }
    const name = properties.has('dtend') ? 'DTEND: it is before DTSTART' : 'DURATION: it is negative'
    return { start, zone, length: none, lost: [...lost, `${name}, and was left out`] }
  } catch (error) {
    if (!(error instanceof BadMoment)) throw error
    const name = properties.has('dtend') ? 'DTEND' : 'DURATION'
    return { start, zone, length: none, lost: [...lost, `${name}: it ${error.message}`] }
  }
}

/** Outlook, and what synchronizes with it, writes days as times from midnight to midnight, and says so beside them. */
function lastsAllDay(properties: Properties, { wall }: IcalTime): boolean {
  return (
    wall.toPlainTime().equals(new Temporal.PlainTime()) &&
    ['x-microsoft-cdo-alldayevent', 'x-funambol-allday', 'x-allday'].some((name) =>
      /^(?:true|1)$/i.test(textIn(properties, name)),
    )
  )
}

function dayOf({ wall }: IcalTime): IcalTime {
  return { isDate: true, wall, zone: undefined, isInstant: false }
}

function lengthOf(
  properties: Properties,
  zones: Zones,
  { start, zone }: { start: IcalTime; zone: Zone },
): Temporal.Duration {
  const property = properties.get('dtend')?.[0]
  const end = property && momentsOf(property, zones)[0]
  const duration = properties.get('duration')?.[0]?.value
  if (end && start.isDate) return daysUntil(start.wall, end)
  // The same duration even if clocks change meanwhile (RFC 5545, 3.8.5.3).
  if (end)
    return start.wall
      .toZonedDateTime(zone.id)
      .until(wallIn(end, zone).toZonedDateTime(zone.id), { largestUnit: 'hours' })
  if (duration !== undefined) return readDuration(duration)
  // A date means a whole day; a moment takes no time.
  return start.isDate ? Temporal.Duration.from({ days: 1 }) : none
}

/** The end of a day is not within it; a time on the last day is. */
function daysUntil(start: Temporal.PlainDateTime, { wall }: IcalTime): Temporal.Duration {
  const isWithin = !wall.toPlainTime().equals(new Temporal.PlainTime())
  const last = wall.toPlainDate().add({ days: isWithin ? 1 : 0 })
  return start.toPlainDate().until(last, { largestUnit: 'days' })
}

/** The fields of an event that takes place at a wall clock, as the API reads them. */
export function timeFields(
  wall: Temporal.PlainDateTime,
  { start, zone, length }: Times,
  { siteZone, ownZone }: { siteZone: Zone; ownZone: Zone | undefined },
) {
  if (start.isDate) {
    const last = wall.add(length).subtract({ days: 1 })
    const end = Temporal.PlainDateTime.compare(last, wall) < 0 ? wall : last
    return {
      start_date: wall.toPlainDate().toString(),
      end_date: end.toPlainDate().toString(),
      all_day: true,
      timezone: siteZone.name,
    }
  }
  const begins = wall.toZonedDateTime(zone.id)
  // Days by the calendar, hours by the clock (RFC 5545, 3.3.6).
  const ends = begins.add(length)
  // A moment in UTC says nothing of the zone that it is in (D59).
  const shown = start.isInstant ? (ownZone ?? siteZone) : zone
  return {
    start_date: instantText(begins),
    end_date: instantText(ends),
    all_day: false,
    timezone: shown.name,
  }
}

function instantText(moment: Temporal.ZonedDateTime): string {
  return moment.toInstant().toString({ smallestUnit: 'second' })
}
