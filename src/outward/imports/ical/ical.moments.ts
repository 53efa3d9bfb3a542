import { parseDateExpression } from '../../../pure/calendar/dateExpression.ts'
import type { Zone } from '../../../pure/calendar/zone.ts'
import type { Property } from './ical.lines.ts'
import type { Zones } from './ical.zones.ts'

/** A day, or a wall clock and its zone; without one it is in the zone of the reader (RFC 5545, 3.3.5). */
export interface IcalTime {
  readonly isDate: boolean
  readonly wall: Temporal.PlainDateTime
  readonly zone: Zone | undefined
  /** Whether it is told in UTC, or by an offset, and so says nothing of the zone that it is in. */
  readonly isInstant: boolean
}

/** A moment, or the beginning of a period and how long that lasts. */
export interface Period extends IcalTime {
  readonly length?: Temporal.Duration
}

/** A moment that cannot be read: the end of the sentence “Its DTSTART …”. */
export class BadMoment extends Error {
  override readonly name = 'BadMoment'
}

const utc: Zone = { name: 'UTC', id: 'UTC' }

/** The values of a property as moments. Throws a {@link BadMoment}. */
export function momentsOf(property: Property, zones: Zones): Period[] {
  const reading = readingOf(property, zones)
  return partsOf(property).map((part) => readPeriod(part, reading))
}

/** The values of a property that are moments, and why the others are none; nothing at all is no fault. */
export function momentsAmong(property: Property, zones: Zones): { found: Period[]; faults: string[] } {
  const reading = readingOf(property, zones)
  const found: Period[] = []
  const faults: string[] = []
  for (const part of partsOf(property).filter((text) => text !== '')) {
    try {
      found.push(readPeriod(part, reading))
    } catch (error) {
      if (!(error instanceof BadMoment)) throw error
      faults.push(`${property.name.toUpperCase()}: it ${error.message}`)
    }
  }
  return { found, faults }
}

function readingOf({ params }: Property, zones: Zones): Reading {
  const { tzid } = params
  const zone = tzid === undefined ? undefined : zones.find(tzid)
  return { zone, isDate: /^date$/i.test(params['value'] ?? '') }
}

/** A date in words has a comma, and stands alone. */
function partsOf({ value }: Property): string[] {
  const parts = /\d{8}|^[\s\d,TZ:+./P\-WDHMS]*$/i.test(value) ? value.split(',') : [value]
  return parts.map((part) => part.trim())
}

/** Reads a duration (RFC 5545, 3.3.6). Throws a {@link BadMoment}. */
export function readDuration(value: string): Temporal.Duration {
  try {
    return Temporal.Duration.from(value.trim())
  } catch {
    throw new BadMoment(`is “${value}”, which is no length of time such as PT1H30M`)
  }
}

/** The moment as a wall clock of the zone; a day and a floating moment are the same in every zone. */
export function wallIn({ wall, zone, isDate }: IcalTime, target: Zone | undefined): Temporal.PlainDateTime {
  if (isDate || !zone || !target || zone.id === target.id) return wall
  return wall.toZonedDateTime(zone.id).withTimeZone(target.id).toPlainDateTime()
}

/** Midnight of the moment’s day on its own clock; the day of an instant is that in the target. */
export function dayIn(moment: IcalTime, target: Zone): Temporal.PlainDateTime {
  const wall = moment.isInstant ? wallIn(moment, target) : moment.wall
  return wall.toPlainDate().toPlainDateTime()
}

interface Reading {
  readonly zone: Zone | undefined
  readonly isDate: boolean
}

/** `…/PT1H`, `…/20310311T190000Z`: a period (RFC 5545, 3.3.9). */
function readPeriod(text: string, reading: Reading): Period {
  const [begins = '', ends] = /^[\dTZ]+\/[^/]*$/i.test(text) ? text.split('/') : [text]
  const moment = readDateExpression(begins, reading)
  if (ends === undefined) return moment
  if (/^[+-]?P/i.test(ends)) return { ...moment, length: readDuration(ends) }
  return {
    ...moment,
    length: moment.wall.until(readDateExpression(ends, reading).wall, { largestUnit: 'hours' }),
  }
}

/** With and without the hyphens and colons of ISO 8601, whose offsets some programs write as well. */
const written =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:(?:T|\s+)(?:(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?)?)?\s*(?:(Z)|([+-]\d\d):?(\d\d))?$/i

function readDateExpression(text: string, { zone, isDate }: Reading): IcalTime {
  const match = written.exec(text)
  try {
    if (!match) return readLoosely(text, { zone, isDate })
    const [, year, , month, day, hour, minute, second = '00', mark, sign, minutes = ''] = match
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`)
    // A day with a time is a moment, whatever is said of it, but for midnight.
    if (hour === undefined || (isDate && /^0*$/.test(`${hour}${minute}${second}`)))
      return { isDate: true, wall: date.toPlainDateTime(), zone: undefined, isInstant: mark !== undefined }
    // The end of a day, and a second that is inserted.
    const endsDay = `${hour}${minute}${second}` === '240000'
    const time = endsDay ? '00:00:00' : `${hour}:${minute}:${second === '60' ? '59' : second}`
    const wall = date.add({ days: endsDay ? 1 : 0 }).toPlainDateTime(time)
    if (mark === undefined && sign === undefined) return { isDate: false, wall, zone, isInstant: false }
    const instant = wall.toZonedDateTime(sign === undefined ? 'UTC' : `${sign}:${minutes}`)
    return instantIn(instant, zone)
  } catch {
    throw new BadMoment(`is “${text}”, which is no day or time that there is`)
  }
}

/** As the API reads moments, if it does not count from now. Throws a RangeError. */
function readLoosely(text: string, { zone, isDate }: Reading): IcalTime {
  const moment = parseDateExpression(text)
  if (moment?.kind !== 'notation' || !(moment.day instanceof Temporal.PlainDate)) throw new RangeError()
  const { time, zone: said, endsDay } = moment.parts
  const date = endsDay ? moment.day.add({ days: 1 }) : moment.day
  if (time === undefined || isDate)
    return { isDate: true, wall: date.toPlainDateTime(), zone: undefined, isInstant: false }
  const wall = date.toPlainDateTime(time)
  if (said === undefined) return { isDate: false, wall, zone, isInstant: false }
  return instantIn(wall.toZonedDateTime(said), zone)
}

/** A moment of all the world, on the clock of the zone that is given with it, or else in UTC. */
function instantIn(moment: Temporal.ZonedDateTime, zone: Zone | undefined): IcalTime {
  const wall = moment.withTimeZone(zone?.id ?? 'UTC').toPlainDateTime()
  return { isDate: false, wall, zone: zone ?? utc, isInstant: zone === undefined }
}
