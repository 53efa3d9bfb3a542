import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Mail } from '../../people/mail/mail.write.ts'
import { queueMail } from '../../people/mail/mail.write.ts'
import type { GuestMail } from '../../people/mail/mail.registration.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { existingEvent } from '../rows/event.access.ts'
import { GuestMails, isReached, type Telling } from './guests.mails.ts'
import type { GuestParts } from './guests.parts.ts'
import { findGuest, type GuestRow } from './guests.query.ts'

/** How many are told in one transaction, and how many transactions that takes before other work has its turn. */
const atOnce = 100
const rounds = 10

/**
 * Queues the mails that say what has become of guests, each in the transaction that notes that it was; answers how many. Who cannot be told is
 * to be called, if it was not they themselves who did it.
 */
export async function tellGuests(parts: GuestParts): Promise<number> {
  let told = 0
  for (let round = 0; round < rounds; round += 1) {
    const some = await tellSome(parts)
    told += some.told
    if (some.waited < atOnce) break
  }
  return told
}

async function tellSome(parts: GuestParts): Promise<{ readonly waited: number; readonly told: number }> {
  const { db } = parts.context
  const waiting = await db.read
    .selectFrom('guests')
    .select('id')
    .where('tell', '<>', '')
    .orderBy('id')
    .limit(atOnce)
    .execute()
  if (waiting.length === 0) return { waited: 0, told: 0 }
  const at = epochSeconds(parts.now())
  return db.write(async (tx) => {
    const ofEvents = new Map<number, GuestMails>()
    let told = 0
    for (const { id } of waiting) {
      const guest = await findGuest(tx, id)
      if (!guest || guest.tell === '') continue
      const isTold = isReached(parts, guest)
      const settled = isTold ? { mailed_at: at } : leftUntold(guest)
      await tx
        .updateTable('guests')
        .set({ tell: '', said: '', ...settled })
        .where('id', '=', id)
        .execute()
      if (!isTold) continue
      const mails = ofEvents.get(guest.event_id) ?? (await mailsOf(tx, parts, guest.event_id))
      ofEvents.set(guest.event_id, mails)
      await queueGuestMail(tx, mails, { guest, telling: tellingOf(guest), at })
      told += 1
    }
    return { waited: waiting.length, told }
  }, 'aside')
}

async function mailsOf(tx: Writer, parts: GuestParts, event_id: number): Promise<GuestMails> {
  return GuestMails.of(parts, await existingEvent(tx, event_id))
}

/** Who is offered a place and cannot be told has it; who was decided about, or was given one, is to be called. */
function leftUntold({ state, tell, changed_by, to_call }: GuestRow): Partial<GuestRow> {
  const isOffered = state === 'offered'
  return {
    ...(isOffered ? { state: 'registered', offer_until: null } : {}),
    to_call: isOffered || (changed_by !== null && tell !== '') ? 1 : to_call,
  }
}

const ofStates = {
  registered: 'Registered',
  waiting: 'Waiting',
  requested: 'Requested',
  offered: 'Offer',
  refused: 'Refused',
  canceled: 'Canceled',
  expired: 'OfferOver',
} as const satisfies Record<GuestRow['state'], GuestMail>

function tellingOf(guest: GuestRow): Telling {
  const { tell, state, confirm_by, offer_until, said } = guest
  const is = confirm_by !== null ? 'Confirm' : tell === 'already' ? 'Already' : ofStates[state]
  const until = is === 'Confirm' ? confirm_by : is === 'Offer' ? offer_until : null
  return { is, until: until ?? undefined, word: said, hadPlace: tell === 'canceled' }
}

/** What makes a mail to a guest. */
interface Sending {
  readonly guest: GuestRow
  readonly telling: Telling
  readonly at: number
}

/**
 * Queues a mail to a guest. What says something newer takes the place of what still waits and is outdated by it, so that no retry brings an old
 * one later: what becomes of the event, what was said of it and what their calendar was told; what becomes of them, what they were offered.
 */
export async function queueGuestMail(
  tx: Writer,
  mails: GuestMails,
  { guest, telling, at }: Sending,
): Promise<void> {
  const mail = mails.told(guest, telling, at)
  const isEnd = mail.kind === 'guest_news' || telling.is === 'Canceled'
  if (isEnd) await forgetWaiting(tx, guest.id, ['guest_news', 'guest_reminder'], { andCalendars: true })
  const isOffer = mail.kind === 'guest_offer' || (mail.kind === 'guest' && telling.is !== 'Already')
  if (isOffer || telling.is === 'EventCanceled') await forgetWaiting(tx, guest.id, ['guest_offer'])
  await queueMail(tx, mail, at)
}

async function forgetWaiting(
  tx: Writer,
  guest_id: number,
  kinds: readonly Mail['kind'][],
  { andCalendars = false } = {},
): Promise<void> {
  await tx
    .deleteFrom('mail_outbox')
    .where('guest_id', '=', guest_id)
    .where('failed_at', 'is', null)
    .where((mail) =>
      mail.or([mail('kind', 'in', [...kinds]), ...(andCalendars ? [mail('calendar', '<>', '')] : [])]),
    )
    .execute()
}
