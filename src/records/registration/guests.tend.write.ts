import { epochSeconds } from '../../pure/calendar/text.ts'
import { liveStates } from '../../pure/params/guests.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { isEmail } from '../../pure/text/address.ts'
import { type GuestMail, guestMail } from '../../people/mail/mail.registration.ts'
import { queueMail } from '../../people/mail/mail.write.ts'
import { existingEvent } from '../rows/event.access.ts'
import { findGuest, type GuestRow } from './guests.query.ts'
import { setGuest, writeGuests } from './guests.write.ts'
import type { GuestParts } from './guests.parts.ts'
import { guestUrl } from './guests.parts.ts'

/** How many are dealt with at once: the others come right after. */
const atOnce = 100

/** Ends what was not confirmed and what was offered and not taken, each by itself; answers how many. */
export async function endOverdue({ context: { db }, now: clock }: GuestParts): Promise<number> {
  const now = clock()
  const now_s = epochSeconds(now)
  const due = await db.read
    .selectFrom('guests')
    .select(['id', 'event_id'])
    .where('state', 'in', liveStates)
    .where((row) => row.or([row('confirm_by', '<=', now_s), row('offer_until', '<=', now_s)]))
    .orderBy('id')
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

function isOverdue({ state, confirm_by, offer_until }: GuestRow, now_s: number): boolean {
  const isOver = (at: number | null) => at !== null && at <= now_s
  return liveStates.some((each) => each === state) && (isOver(confirm_by) || isOver(offer_until))
}

/** How long it is waited for another change of an event that has moved, in seconds. */
const settles_s = 60

/** Queues the mails that guests are to get, each with the note that it was; answers how many. Without mail nobody is told. */
export async function tellGuests(parts: GuestParts): Promise<number> {
  const { db } = parts.context
  const waiting = await db.read
    .selectFrom('guests')
    .select('id')
    .where('tell', '<>', '')
    // Two changes soon after one another are one mail.
    .where((row) =>
      row.or([row('tell', '<>', 'moved'), row('changed_at', '<=', epochSeconds(parts.now()) - settles_s)]),
    )
    .orderBy('id')
    .limit(atOnce)
    .execute()
  if (waiting.length === 0) return 0
  const { home, mails, mailSite } = parts.site()
  const now_s = epochSeconds(parts.now())
  return db.write(async (tx) => {
    let told = 0
    for (const { id } of waiting) {
      const guest = await findGuest(tx, id)
      if (!guest || guest.tell === '') continue
      await tx.updateTable('guests').set({ tell: '', mailed_at: now_s }).where('id', '=', id).execute()
      if (!mails || !isEmail(guest.email)) continue
      const event = await existingEvent(tx, guest.event_id)
      const to = {
        email: guest.email,
        locale: guest.locale,
        title: plainLineOfHtml(event.title),
        starts_at: event.starts_at,
        code: guest.code,
      }
      const is = mailOf(guest)
      const until = is === 'Confirm' ? guest.confirm_by : is === 'Offer' ? guest.offer_until : null
      const mail = guestMail(mailSite, to, {
        is,
        url: guestUrl(parts, home, guest),
        ...(until === null ? {} : { until }),
      })
      await queueMail(tx, mail, now_s)
      told += 1
    }
    return told
  }, 'aside')
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

const ofNews: Partial<Record<GuestRow['tell'], GuestMail>> = {
  already: 'Already',
  'event canceled': 'EventCanceled',
  'event restored': 'EventRestored',
  moved: 'Moved',
}

function mailOf({ tell, state, confirm_by }: GuestRow): GuestMail {
  if (confirm_by !== null) return 'Confirm'
  return ofNews[tell] ?? ofStates[state]
}
