import { remember } from '../../pure/calendar/cache.ts'
import { wallText } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import { contentLine, localValue, textValue, utcValue } from './ical.lines.ts'
import { onsetsOf } from './ical.onsets.ts'
import { type RegularOnsets, rulesOf, type SingleOnsets } from './ical.rules.ts'

/** A VTIMEZONE (RFC 5545, 3.6.5), and the first and last years that it covers. */
export interface ZoneText {
  readonly text: string
  readonly firstYear: number
  readonly lastYear: number
}

/** A VTIMEZONE covers forty years: more than any list spans, and at most a few hundred onsets in any zone. */
const yearsAhead = 40

/** How many are remembered: some 600 zones, for a few years each; one takes a kilobyte or two. */
const maxKnown = 1000

const utc = new Temporal.ZonedDateTime(0n, 'UTC')

/**
 * The TZID of a zone; undefined for UTC, which has none (RFC 5545, 3.2.19). Offsets of whole hours have the IANA name that all
 * clients know (`+05:00` is `Etc/GMT-5`); others have a name of our own, `UTC+0530`: with a colon it would have to be quoted,
 * which some parsers cannot read.
 */
export function tzidOf({ id }: Pick<Zone, 'id'>): string | undefined {
  return knownIds(id).tzid
}

/** The VTIMEZONE of a zone from a year on; undefined for UTC. Years are 1 to 9999. */
export function zoneTextOf(zone: Pick<Zone, 'id'>, firstYear: number): ZoneText | undefined {
  return tzidOf(zone) === undefined ? undefined : knownTexts(`${firstYear} ${zone.id}`)
}

const knownIds = remember(maxKnown, (id) => ({ tzid: readTzid(id) }))

const knownTexts = remember(maxKnown, (key) => {
  const [year, id = ''] = key.split(' ')
  return writeZone(id, Number(year))
})

function readTzid(id: string): string | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(id) ?? []
  if (sign === undefined) return new Temporal.ZonedDateTime(0n, id).equals(utc) ? undefined : id
  if (minutes !== '00') return `UTC${sign}${hours}${minutes}`
  return hours === '00' ? undefined : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
}

function writeZone(id: string, firstYear: number): ZoneText {
  const tzid = tzidOf({ id }) ?? id
  const isIana = !tzid.startsWith('UTC')
  const lastYear = Math.min(firstYear + yearsAhead, 9999)
  const onsets = onsetsOf({ id: isIana ? tzid : id, name: tzid }, firstYear, lastYear)
  const text =
    contentLine('BEGIN', 'VTIMEZONE') +
    contentLine('TZID', tzid) +
    (isIana ? contentLine('X-LIC-LOCATION', tzid) : '') +
    rulesOf(onsets)
      .map((rule) => observance(rule, lastYear))
      .join('') +
    contentLine('END', 'VTIMEZONE')
  return { text, firstYear, lastYear }
}

function observance(rule: RegularOnsets | SingleOnsets, lastYear: number): string {
  const [first] = rule.onsets
  return (
    contentLine('BEGIN', first.kind) +
    contentLine('DTSTART', localValue(wallText(first.wall))) +
    contentLine('TZOFFSETFROM', offsetText(first.from)) +
    contentLine('TZOFFSETTO', offsetText(first.to)) +
    contentLine('TZNAME', textValue(first.name)) +
    ('day' in rule ? yearly(rule, lastYear) : dates(rule)) +
    contentLine('END', first.kind)
  )
}

/**
 * Without an end when the rule holds until the last year. An end is in UTC; it is late enough for programs too that read it on the
 * clock of the zone, and would leave out the last onset east of Greenwich.
 */
function yearly({ onsets, day }: RegularOnsets, lastYear: number): string {
  const last = onsets.at(-1) ?? onsets[0]
  const end = Math.max(last.at, last.at + last.from)
  const until = last.wall.year < lastYear ? `;UNTIL=${utcValue(end)}` : ''
  return contentLine('RRULE', `FREQ=YEARLY;${day}${until}`)
}

/** One date for each property, even for the first one: some clients read only the first value, and do not count the start. */
function dates({ onsets }: SingleOnsets): string {
  if (onsets.length === 1) return ''
  return onsets.map(({ wall }) => contentLine('RDATE', localValue(wallText(wall)))).join('')
}

/** `+0530`, and `-001521` where historic offsets have seconds (RFC 5545, 3.3.14). */
function offsetText(seconds: number): string {
  const size = Math.abs(seconds)
  const parts = [size / 3600, (size / 60) % 60, ...(size % 60 === 0 ? [] : [size % 60])]
  return (seconds < 0 ? '-' : '+') + parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join('')
}
