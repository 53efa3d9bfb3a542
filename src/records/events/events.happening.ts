import { valuesOf } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import { blankOf, type Stored } from '../../fields/fields.columns.ts'
import { type Caller, mayEdit } from '../../http/auth/rights.ts'
import { wallTextAt } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import { isNumber, storedList } from '../../pure/text/stored.ts'
import type { UpdateEvent } from './events.params.ts'
import type { EventRow, ShownRow } from '../rows/event.row.ts'

/** So many starts are remembered: more would tell nobody more. */
const mostPrevious = 20

/**
 * The starts that an event had, as they are to be stored: a start that is changed with the status `rescheduled` is remembered, the
 * first one first; an event that is scheduled again had none.
 */
export function startsBefore(
  stored: Pick<EventRow, 'previous_starts' | 'starts_at'>,
  event: Pick<EventRow, 'starts_at'>,
  { event_status }: Pick<UpdateEvent, 'event_status'>,
): string {
  if (event_status === 'scheduled') return '[]'
  if (event_status !== 'rescheduled' || event.starts_at === stored.starts_at) return stored.previous_starts
  return JSON.stringify([...previousStarts(stored), stored.starts_at].slice(-mostPrevious))
}

/** The starts that a rescheduled event had, in epoch seconds. */
export function previousStarts({ previous_starts }: Pick<EventRow, 'previous_starts'>): readonly number[] {
  return storedList('previous_starts', previous_starts, isNumber)
}

/** Whether people attend online, at a place, or both; what was moved online has no place any more. */
export function attendanceOf({
  event_status,
  attendance_mode,
}: Pick<EventRow, 'event_status' | 'attendance_mode'>): EventRow['attendance_mode'] {
  return event_status === 'moved_online' && attendance_mode === 'in_person' ? 'online' : attendance_mode
}

/** Where the event is attended online, if everybody may know: for what people hand on, whoever they are. */
export function publicOnlineUrl({
  online_url,
  online_url_shown,
}: Pick<EventRow, 'online_url' | 'online_url_shown'>): string {
  return online_url_shown === 'public' ? online_url : ''
}

/** The event without the address online if that is only for those who attend, and this reader may not edit it. */
export function withinSight<Row extends ShownRow>(event: Row, caller: Caller): Row {
  if (event.online_url === '' || event.online_url_shown === 'public' || mayEdit(caller, event)) return event
  return { ...event, online_url: '' }
}

/** The event for those who lack its password: they are told when it takes place, or that it does not, and nothing else. */
export function behindPassword<Row extends ShownRow>(event: Row): Row {
  return { ...event, ...hidden, own: '' }
}

/** What is not told of the contents of an event to those who lack its password, as in a new event. */
// Each is of the type of its column.
const hidden = valuesOf(eventFields, ({ contents, always }, name) =>
  contents && !always ? blankOf(eventFields)[name as Stored<typeof eventFields>] : undefined,
) as Partial<EventRow>

/** The starts that the event had before it was rescheduled, as its record has them: none has no member. */
export function previousStartDates(event: ShownRow, siteZone: Zone): { previous_start_dates?: string[] } {
  const starts = previousStarts(event)
  const zone = findZone(event.timezone) ?? siteZone
  return starts.length === 0 ? {} : { previous_start_dates: starts.map((at) => wallTextAt(at, zone)) }
}
