import { letterless, lettersOfClock, namedLike, ownLetters } from './abbreviations.ts'
import { remember } from './cache.ts'

/**
 * A time zone: `name` as it was sent, trimmed, which is how answers show it (D12); `id` as Temporal understands it.
 */
export interface Zone {
  readonly name: string
  readonly id: string
}

/** The longest IANA names have 32 characters. */
const maxNameLength = 64

/** Fixed offsets go from -12 to +14 hours, in minutes (D12). */
const leastOffset = -12 * 60
const greatestOffset = 14 * 60

/** There are some 600 IANA names; the rest is room for spellings. */
const zoneFor = remember(2000, (name: string) => ({ zone: readZone(name) }))

/** The zone that a text names, or undefined when it names none (D12). Blanks around it are ignored. */
export function findZone(text: string): Zone | undefined {
  const name = text.trim()
  return name === '' || name.length > maxNameLength ? undefined : zoneFor(name).zone
}

/** The zone of a name that is known to be valid, such as a setting that was checked. Throws a RangeError otherwise. */
export function zoneNamed(name: string): Zone {
  const zone = findZone(name)
  if (!zone) throw new RangeError(`There is no time zone “${name}”.`)
  return zone
}

/** The id `±hh:mm` of a fixed offset, or undefined outside -12:00..+14:00 (D12). */
export function offsetId(sign: string, hours: number, minutes: number): string | undefined {
  const total = (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
  if (!Number.isInteger(total) || total < leastOffset || total > greatestOffset) return undefined
  return `${signed(total)}:${twoDigits(Math.abs(total) % 60)}`
}

/**
 * The abbreviation of a zone's clock at an instant: that of the IANA database (`EDT`, `CEST`, `+04`, `+0545`), for
 * `UTC±x` the name itself, for `+03:00` `GMT+0300` (wire-events 1, row 27).
 */
export function zoneAbbreviation(zone: Zone, instant: Temporal.Instant): string {
  if (!isFixed(zone.id)) return lettersAt(zone.id, instant)
  return isFixed(zone.name) ? `GMT${zone.name.replace(':', '')}` : zone.name.toUpperCase()
}

/**
 * By how many seconds the clocks of a zone are ahead of UTC at a moment in epoch seconds. Temporal is asked once for each stretch
 * between two changes of the clocks: it takes ten times as long, and pages ask for some thousand moments.
 */
export function offsetAt(seconds: number, { id }: Zone): number {
  let stretch = stretches.get(id)
  if (stretch === undefined || seconds < stretch.from || seconds >= stretch.until) {
    stretch = stretchAround(seconds, id)
    stretches.set(id, stretch)
  }
  return stretch.offset
}

/** A time in which the clocks of a zone do not change, in epoch seconds. */
interface Stretch {
  readonly from: number
  readonly until: number
  readonly offset: number
}

/** The last one that was asked for, by the id of the zone: there are some 600, and the fixed offsets. */
const stretches = new Map<string, Stretch>()

/** So far from 1970 a moment may be, in seconds: a year less than Temporal takes. */
const farthest_s = 8.6e12

function stretchAround(seconds: number, id: string): Stretch {
  // Temporal knows no moments beyond.
  const known = Math.max(-farthest_s, Math.min(farthest_s, seconds))
  const at = Temporal.Instant.fromEpochMilliseconds(known * 1000).toZonedDateTimeISO(id)
  const next = at.getTimeZoneTransition('next')
  // The one before it may be this very moment.
  const previous = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return {
    from: previous === null ? -Infinity : previous.epochMilliseconds / 1000,
    until: next === null ? Infinity : next.epochMilliseconds / 1000,
    offset: at.offsetNanoseconds / 1e9,
  }
}

const isFixed = (text: string) => /^[+-]/.test(text)

const offsetForms: readonly RegExp[] = [
  /^UTC(?<sign>[+-])(?<hours>\d{1,2})(?::(?<minutes>[0-5]\d))?$/,
  /^UTC(?<sign>[+-])(?<hours>\d{1,2}\.\d{1,4})$/,
  /^(?<sign>[+-])(?<hours>\d\d):?(?<minutes>[0-5]\d)$/,
]

/** Letters that Temporal does not know and the recorded service accepts as zones. Wire: a fixed offset, as `EST` is. */
const legacyNames: ReadonlyMap<string, string> = new Map([['PST', '-08:00']])

function readZone(name: string): Zone | undefined {
  const id = fixedId(name) ?? legacyNames.get(name.toUpperCase()) ?? ianaId(name)
  return id === undefined ? undefined : { name, id }
}

function fixedId(name: string): string | undefined {
  for (const form of offsetForms) {
    const parts = form.exec(name)?.groups
    if (parts) return offsetId(parts['sign'] ?? '+', Number(parts['hours']), Number(parts['minutes'] ?? 0))
  }
  return undefined
}

function ianaId(name: string): string | undefined {
  // Temporal would also take the zone out of a whole date-time such as 2031-05-01T10:00Z.
  if (!/^[a-z][a-z0-9_+/-]*$/i.test(name)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch {
    return undefined // Temporal throws when it knows no such zone.
  }
}

/** A formatter is costly to make and holds some ten kilobytes; few zones are in use at a time. */
const clockFormat = remember(
  100,
  (id: string) => new Intl.DateTimeFormat('en-US', { timeZone: namedLike[id] ?? id, timeZoneName: 'long' }),
)

/** Intl names no clock before 1970: a later moment with the same offset replaces an earlier one, if there is any. */
const standIns = ['1971-01-15T12:00Z', '1971-07-15T12:00Z', '2001-01-15T12:00Z', '2001-07-15T12:00Z'].map(
  (text) => Temporal.Instant.from(text),
)

function lettersAt(id: string, instant: Temporal.Instant): string {
  const digits = digitsAt(id, instant)
  if (letterless.has(id)) return digits
  const asked =
    instant.epochMilliseconds < 0 ? standIns.find((other) => digitsAt(id, other) === digits) : instant
  const clock = clockFormat(id)
    .formatToParts((asked ?? instant).epochMilliseconds)
    .find((part) => part.type === 'timeZoneName')
  const letters = lettersOfClock[clock?.value ?? '']
  return letters === undefined ? digits : (ownLetters[id]?.[letters] ?? letters)
}

function digitsAt(id: string, instant: Temporal.Instant): string {
  const minutes = Math.round(instant.toZonedDateTimeISO(id).offsetNanoseconds / 60e9)
  const rest = Math.abs(minutes) % 60
  return signed(minutes) + (rest === 0 ? '' : twoDigits(rest))
}

function signed(minutes: number): string {
  return (minutes < 0 ? '-' : '+') + twoDigits(Math.floor(Math.abs(minutes) / 60))
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
