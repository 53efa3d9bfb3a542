import {
  type DateExpression,
  type Resolved,
  namesItsInstant,
  resolveDateExpression,
  resolveWall,
} from '../../pure/calendar/dateExpression.ts'
import { type Edge, eventSpan, type Span } from '../../pure/calendar/span.ts'
import { instantOf, parseWall } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import type { Faults } from '../../http/resource.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import type { EventRow, TimeColumns } from '../rows/event.row.ts'

/** The times that were sent for an event; `timezone` null means the site’s. */
export interface SentTimes {
  readonly start_date?: DateExpression
  readonly end_date?: DateExpression
  readonly timezone?: Zone | null
  readonly all_day?: boolean
}

/**
 * When an event takes place: the sent times applied to the stored ones. A date alone moves only that edge; a zone alone
 * keeps the wall clocks (D8). Answers faults instead when an edge does not exist or the end is before the start (D9).
 */
export function settleTimes(
  sent: SentTimes,
  clock: { siteZone: Zone; now: Temporal.Instant },
  stored?: EventRow,
): { columns: TimeColumns } | { faults: Faults } {
  const zone = zoneOf(sent, clock.siteZone, stored)
  const edge = (name: 'start' | 'end') =>
    edgeOf(sent[`${name}_date`], { zone, now: clock.now, stored: stored && edgeStored(stored, name) })
  const [start, end] = [edge('start'), edge('end')]
  if (!start || !end) {
    return {
      faults: { ...(start ? {} : { start_date: noSuchDay }), ...(end ? {} : { end_date: noSuchDay }) },
    }
  }
  const untimed = untimedIn(sent, { zone, now: clock.now, isTimed: stored?.all_day === 0 })
  if (typeof untimed === 'object') return { faults: untimed }
  const allDay = sent.all_day ?? (untimed || stored?.all_day === 1)
  const span = eventSpan({ start, end, allDay, zone })
  if (span.endsAt < span.startsAt) {
    return {
      faults: {
        end_date: `must not be before the start: the event would end at ${span.endWall} and start at ${span.startWall}`,
      },
    }
  }
  return { columns: columnsOf(span, zone, allDay) }
}

/**
 * Whether an event goes on all day because days alone were sent (D70); or faults, where one edge has a time and the other would be
 * given one that nobody said. Whoever says `all_day` has answered that.
 */
function untimedIn(
  sent: SentTimes,
  { zone, now, isTimed }: { zone: Zone; now: Temporal.Instant; isTimed: boolean },
): boolean | Faults {
  if (sent.all_day !== undefined) return false
  const [start, end] = [sent.start_date, sent.end_date].map(
    (moment) => moment && resolveDateExpression(moment, zone, now)?.dateOnly,
  )
  if (start && end) return true
  // The edge that stays has a time: which one is to stand beside it?
  const alone =
    start && end === undefined ? 'start_date' : end && start === undefined ? 'end_date' : undefined
  return alone !== undefined && isTimed ? { [alone]: noTime } : false
}

const noTime =
  'must have a time of day, as the other end has one, such as "2031-05-01 18:00"; or all_day must be true'

function columnsOf(span: Span, zone: Zone, allDay: boolean): TimeColumns {
  return {
    all_day: allDay ? 1 : 0,
    timezone: zone.name,
    timezone_abbr: span.abbreviation,
    start_wall: span.startWall,
    end_wall: span.endWall,
    starts_at: span.startsAt,
    ends_at: span.endsAt,
  }
}

function zoneOf(sent: SentTimes, siteZone: Zone, stored?: EventRow): Zone {
  if (sent.timezone !== undefined) return sent.timezone ?? siteZone
  return (stored && findZone(stored.timezone)) ?? siteZone
}

/** An edge as stored: its wall clock, its instant, and the zone in which the one is the other. */
interface StoredEdge extends Edge {
  readonly zoneId: string | undefined
}

function edgeStored(event: EventRow, edge: 'start' | 'end'): StoredEdge {
  const [wall, seconds] =
    edge === 'start' ? [event.start_wall, event.starts_at] : [event.end_wall, event.ends_at]
  const clock = parseWall(wall)
  return {
    wall: clock,
    day: clock.toPlainDate(),
    instant: instantOf(seconds),
    zoneId: findZone(event.timezone)?.id,
  }
}

/**
 * The edge that was sent, or the stored one: unchanged in its own zone, so that of an hour that occurs twice the same one
 * is meant; by its wall clock in another zone. A wall clock that was sent exactly as it is stored counts as the stored edge
 * (D49), unless its offset says which of two hours is meant (D10).
 */
function edgeOf(
  moment: DateExpression | undefined,
  at: { zone: Zone; now: Temporal.Instant; stored: StoredEdge | undefined },
): Edge | undefined {
  const { zone, now, stored } = at
  const sent = moment && resolveDateExpression(moment, zone, now)
  const isEcho = moment && sent && stored && !namesItsInstant(moment) && isStored(sent, stored, zone)
  if (moment && !isEcho) return sent
  if (!stored) return undefined
  return stored.zoneId === zone.id ? stored : resolveWall(stored.wall, zone)
}

function isStored(sent: Resolved, stored: StoredEdge, zone: Zone): boolean {
  return stored.zoneId === zone.id && sent.wall.equals(stored.wall)
}
