import { epochSeconds } from '../../pure/calendar/text.ts'
import { type Zone, zoneAbbreviation } from '../../pure/calendar/zone.ts'

/** A moment at which a zone's clock is set (RFC 5545, 3.6.5). Offsets are seconds east of UTC. */
export interface Onset {
  readonly at: number
  /** What the clock would show at that moment without the change. */
  readonly wall: Temporal.PlainDateTime
  readonly from: number
  readonly to: number
  /** The letters of the clock from then on. */
  readonly name: string
  /** Summer time puts the clock forward for a season; everything else is standard time. */
  readonly kind: 'STANDARD' | 'DAYLIGHT'
}

/** A clock that stays forward for longer was moved for good. Summer times last up to eight months. */
const season_s = 300 * 24 * 3600

/** Clients know no clocks before this year. */
const epochYear = 1970

/**
 * The onsets that decide what the clocks of a zone show from the first year to the last, in order: the one in force as
 * the first year begins, then all within these years.
 */
export function onsetsOf(zone: Zone, firstYear: number, lastYear: number): Onset[] {
  const start = yearOf(firstYear, zone)
  const end = yearOf(lastYear + 1, zone).epochMilliseconds
  // Clocks may be set at the very start, which is not before it.
  const inForce = start.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const isRecent = inForce !== null && (inForce.year >= epochYear || firstYear < epochYear)
  const onsets = isRecent ? [onsetAt(inForce, zone)] : [stillness(start, zone)]
  for (
    let next = start.getTimeZoneTransition('next');
    next !== null && next.epochMilliseconds < end;
    next = next.getTimeZoneTransition('next')
  ) {
    onsets.push(onsetAt(next, zone))
  }
  return onsets
}

function yearOf(year: number, { id }: Zone): Temporal.ZonedDateTime {
  return new Temporal.PlainDate(year, 1, 1).toZonedDateTime(id)
}

function onsetAt(transition: Temporal.ZonedDateTime, zone: Zone): Onset {
  const from = offsetOf(transition.subtract({ nanoseconds: 1 }))
  const to = offsetOf(transition)
  const next = transition.getTimeZoneTransition('next')
  const isSeason = next !== null && next.epochMilliseconds - transition.epochMilliseconds < season_s * 1000
  return {
    at: epochSeconds(transition.toInstant()),
    wall: transition.toPlainDateTime().subtract({ seconds: to - from }),
    from,
    to,
    name: zoneAbbreviation(zone, transition.toInstant()),
    kind: to > from && isSeason ? 'DAYLIGHT' : 'STANDARD',
  }
}

/** The onset of a clock that is never set, since 1970 or since the beginning of the year. */
function stillness(start: Temporal.ZonedDateTime, zone: Zone): Onset {
  const wall = new Temporal.PlainDateTime(Math.min(start.year, epochYear), 1, 1)
  const offset = offsetOf(start)
  return {
    at: epochSeconds(wall.toZonedDateTime('UTC').toInstant()) - offset,
    wall,
    from: offset,
    to: offset,
    name: zoneAbbreviation(zone, start.toInstant()),
    kind: 'STANDARD',
  }
}

function offsetOf(moment: Temporal.ZonedDateTime): number {
  return moment.offsetNanoseconds / 1e9
}
