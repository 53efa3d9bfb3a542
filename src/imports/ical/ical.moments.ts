import type { Zone } from '../../calendar/zone.ts'
import type { Property } from './ical.components.ts'
import type { Zones } from './ical.zones.ts'

/** A day, or a wall clock and its zone; without one it is in the zone of the reader (RFC 5545, 3.3.5). */
export interface Moment {
  readonly isDate: boolean
  readonly wall: Temporal.PlainDateTime
  readonly zone: Zone | undefined
}

/** A moment that cannot be read: the end of the sentence “Its DTSTART …”. */
export class BadMoment extends Error {
  override readonly name = 'BadMoment'
}

const utc: Zone = { name: 'UTC', id: 'UTC' }

/** The values of a property as moments; a period becomes its beginning. Throws a {@link BadMoment}. */
export function momentsOf(property: Property, zones: Zones): Moment[] {
  const tzid = property.params['tzid']
  const zone = typeof tzid === 'string' ? zones.find(tzid) : undefined
  return property.values.map((value) => readMoment(Array.isArray(value) ? value[0] : value, zone))
}

/** Reads a duration (RFC 5545, 3.3.6). Throws a {@link BadMoment}. */
export function readDuration(value: unknown): Temporal.Duration {
  try {
    return Temporal.Duration.from(String(value))
  } catch {
    throw new BadMoment(`is “${String(value)}”, which is no length of time such as PT1H30M`)
  }
}

/** The moment as a wall clock of the zone; a day and a floating moment are the same in every zone. */
export function wallIn({ wall, zone, isDate }: Moment, target: Zone | undefined): Temporal.PlainDateTime {
  if (isDate || !zone || !target || zone.id === target.id) return wall
  return wall.toZonedDateTime(zone.id).withTimeZone(target.id).toPlainDateTime()
}

/** Midnight of the moment’s day on its own clock; the day of an instant is that in the target. */
export function dayIn(moment: Moment, target: Zone): Temporal.PlainDateTime {
  const wall = moment.zone?.id === utc.id ? wallIn(moment, target) : moment.wall
  return wall.toPlainDate().toPlainDateTime()
}

/** jCal writes `2031-03-15T18:00:00Z`; a date that is not declared as one becomes `2031-03-15T::`. */
function readMoment(value: unknown, zone: Zone | undefined): Moment {
  const text = String(value)
  const [, date, time, mark] = /^(\d{4}-\d\d-\d\d)(?:T(?:::|(\d\d:\d\d:\d\d)))?(Z?)$/.exec(text) ?? []
  try {
    if (date === undefined) throw new RangeError()
    const wall = Temporal.PlainDateTime.from(
      `${date}T${time === undefined ? '00:00:00' : time.replace(/:60$/, ':59')}`,
    )
    return {
      isDate: time === undefined,
      wall,
      zone: time === undefined ? undefined : mark === 'Z' ? utc : zone,
    }
  } catch {
    throw new BadMoment(`is “${text}”, which is no day or time that there is`)
  }
}
