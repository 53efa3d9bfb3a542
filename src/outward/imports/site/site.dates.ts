import { epochSeconds, parseWall } from '../../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../../pure/calendar/zone.ts'
import type { EpochSeconds, Flag } from '../../../storage/schema/tables.ts'
import { noDate } from '../../../pure/params/moments.ts'
import { textIn, type Wire } from './site.wire.ts'

const utc: Zone = { name: 'UTC', id: 'UTC' }

/** When a post was published and last changed, as it is stored. */
export interface KeptDates {
  readonly date_at?: EpochSeconds
  readonly date_floating: Flag
  readonly modified_at?: EpochSeconds
}

/** The dates of a post; those without a date in UTC, as of drafts, are read in the zone of the site. */
export function keptDates(wire: Wire, siteZone: Zone): KeptDates {
  const isUndated = ['', noDate].includes(textIn(wire, 'date_utc'))
  const date_at = isUndated ? secondsIn(wire, 'date', siteZone) : secondsIn(wire, 'date_utc', utc)
  const modified_at = secondsIn(wire, 'modified_utc', utc) ?? secondsIn(wire, 'modified', siteZone)
  return {
    ...(date_at === undefined ? {} : { date_at }),
    ...(modified_at === undefined ? {} : { modified_at }),
    date_floating: isUndated ? 1 : 0,
  }
}

function secondsIn(wire: Wire, name: string, zone: Zone): EpochSeconds | undefined {
  const text = textIn(wire, name)
  if (text === '' || text === noDate) return undefined
  try {
    return epochSeconds(parseWall(text).toZonedDateTime(zone.id).toInstant())
  } catch {
    return undefined // No such date exists.
  }
}

/** A wall clock as if it were UTC, in seconds; undefined when there is none. */
export function wallSeconds(text: string): EpochSeconds | undefined {
  try {
    return epochSeconds(parseWall(text).toZonedDateTime('UTC').toInstant())
  } catch {
    return undefined
  }
}

/** The time of an event, as parameters of the API. */
export interface SentTime {
  readonly start_date?: string
  readonly end_date?: string
  readonly timezone?: string
}

/**
 * The times of an event: its wall clocks in its zone, as they were entered; in an hour that occurs twice, the moment in UTC. If
 * the zone is unknown, only UTC can be used.
 */
export function timesOf(wire: Wire): { times: SentTime; lost: readonly string[] } {
  const name = textIn(wire, 'timezone')
  const zone = findZone(name)
  if (zone)
    return {
      times: { timezone: name, ...edge('start_date', wire, zone), ...edge('end_date', wire, zone) },
      lost: [],
    }
  const [start_date, end_date] = [textIn(wire, 'utc_start_date'), textIn(wire, 'utc_end_date')]
  if (name === '' || start_date === '' || end_date === '') return { times: { ...wall(wire) }, lost: [] }
  return {
    times: { start_date, end_date, timezone: 'UTC' },
    lost: [`timezone is “${name}”, which is none; UTC stands for it`],
  }
}

function wall(wire: Wire): SentTime {
  const [start_date, end_date] = [textIn(wire, 'start_date'), textIn(wire, 'end_date')]
  return { ...(start_date === '' ? {} : { start_date }), ...(end_date === '' ? {} : { end_date }) }
}

function edge(name: 'start_date' | 'end_date', wire: Wire, zone: Zone): SentTime {
  const text = textIn(wire, name)
  if (text === '') return {}
  const seconds = secondsIn(wire, `utc_${name}`, utc)
  const asEntered = secondsIn(wire, name, zone)
  if (seconds === undefined || seconds === asEntered) return { [name]: text }
  const told = Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
  const reads = told.toZonedDateTimeISO(zone.id).toPlainDateTime().toString({ smallestUnit: 'second' })
  return { [name]: reads.replace('T', ' ') === text ? told.toString() : text }
}
