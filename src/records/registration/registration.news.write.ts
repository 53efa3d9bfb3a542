import { epochSeconds } from '../../pure/calendar/text.ts'
import { type GuestNews, liveStates } from '../../pure/params/guests.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EventRow } from '../rows/event.row.ts'

type Told = Pick<
  EventRow,
  | 'id'
  | 'status'
  | 'event_status'
  | 'starts_at'
  | 'ends_at'
  | 'all_day'
  | 'timezone'
  | 'online_url'
  | 'registration'
>

/** Whether an event does not take place. */
export function isOff({ status, event_status }: Pick<EventRow, 'status' | 'event_status'>): boolean {
  return status === 'trash' || event_status === 'canceled'
}

/** Columns of which who comes has to know. */
const decisive = ['starts_at', 'ends_at', 'all_day', 'timezone', 'online_url'] as const

/** What who comes has to know of a change of their event; empty: nothing. `isElsewhere`: whether its place is another one. */
function newsOf(before: Told, after: Told, isElsewhere: boolean): GuestNews {
  if (isOff(after)) return isOff(before) ? '' : 'event canceled'
  if (isOff(before)) return 'event restored'
  const isPostponed = (before.event_status === 'postponed') !== (after.event_status === 'postponed')
  const isMoved = isElsewhere || isPostponed || decisive.some((name) => before[name] !== after[name])
  return isMoved ? 'moved' : ''
}

/**
 * Has those told who come, or wait to, that their event has moved or does not take place, in the transaction of the change. What is newer
 * takes the place of what was not told yet, so that several changes soon after one another are one mail.
 */
export async function tellOfChange(
  tx: Writer,
  before: Told,
  after: Told,
  { now, isElsewhere = false }: { readonly now: Temporal.Instant; readonly isElsewhere?: boolean },
): Promise<void> {
  const now_s = epochSeconds(now)
  if (before.registration === '' || Math.max(before.starts_at, after.starts_at) <= now_s) return
  const tell = newsOf(before, after, isElsewhere)
  if (tell === '') return
  await tx
    .updateTable('guests')
    .set({ tell, changed_at: now_s })
    .where('event_id', '=', before.id)
    .where('state', 'in', liveStates)
    .where('confirm_by', 'is', null)
    .execute()
}
