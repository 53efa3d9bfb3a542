import Type from 'typebox'
import { type Caller, mayEdit } from '../../http/auth/rights.ts'
import { wallTextAt } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import { attendanceModes, eventStatuses, onlineUrlAudiences } from '../../pure/params/happening.ts'
import { isNumber, storedList } from '../../pure/text/stored.ts'
import type { UpdateEvent } from './events.params.ts'
import type { EventRow, ShownRow } from './events.row.ts'

/** The columns of an event that takes place as announced, at its place. */
export const nothingHappens = {
  event_status: 'scheduled',
  event_status_reason: '',
  previous_starts: '[]',
  attendance_mode: 'in_person',
  online_url: '',
  online_url_shown: 'public',
} as const satisfies Partial<EventRow>

/** What happens to the event, as far as it was sent. An event that takes place after all needs no reason for that. */
export function happeningColumns(sent: UpdateEvent): Partial<EventRow> {
  const { event_status, event_status_reason, attendance_mode, online_url, online_url_shown } = sent
  return {
    ...(event_status === undefined ? {} : { event_status }),
    ...(event_status === 'scheduled' ? { event_status_reason: '' } : {}),
    ...(event_status_reason === undefined ? {} : { event_status_reason: event_status_reason ?? '' }),
    ...(attendance_mode === undefined ? {} : { attendance_mode }),
    ...(online_url === undefined ? {} : { online_url: online_url ?? '' }),
    ...(online_url_shown === undefined ? {} : { online_url_shown }),
  }
}

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
  if (event_status === 'scheduled') return nothingHappens.previous_starts
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
  const { event_status, previous_starts } = event
  return { ...event, ...nothingHappens, event_status, previous_starts }
}

const wall = Type.String({ examples: ['2031-03-11 18:00:00'] })

/** The members of the record, which has none of them while they are as they usually are. */
export const happeningRecord = {
  event_status: Type.Optional(
    Type.Enum([...eventStatuses], {
      description: 'What has happened to the event; absent while it takes place as announced (“scheduled”).',
    }),
  ),
  event_status_reason: Type.Optional(
    Type.String({ description: 'Why, as plain text; absent without a reason.' }),
  ),
  previous_start_dates: Type.Optional(
    Type.Array(wall, {
      description: 'The starts before it was rescheduled, in the zone of the event, the first one first.',
    }),
  ),
  attendance_mode: Type.Optional(
    Type.Enum([...attendanceModes], { description: 'How people attend; absent for “in_person”.' }),
  ),
  online_url: Type.Optional(
    Type.String({
      format: 'uri',
      description: 'Where it is attended online; one for attendees is shown to those who may edit the event.',
    }),
  ),
  online_url_shown: Type.Optional(
    Type.Enum([...onlineUrlAudiences], {
      description: 'To whom the address online is shown; absent for “public”.',
    }),
  ),
}

/** What the record tells of what happens to the event: only what is not as usual. */
export function happeningMembers(event: ShownRow, siteZone: Zone) {
  const starts = previousStarts(event)
  const zone = findZone(event.timezone) ?? siteZone
  const wallOf = (at: number) => wallTextAt(at, zone)
  return {
    ...unless('scheduled', { event_status: event.event_status }),
    ...unless('', { event_status_reason: event.event_status_reason }),
    ...(starts.length === 0 ? {} : { previous_start_dates: starts.map(wallOf) }),
    ...unless('in_person', { attendance_mode: event.attendance_mode }),
    ...unless('', { online_url: event.online_url }),
    ...unless('public', { online_url_shown: event.online_url_shown }),
  }
}

function unless<Members extends Readonly<Record<string, string>>>(
  usual: string,
  members: Members,
): Partial<Members> {
  return Object.values(members).includes(usual) ? {} : members
}
