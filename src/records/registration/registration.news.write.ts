import { epochSeconds } from '../../pure/calendar/text.ts'
import { type GuestNoticeKind, liveStates } from '../../pure/params/guests.ts'
import { unshownStatuses } from '../../pure/params/words.ts'
import { storedJson } from '../../pure/text/stored.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { EventRow, TimeColumns } from '../rows/event.row.ts'
import { renewOffers } from './registration.fill.write.ts'
import { noteRegistrationOf } from './registration.told.write.ts'

type Told = Pick<
  EventRow,
  'id' | 'status' | 'event_status' | 'online_url' | 'registration' | keyof TimeColumns
>

/** What those who come know of an event. */
export interface Known extends Pick<
  TimeColumns,
  'starts_at' | 'ends_at' | 'all_day' | 'timezone' | 'start_wall' | 'end_wall'
> {
  readonly online_url: string
  readonly isOff: boolean
  readonly isPostponed: boolean
  /** The ids of the venues, in their order. */
  readonly venues: readonly number[]
  /** Of a notice: when the first of the changes was of which it tells. */
  readonly since?: number
}

/** Whether an event does not take place. */
export function isOff({ status, event_status }: Pick<EventRow, 'status' | 'event_status'>): boolean {
  return status === 'trash' || event_status === 'canceled'
}

/** Where an event is, for {@link tellOfChange}: asked before that is written; undefined where nobody has to know. */
export async function venuesBefore(
  tx: Reader,
  { id, registration }: Pick<EventRow, 'id' | 'registration'>,
): Promise<readonly number[] | undefined> {
  if (registration === '') return undefined
  const rows = await tx
    .selectFrom('event_venues')
    .select('venue_id')
    .where('event_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ venue_id }) => venue_id)
}

function knownOf(event: Told, venues: readonly number[]): Known {
  const { starts_at, ends_at, all_day, timezone, start_wall, end_wall, online_url } = event
  const times = { starts_at, ends_at, all_day, timezone, start_wall, end_wall }
  return {
    ...times,
    online_url,
    isOff: isOff(event),
    isPostponed: event.event_status === 'postponed',
    venues,
  }
}

/** What those who come have to know of a change; undefined: nothing. */
function newsOf(was: Known, is: Known): Exclude<GuestNoticeKind, 'message'> | undefined {
  if (is.isOff) return was.isOff ? undefined : 'canceled'
  if (was.isOff) return 'restored'
  const decisive = ['starts_at', 'ends_at', 'all_day', 'timezone', 'online_url', 'isPostponed'] as const
  const isSame = decisive.every((name) => was[name] === is[name]) && was.venues.join() === is.venues.join()
  return isSame ? undefined : 'moved'
}

/** What they knew before a notice. */
export function knownBefore({ before }: { readonly before: string }): Known | undefined {
  // This program wrote it.
  return before === '' ? undefined : (storedJson('before', before) as Known)
}

/** Whether guests can take what they are offered: it takes place, they know when, and it is there to be seen. */
function isOpen(known: Known, { status }: Pick<EventRow, 'status'>): boolean {
  return !known.isOff && !known.isPostponed && unshownStatuses.every((unshown) => unshown !== status)
}

/** How long it is waited for another change after one, and for all that follow one another, in seconds. */
const settles_s = { each: 60, all: 300 }

/**
 * Has those told who come, or wait to, that their event has moved, does not take place, or does again: by a notice in the transaction of the
 * change, whoever makes it, once all of it is written. `venues`: where it was, if that may be elsewhere now. Several changes soon after
 * one another are one notice of what they all come to; back to where it was is none. That it takes place again is told once it can be seen (D94). Programs elsewhere are told how its registration stands.
 */
export async function tellOfChange(
  tx: Writer,
  before: Told,
  after: Told,
  { now, venues }: { readonly now: Temporal.Instant; readonly venues?: readonly number[] | undefined },
): Promise<void> {
  const now_s = epochSeconds(now)
  await noteRegistrationOf(tx, { before, after }, now)
  if (before.registration === '' || Math.max(before.starts_at, after.starts_at) <= now_s) return
  const here = (await venuesBefore(tx, before)) ?? []
  const was = knownOf(before, venues ?? here)
  const is = knownOf(after, here)
  if (!isOpen(was, before) && isOpen(is, after)) await renewOffers(tx, after, { now })
  if (!newsOf(was, is)) return
  const waiting = await waitingNotice(tx, before.id)
  if (!waiting && !(await hasGuests(tx, before.id))) return
  const known = (waiting && knownBefore(waiting)) ?? was
  const kind = newsOf(known, is)
  if (waiting) await tx.deleteFrom('guest_notices').where('id', '=', waiting.id).execute()
  if (!kind) return
  // Who comes between two changes has to know of the later one: a notice is of the last.
  const since = known.since ?? now_s
  const settled_at = Math.min(now_s + settles_s.each, since + settles_s.all)
  await tx
    .insertInto('guest_notices')
    .values({
      event_id: before.id,
      kind,
      before: JSON.stringify({ ...known, since } satisfies Known),
      created_at: now_s,
      due_at: kind === 'moved' ? Math.max(settled_at, now_s) : now_s,
    })
    .execute()
}

/** What is to be told of an event and was not begun to be. */
async function waitingNotice(tx: Reader, event_id: number) {
  return tx
    .selectFrom('guest_notices')
    .select(['id', 'before'])
    .where('event_id', '=', event_id)
    .where('kind', '<>', 'message')
    .where('done_at', 'is', null)
    .where('last_guest', 'is', null)
    .executeTakeFirst()
}

async function hasGuests(tx: Reader, event_id: number): Promise<boolean> {
  const guest = await tx
    .selectFrom('guests')
    .select('id')
    .where('event_id', '=', event_id)
    .where('state', 'in', liveStates)
    .limit(1)
    .executeTakeFirst()
  return guest !== undefined
}
