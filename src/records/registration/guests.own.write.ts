import { invalidParams } from '../../http/decodedParameters.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { isLive } from '../../pure/params/guests.ts'
import { isEmail } from '../../pure/text/address.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EventRow } from '../rows/event.row.ts'
import { readAnswers } from './guests.answers.ts'
import { acceptOffer, cancelGuest, changeGuest, confirmGuest } from './guests.deeds.write.ts'
import type { GuestParts } from './guests.parts.ts'
import type { GuestRow } from './guests.query.ts'
import { guestIn, registrationHere, setGuest, writeGuests } from './guests.write.ts'
import { isOff } from './registration.news.write.ts'
import { closesAt, type Registration } from './registration.row.ts'

/** What guests do about their own places. */
export const ownDeeds = ['confirm', 'accept', 'decline', 'cancel', 'change', 'again'] as const
export type OwnDeed = (typeof ownDeeds)[number]

/** What a guest says of themselves anew. */
export interface OwnChange {
  readonly name: string
  readonly party: number
  readonly answers: Readonly<Record<string, unknown>>
}

interface Doing {
  readonly tx: Writer
  readonly seen: GuestRow
  readonly event: EventRow
  readonly now: Temporal.Instant
}

/** The same mail is sent again after so many seconds at the earliest. */
const again_s = 600

/**
 * Does what a guest wants done about their own place, fills the places, and answers the guest as they are then. Throws 400 with each fault by
 * its name, 409 where it cannot be done any more, 429 where a mail was sent only just now; then nothing is changed.
 */
export async function dealForThemselves(
  parts: GuestParts,
  seen: GuestRow,
  {
    deed,
    change,
    now,
  }: { readonly deed: OwnDeed; readonly change?: OwnChange; readonly now: Temporal.Instant },
): Promise<GuestRow> {
  return writeGuests(
    parts.context.db,
    seen.event_id,
    now,
    async (tx, event) => {
      assertToCome(event, deed, now)
      const doing: Doing = { tx, seen, event, now }
      if (deed === 'again') return sendAgain(parts, doing)
      if (deed === 'change') return change ? changeOwn(doing, change) : guestIn(tx, seen.id)
      return plainDeeds[deed]({ tx, id: seen.id, now })
    },
    async (tx) => guestIn(tx, seen.id),
  )
}

const plainDeeds = {
  confirm: confirmGuest,
  accept: acceptOffer,
  decline: cancelGuest,
  cancel: cancelGuest,
} as const

/** Throws 409 once it has begun; and where it does not take place, for whatever else than cancelling. */
function assertToCome(event: EventRow, deed: OwnDeed, now: Temporal.Instant): void {
  const isLeaving = deed === 'cancel' || deed === 'decline'
  if (event.starts_at <= epochSeconds(now) || (isOff(event) && !isLeaving))
    throw new ApiError('rest_registration_closed')
}

async function changeOwn({ tx, seen, event, now }: Doing, sent: OwnChange): Promise<GuestRow> {
  const guest = await guestIn(tx, seen.id)
  if (!isLive(guest)) throw new ApiError('rest_guest_state', { state: guest.state })
  const registration = registrationHere(event)
  const answers = checked(registration, guest, sent)
  const isMore = sent.party > guest.party
  // More people come by the rules by which they would come anew.
  if (isMore && epochSeconds(now) >= closesAt(registration, event))
    throw new ApiError('rest_registration_closed')
  return changeGuest({ tx, id: guest.id, now }, { name: sent.name, party: sent.party, answers })
}

/** The answers as they are stored. Throws 400 with each fault by its name. */
function checked(
  { party_max, questions }: Registration,
  guest: GuestRow,
  { party, answers: sent }: OwnChange,
): string {
  const { answers, faults } = readAnswers(questions, sent, true)
  // Who was put down with more than others may bring keeps them.
  const most = Math.max(party_max, guest.party)
  const all = { ...(party > most ? { party: `must be 1 to ${most}` } : {}), ...faults }
  if (Object.keys(all).length > 0) throw invalidParams(all)
  return JSON.stringify(answers)
}

async function sendAgain(parts: GuestParts, { tx, seen, now }: Doing): Promise<GuestRow> {
  const guest = await guestIn(tx, seen.id)
  const isTold = parts.site().mails && isEmail(guest.email)
  if (!isTold || !isLive(guest)) throw new ApiError('rest_guest_state', { state: guest.state })
  // What is on its way already is what they wait for.
  if (guest.tell !== '') return guest
  const wait_s = (guest.mailed_at ?? 0) + again_s - epochSeconds(now)
  if (wait_s > 0)
    throw new ApiError('rest_registration_often', {}, { headers: { 'Retry-After': `${wait_s}` } })
  return setGuest(tx, guest, now, { tell: guest.confirm_by === null ? 'state' : 'confirm' })
}
