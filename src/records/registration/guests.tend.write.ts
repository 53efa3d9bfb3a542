import { epochSeconds } from '../../pure/calendar/text.ts'
import { isLive, liveStates } from '../../pure/params/guests.ts'
import { heldStatuses, unshownStatuses } from '../../pure/params/words.ts'
import { findGuest, type GuestRow } from './guests.query.ts'
import { setGuest, writeGuests } from './guests.write.ts'
import type { GuestParts } from './guests.parts.ts'

/** How many are dealt with at once: the others come right after. */
const atOnce = 100

/** Ends what was not confirmed and what was offered and not taken, each by itself; answers how many. */
export async function endOverdue({ context: { db }, now: clock }: GuestParts): Promise<number> {
  const now = clock()
  const now_s = epochSeconds(now)
  const due = await db.read
    .selectFrom('guests')
    .innerJoin('events', 'events.id', 'guests.event_id')
    .select(['guests.id', 'guests.event_id'])
    .where('guests.state', 'in', liveStates)
    .where((row) => row.or([row('confirm_by', '<=', now_s), row('offer_until', '<=', now_s)]))
    // What nobody can take meanwhile does not end: it is offered anew once the event takes place after all, and is there to be seen.
    .where('events.status', 'not in', ['trash', ...unshownStatuses])
    .where('events.event_status', 'not in', heldStatuses)
    .orderBy('guests.id')
    .limit(atOnce)
    .execute()
  let ended = 0
  for (const { id, event_id } of due) {
    ended += await writeGuests(db, event_id, now, async (tx) => {
      // Somebody may have answered meanwhile, or another process been here.
      const guest = await findGuest(tx, id)
      if (!guest || !isOverdue(guest, now_s)) return 0
      // Until when an offer stood is known on: so it is told why it is over, and how many are missed.
      const ended =
        guest.state === 'offered' ? ({ tell: 'offer over' } as const) : ({ offer_until: null } as const)
      await setGuest(tx, guest, now, { state: 'expired', confirm_by: null, ...ended })
      return 1
    })
  }
  return ended
}

function isOverdue(guest: GuestRow, now_s: number): boolean {
  const isOver = (at: number | null) => at !== null && at <= now_s
  return isLive(guest) && (isOver(guest.confirm_by) || isOver(guest.offer_until))
}
