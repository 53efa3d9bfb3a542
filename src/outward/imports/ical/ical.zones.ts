import ICAL from 'ical.js'
import { findIana, findWindows } from 'windows-iana'
import { findZone, type Zone } from '../../../pure/calendar/zone.ts'
import { type Component, propertiesOf, textIn } from './ical.components.ts'
import { readProperty } from './ical.lines.ts'
import { zoneOfWindows } from './ical.windows.ts'

/** Finds the zones of a calendar. */
export interface Zones {
  /** The zone of a TZID; undefined when it is unknown. */
  find(tzid: string): Zone | undefined
}

/** Years are compared at noon of the first and the fifteenth of each month: first these around now. */
const comparedYears = [-2, -1, 0, 1, 2]

/** More years of events, and more moments in a zone, are not looked at. */
const mostYears = 5
const mostMoments = 500

/**
 * Finds zones by their TZID: an IANA name, possibly at the end of a longer one; a name of Windows; or else an IANA zone with the
 * offsets of the VTIMEZONE in the file: preferably that of the site, then one whose city the TZID contains, then one that is
 * well known. Its offsets are those at the moments of the events, and, as far as there is such a zone, those of the years of
 * these and of today: definitions of programs often hold for some of these alone.
 */
export function createZones(
  components: readonly Component[],
  { siteZone, now }: { siteZone: Zone; now: Temporal.Instant },
): Zones {
  const definitions = components.filter(({ name }) => name === 'VTIMEZONE')
  const defined = new Map(definitions.map((component) => [tzidOf(component), component]))
  // One without a name is never referred to.
  defined.delete('')
  const known = new Map<string, Zone | undefined>()
  const { year } = now.toZonedDateTimeISO('UTC')
  function find(tzid: string): Zone | undefined {
    const definition = defined.get(tzid)
    const named = byName(tzid)
    // `GMT` may stand for London: an offset alone is not what a zone is whose clocks change.
    if (!definition || (named && !(isOffset(named) && isSetTwice(definition)))) return named
    const today = comparedYears.flatMap((distance) => daysOf(year + distance))
    const own = momentsIn(components, tzid)
    const then = yearsOf(own).flatMap(daysOf)
    const tried = [[...own, ...then, ...today], [...own, ...then], [...own, ...today], own, today]
    return byDefinition(definition, tzid, { siteZone, tried }) ?? named
  }
  return {
    find(tzid) {
      if (!known.has(tzid)) known.set(tzid, find(tzid))
      return known.get(tzid)
    },
  }
}

function daysOf(year: number): Temporal.PlainDateTime[] {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].flatMap((month) =>
    [1, 15].map((day) => new Temporal.PlainDateTime(year, month, day, 12)),
  )
}

function yearsOf(walls: readonly Temporal.PlainDateTime[]): number[] {
  return [...new Set(walls.map(({ year }) => year))].toSorted((one, other) => one - other).slice(0, mostYears)
}

/** The wall clocks at which events begin and end in the zone. */
function momentsIn(components: readonly Component[], tzid: string): Temporal.PlainDateTime[] {
  const found: Temporal.PlainDateTime[] = []
  for (const { name, lines } of components) {
    if (found.length >= mostMoments) break
    for (const line of name === 'VEVENT' ? lines : []) {
      const property = /^(?:DTSTART|DTEND);/i.test(line) ? readProperty(line) : undefined
      const [, date, time] = /^(\d{8}T)(\d{6})$/.exec(property?.value.trim() ?? '') ?? []
      if (property?.params['tzid'] === tzid && time !== undefined) found.push(...wallsIn(`${date}${time}`))
    }
  }
  return found
}

function wallsIn(text: string): Temporal.PlainDateTime[] {
  try {
    return [Temporal.PlainDateTime.from(text)]
  } catch {
    return [] // It is told where its event is read.
  }
}

/** `UTC`, `GMT`, `Etc/GMT-1`, `EST`, `+01:00`: a clock that is at no place. */
function isOffset({ id }: Zone): boolean {
  return /^(?:[+-]|Etc\/)|^(?:UTC|GMT|UCT|Universal|Zulu|Greenwich|[EMH]ST)$/i.test(id)
}

/** Whether a definition has more than one offset from UTC. */
function isSetTwice({ lines }: Component): boolean {
  const offsets = lines.filter((line) => /^TZOFFSETTO\b/i.test(line)).map((line) => line.replace(/^.*:/, ''))
  return new Set(offsets).size > 1
}

function tzidOf(component: Component): string {
  return textIn(propertiesOf(component), 'tzid')
}

/** No IANA name has more parts than `America/Argentina/Ushuaia`. */
const mostParts = 3

/** `Europe/Berlin`, `/mozilla.org/20050126_1/Europe/Berlin`, `W. Europe Standard Time`. */
function byName(tzid: string): Zone | undefined {
  const parts = tzid
    .split('/')
    .filter((part) => part !== '')
    .slice(-mostParts)
  const endings = parts.map((_, index) => parts.slice(index).join('/'))
  if (/^tzone:\/\/microsoft\/utc$/i.test(tzid)) return findZone('UTC')
  // `US-Eastern` and `Europe_Berlin` are how some programs write names with a slash.
  const slashed = tzid.replace(/^(US|[A-Z][a-z]+)[-_](?=[A-Z])/, '$1/')
  for (const name of [tzid, ...endings, offsetIn(tzid), slashed]) {
    const zone = findZone(name)
    if (zone) return zone
  }
  return tzid.length > longestName ? undefined : zoneOfWindows(tzid)
}

/** No name of Windows is longer. */
const longestName = 200

/** `GMT+0100`, `UTC +1`: an offset as the calendar knows it. */
function offsetIn(tzid: string): string {
  const [, sign, hours = '', minutes = '00'] = /^(?:GMT|UTC)\s*([+-])(\d{1,2}):?(\d\d)?$/i.exec(tzid) ?? []
  return sign === undefined ? '' : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

function byDefinition(
  component: Component,
  tzid: string,
  { siteZone, tried }: { siteZone: Zone; tried: readonly (readonly Temporal.PlainDateTime[])[] },
): Zone | undefined {
  const location = textIn(propertiesOf(component), 'x-lic-location')
  const named = location === '' ? undefined : byName(location)
  if (named) return named
  if (!canBeFollowed(component)) return undefined
  for (const walls of tried) {
    const offsets = offsetsOf(component, walls)
    const zone = offsets && zoneLike(offsets, tzid, siteZone)
    if (zone) return zone
  }
  return undefined
}

/** A zone with these offsets, or the one offset that all of them are. */
function zoneLike(offsets: Offsets, tzid: string, siteZone: Zone): Zone | undefined {
  if (offsets.length === 0) return undefined
  const isLike = ({ id }: Zone) => offsets.every(([wall, offset]) => offsetAt(wall, id) === offset)
  if (isLike(siteZone)) return siteZone
  const like = Intl.supportedValuesOf('timeZone')
    .flatMap((name) => findZone(name) ?? [])
    .filter(isLike)
  return like.find(({ id }) => namesCity(tzid, id)) ?? like.find(isWellKnown) ?? like[0] ?? fixed(offsets)
}

/** Wall clocks, and their offsets by the definition, in seconds. */
type Offsets = readonly (readonly [wall: Temporal.PlainDateTime, offset_s: number])[]

/** Undefined where the definition cannot be followed. */
function offsetsOf(component: Component, walls: readonly Temporal.PlainDateTime[]): Offsets | undefined {
  try {
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(component.lines.join('\r\n')) as string))
    return walls.map((wall) => {
      const { year, month, day, hour, minute, second } = wall
      return [wall, zone.utcOffset(ICAL.Time.fromData({ year, month, day, hour, minute, second }))] as const
    })
  } catch {
    return undefined
  }
}

/** More rules than any zone has ever had. */
const mostRules = 50

/** A rule as zones have them, once a year: ical.js would follow others moment by moment. */
const zoneRule =
  /^RRULE:(?:(?:FREQ=YEARLY|INTERVAL=1|COUNT=\d+|UNTIL=\w+|WKST=\w+|BY(?:MONTH|HOUR|MINUTE|SECOND)=\d+|BYDAY=[+-]?[1-5]?[A-Z]+|BYMONTHDAY=[\d,]+)(?:;|$))+$/i

/** Whether ical.js can follow its rules to an end. */
function canBeFollowed({ lines }: Component): boolean {
  const rules = lines.filter((line) => /^RRULE\b/i.test(line))
  return (
    rules.length <= mostRules &&
    rules.every((rule) => zoneRule.test(rule) && /FREQ=/i.test(rule) && hasItsDay(rule))
  )
}

/** Whether a rule for a weekday on some days of the month can match: otherwise ical.js would search all years to come. */
function hasItsDay(rule: string): boolean {
  const [, days] = /BYMONTHDAY=([\d,]+)/i.exec(rule) ?? []
  if (days === undefined || !/BYDAY=/i.test(rule)) return true
  const isInEveryMonth = days.split(',').some((day) => Number(day) >= 1 && Number(day) <= 28)
  return isInEveryMonth && !/BYDAY=[+-]?\d/i.test(rule)
}

function offsetAt(wall: Temporal.PlainDateTime, id: string): number {
  return wall.toZonedDateTime(id).offsetNanoseconds / 1e9
}

/** `(UTC+01:00) Amsterdam, Berlin, Bern` names the city of Europe/Berlin. */
function namesCity(tzid: string, id: string): boolean {
  const city = id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return tzid.toLowerCase().includes(city.toLowerCase())
}

/** Whether Windows uses the zone for a group of them, such as Europe/Berlin rather than Africa/Ceuta. */
function isWellKnown({ id }: Zone): boolean {
  return findWindows(id).some((name) => findIana(name)[0] === id)
}

/** The fixed offset of a definition that never changes it. */
function fixed(offsets: Offsets): Zone | undefined {
  const [first] = offsets
  if (!first || offsets.some(([, offset]) => offset !== first[1])) return undefined
  const minutes = Math.abs(first[1]) / 60
  return findZone(`${first[1] < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`)
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0')
}
