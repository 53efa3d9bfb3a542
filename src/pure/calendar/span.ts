import { endOfDate, startOfDate } from './day.ts'
import type { Resolved } from './dateExpression.ts'
import { epochSeconds, instantOf, wallText } from './text.ts'
import { zoneAbbreviation, type Zone } from './zone.ts'

/** An event's time: wall clocks in its zone, the same moments in epoch seconds, and the zone's letters at the start. */
export interface Span {
  readonly startWall: string
  readonly endWall: string
  readonly startsAt: number
  readonly endsAt: number
  readonly abbreviation: string
}

/** A moment as `resolveDateExpression` answers it in the zone of the span. */
export type Edge = Pick<Resolved, 'instant' | 'wall' | 'day'>

/**
 * The span between two moments. All-day events go from 00:00:00 of the first day to 23:59:59 of the last, by their wall clocks,
 * and last as long as these days do in the zone (wire-events 2.2). Others keep their instants, even in the second of an hour
 * that occurs twice. The caller has to refuse an end before the start: `endsAt < startsAt` (D9).
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

function exact(start: Edge, end: Edge) {
  return {
    startWall: wallText(start.wall),
    endWall: wallText(end.wall),
    startsAt: epochSeconds(start.instant),
    endsAt: epochSeconds(end.instant),
  }
}

function wholeDays(start: Edge, end: Edge, zone: Zone) {
  return {
    startWall: `${start.day} 00:00:00`,
    endWall: `${end.day} 23:59:59`,
    startsAt: startOfDate(start.day, zone),
    endsAt: endOfDate(end.day, zone),
  }
}
