import { endOfDate, startOfDate } from './day.ts'
import { resolveWall, type Resolved } from './moment.ts'
import { epochSeconds, instantOf, parseWall, wallText } from './text.ts'
import { zoneAbbreviation, type Zone } from './zone.ts'

/** An event's time: wall clocks in its zone, the same moments in epoch seconds, and the zone's letters at the start. */
export interface Span {
  readonly startWall: string
  readonly endWall: string
  readonly startsAt: number
  readonly endsAt: number
  readonly abbreviation: string
}

/** A moment as `resolveMoment` answers it in the zone of the span. */
export type Edge = Pick<Resolved, 'instant' | 'wall'>

/**
 * The span between two moments. All-day events go from 00:00:00 of the first day to 23:59:59 of the last, by their wall
 * clocks, and last as long as these days do in the zone (wire-events 2.2). Others keep their instants, also the second
 * of an hour that occurs twice. An end before the start is the caller's to refuse: `endsAt < startsAt` (D9).
 */
export function eventSpan({
  start,
  end,
  allDay,
  zone,
}: {
  start: Edge
  end: Edge
  allDay: boolean
  zone: Zone
}): Span {
  const edges = allDay ? wholeDays(start, end, zone) : exact(start, end)
  return { ...edges, abbreviation: zoneAbbreviation(zone, instantOf(edges.startsAt)) }
}

/**
 * The span of two `YYYY-MM-DD HH:MM:SS` wall clocks in a zone, for an event that moves to another zone and keeps its
 * wall clocks (D8). Undefined when it thereby leaves the years 0001 to 9999 of UTC.
 */
export function spanFromWalls(
  startWall: string,
  endWall: string,
  allDay: boolean,
  zone: Zone,
): Span | undefined {
  const start = resolveWall(parseWall(startWall), zone)
  const end = resolveWall(parseWall(endWall), zone)
  return start && end && eventSpan({ start, end, allDay, zone })
}

function exact(start: Edge, end: Edge) {
  return {
    startWall: wallText(start.wall),
    endWall: wallText(end.wall),
    startsAt: epochSeconds(start.instant),
    endsAt: epochSeconds(end.instant),
  }
}

function wholeDays(start: Edge, end: Edge, zone: Zone) {
  const first = start.wall.toPlainDate()
  const last = end.wall.toPlainDate()
  return {
    startWall: `${first} 00:00:00`,
    endWall: `${last} 23:59:59`,
    startsAt: startOfDate(first, zone),
    endsAt: endOfDate(last, zone),
  }
}
