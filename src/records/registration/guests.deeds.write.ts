import { ApiError } from '../../pure/errors/errors.ts'
import { hasPlace, isLive } from '../../pure/params/guests.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { existingEvent } from '../rows/event.access.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { GuestRow } from './guests.query.ts'
import { freeAt, guestIn, registrationHere, setGuest } from './guests.write.ts'
import { placeFor } from './registration.fill.ts'

/** A deed about one guest: within a transaction that fills the places afterwards. */
interface Doing {
  readonly tx: Writer
  readonly id: number
  readonly now: Temporal.Instant
  /** Beyond the places, too. */
  readonly force?: boolean
  /** Which user does it; null: the guest. */
  readonly by?: number | null
  /** What is said to the guest in the mail about it. */
  readonly message?: string | undefined
}

function notNow(guest: GuestRow): ApiError {
  return new ApiError('rest_guest_state', { state: guest.state })
}

async function both({ tx, id }: { tx: Reader; id: number }): Promise<{ guest: GuestRow; event: EventRow }> {
  const guest = await guestIn(tx, id)
  return { guest, event: await existingEvent(tx, guest.event_id) }
}

/** Who has decided, and in which words. */
function decided({ by = null, message = '' }: Doing): Pick<GuestRow, 'changed_by' | 'said'> {
  return { changed_by: by, said: message }
}

/** Whether a party fits into what is free. */
function fits(event: EventRow, party: number): boolean {
  const free = freeAt(event, registrationHere(event))
  return free === null || party <= free
}

/** They say that it was them. Who waits while there is room has a place: they are there to see it. */
export async function confirmGuest(doing: Doing): Promise<GuestRow> {
  const { guest, event } = await both(doing)
  if (!isLive(guest)) throw notNow(guest)
  if (guest.confirm_by === null) return guest
  const state = guest.state === 'waiting' && fits(event, guest.party) ? 'registered' : guest.state
  return setGuest(doing.tx, guest, doing.now, { state, confirm_by: null, tell: 'state' })
}

/** They take the place that is kept for them. */
export async function acceptOffer(doing: Doing): Promise<GuestRow> {
  const { guest } = await both(doing)
  if (guest.state === 'registered') return guest
  if (guest.state !== 'offered') throw notNow(guest)
  return setGuest(doing.tx, guest, doing.now, {
    state: 'registered',
    offer_until: null,
    confirm_by: null,
    tell: 'state',
  })
}

/** They do not come, or an editor says so. */
export async function cancelGuest(doing: Doing): Promise<GuestRow> {
  const { guest } = await both(doing)
  if (guest.state === 'canceled') return guest
  if (!isLive(guest)) throw notNow(guest)
  return setGuest(doing.tx, guest, doing.now, {
    state: 'canceled',
    offer_until: null,
    confirm_by: null,
    // Who had a place for certain has it in their calendar.
    tell: hasPlace(guest) ? 'canceled' : 'state',
    ...decided(doing),
  })
}

/** An editor lets them come: they have a place, or stand in line by their number. */
export async function approveGuest(doing: Doing): Promise<GuestRow> {
  const { guest, event } = await both(doing)
  if (guest.state !== 'requested' && isLive(guest)) return guest
  if (guest.state !== 'requested') throw notNow(guest)
  const registration = registrationHere(event)
  const free = doing.force ? null : freeAt(event, registration)
  const state = placeFor(guest.party, { free, waiting_list: registration.waiting_list })
  if (state === 'full') throw new ApiError('rest_registration_full')
  return setGuest(doing.tx, guest, doing.now, { state, tell: 'state', ...decided(doing) })
}

/** An editor does not let them come. */
export async function refuseGuest(doing: Doing): Promise<GuestRow> {
  const { guest } = await both(doing)
  if (guest.state === 'refused') return guest
  if (guest.state !== 'requested') throw notNow(guest)
  return setGuest(doing.tx, guest, doing.now, {
    state: 'refused',
    confirm_by: null,
    tell: 'state',
    ...decided(doing),
  })
}

/** An editor gives a place now to who waits, or was asked whether they want it. */
export async function placeGuest(doing: Doing): Promise<GuestRow> {
  const { guest, event } = await both(doing)
  if (guest.state === 'registered') return guest
  if (guest.state !== 'waiting' && guest.state !== 'offered') throw notNow(guest)
  if (guest.state === 'waiting' && !doing.force && !fits(event, guest.party))
    throw new ApiError('rest_registration_full')
  return setGuest(doing.tx, guest, doing.now, {
    state: 'registered',
    offer_until: null,
    confirm_by: null,
    tell: 'state',
    ...decided(doing),
  })
}

/** What is changed of a guest. */
export type GuestChange = Partial<
  Pick<GuestRow, 'name' | 'email' | 'email_folded' | 'party' | 'answers' | 'note' | 'to_call'>
>

/** Changes what is known of a guest. Throws 409 where a larger party has no room; then nothing is changed. */
export async function changeGuest(doing: Doing, change: GuestChange): Promise<GuestRow> {
  const { guest, event } = await both(doing)
  const { party = guest.party } = change
  const takes = guest.state === 'registered' || guest.state === 'offered'
  if (!doing.force && takes && party > guest.party && !fits(event, party - guest.party))
    throw new ApiError('rest_registration_full')
  return setGuest(doing.tx, guest, doing.now, { ...change, changed_by: doing.by ?? null })
}
