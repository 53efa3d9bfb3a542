import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { liveStates, takingStates } from '../../pure/params/guests.ts'
import { isHeld } from '../../pure/params/words.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { EventRow } from '../rows/event.row.ts'
import { fill } from './registration.fill.ts'
import { guestsAreMailed } from './guests.mailed.ts'
import { closesAt, type Registration, registrationOf, shownOf } from './registration.row.ts'

interface When {
  readonly now: Temporal.Instant
}

/** An offer stands for half an hour at least, in seconds. */
const shortestOffer_s = 1800

/** Until when an offer stands that is made now: up to the close, for half an hour at least, and never beyond the start. */
function offerUntil(registration: Registration, event: Pick<EventRow, 'starts_at'>, now_s: number): number {
  const ends = Math.min(now_s + registration.offer_hours * 3600, closesAt(registration, event))
  return Math.min(Math.max(ends, now_s + shortestOffer_s), event.starts_at)
}

/** How many people have a place at the event. */
async function takenAt(db: Reader, event_id: number): Promise<number> {
  const { taken } = await db
    .selectFrom('guests')
    .select((one) => one.fn.sum<number | string | null>('party').as('taken'))
    .where('event_id', '=', event_id)
    .where('state', 'in', takingStates)
    .executeTakeFirstOrThrow()
  return Number(taken ?? 0)
}

/**
 * Offers the places that are free to the first in line whose party fits, and counts what is taken then; answers the event as it is after
 * that. Whoever changes guests or what the event says of them ends with this, in the same transaction. After the close nothing is offered.
 */
export async function fillPlaces(tx: Writer, event: EventRow, { now }: When): Promise<EventRow> {
  const registration = registrationOf(event)
  if (!registration || registration.mode === 'external') return event
  const now_s = epochSeconds(now)
  const taken = await takenAt(tx, event.id)
  const isOpen = event.status === 'publish' && !isHeld(event) && now_s < closesAt(registration, event)
  const free = registration.capacity === null ? null : Math.max(0, registration.capacity - taken)
  const placed = isOpen && free !== 0 ? await placeLine(tx, { event, registration, free }, now_s) : 0
  return countTaken(tx, event, taken + placed, now_s)
}

/** Offers anew what could not be taken while the event did not take place, or nobody knew when: it does after all. */
export async function renewOffers(
  tx: Writer,
  event: Pick<EventRow, 'id' | 'registration' | 'starts_at'>,
  { now }: When,
): Promise<void> {
  const registration = registrationOf(event)
  if (!registration) return
  const now_s = epochSeconds(now)
  await tx
    .updateTable('guests')
    .set({ offer_until: offerUntil(registration, event, now_s), tell: 'offer', changed_at: now_s })
    .where('event_id', '=', event.id)
    .where('state', '=', 'offered')
    .where('offer_until', '<=', now_s)
    .execute()
}

/** Gives places to who is in line; answers to how many people. */
async function placeLine(
  tx: Writer,
  {
    event,
    registration,
    free,
  }: { readonly event: EventRow; readonly registration: Registration; readonly free: number | null },
  now_s: number,
): Promise<number> {
  const line = await tx
    .selectFrom('guests')
    .select(['id', 'number', 'party', 'email'])
    .where('event_id', '=', event.id)
    .where('state', '=', 'waiting')
    .where('confirm_by', 'is', null)
    .orderBy('number')
    .execute()
  const placed = fill(line, free)
  const areMailed = placed.length > 0 && (await guestsAreMailed(tx))
  const offered = {
    state: 'offered',
    offer_until: offerUntil(registration, event, now_s),
    tell: 'offer',
  } as const
  // Who cannot be told has the place at once, and is to be called.
  const given = { state: 'registered', offer_until: null, tell: '', to_call: 1 } as const
  for (const { id, email } of placed)
    await tx
      .updateTable('guests')
      .set({ ...(areMailed && email !== '' ? offered : given), changed_at: now_s })
      .where('id', '=', id)
      .execute()
  return placed.reduce((sum, { party }) => sum + party, 0)
}

/** Writes how many places are taken; what records show of that is a change of the event. */
async function countTaken(
  tx: Writer,
  event: EventRow,
  registration_taken: number,
  now_s: number,
): Promise<EventRow> {
  if (registration_taken === event.registration_taken) return event
  const registration_shown = shownOf({ ...event, registration_taken })
  const isOther = registration_shown !== event.registration_shown
  const counted = {
    registration_taken,
    // Each turn is later than the last: who follows the changes is told of several within a second, too.
    ...(isOther ? { registration_shown, modified_at: Math.max(event.modified_at + 1, now_s) } : {}),
  }
  await tx.updateTable('events').set(counted).where('id', '=', event.id).execute()
  return { ...event, ...counted }
}

/**
 * Throws 409 where an event to come would not be there any more, or say nothing any more of who may come, while people count on it:
 * `after`, the event as it is to be; undefined: gone for good.
 */
export async function assertNobodyComes(
  tx: Reader,
  stored: EventRow,
  after: EventRow | undefined,
  { now }: When,
): Promise<void> {
  if (stored.registration === '' || (after && after.registration !== '')) return
  if (stored.starts_at <= epochSeconds(now)) return
  const isOff = stored.status === 'trash' || stored.event_status === 'canceled'
  if (isOff && !(await isBeingTold(tx, stored.id))) return
  const { guests } = await tx
    .selectFrom('guests')
    .select((one) => one.fn.sum<number | string | null>('party').as('guests'))
    .where('event_id', '=', stored.id)
    .where('state', 'in', liveStates)
    .executeTakeFirstOrThrow()
  if (Number(guests ?? 0) === 0) return
  throw new ApiError(isOff ? 'rest_guests_being_told' : 'rest_registration_has_guests', {
    guests: Number(guests),
  })
}

/** Whether those who come are to get mails that say that it does not take place, and have not yet. */
async function isBeingTold(tx: Reader, event_id: number): Promise<boolean> {
  const notice = await tx
    .selectFrom('guest_notices')
    .select('id')
    .where('event_id', '=', event_id)
    .where('kind', '=', 'canceled')
    .where('done_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return notice !== undefined && (await guestsAreMailed(tx))
}
