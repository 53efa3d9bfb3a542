import { epochSeconds } from '../../pure/calendar/text.ts'
import { isLive } from '../../pure/params/guests.ts'
import type { Context } from '../../http/context.ts'
import { forgetMailsTo } from '../../people/mail/mail.end.write.ts'
import { foldedAddress } from '../../pure/text/address.ts'
import { existingEvent } from '../rows/event.access.ts'
import { addTotals } from './guests.erase.write.ts'
import { guestsUnder } from './guests.query.ts'
import { fillPlaces } from './registration.fill.write.ts'
import { noteRegistration } from './registration.told.write.ts'

/** What was removed of an address. */
export interface Forgotten {
  readonly guests: number
  readonly mails: number
}

/**
 * Removes everything that is kept under an address of who comes to events, and the mails to it that wait. Places at events to come are free
 * then, and go to who is next; of what is over it stays how many came. Nothing of it is left in the files of the database.
 */
export async function forgetGuest(
  { db, siteZone }: Pick<Context, 'db' | 'siteZone'>,
  email: string,
  now: Temporal.Instant,
): Promise<Forgotten> {
  const folded = foldedAddress(email)
  if (folded === '') return { guests: 0, mails: 0 }
  const forgotten = await db.write(async (tx) => {
    const gone = await guestsUnder(tx, folded).selectAll().execute()
    const mails = await forgetMailsTo(tx, folded, 'guest%')
    for (const [event_id, guests] of Map.groupBy(gone, (guest) => guest.event_id)) {
      const event = await existingEvent(tx, event_id)
      if (event.starts_at <= epochSeconds(now)) await addTotals(tx, event, siteZone, { email_folded: folded })
      await tx
        .deleteFrom('guests')
        .where(
          'id',
          'in',
          guests.map(({ id }) => id),
        )
        .execute()
      if (!guests.some(isLive)) continue
      await fillPlaces(tx, event, { now })
      await noteRegistration(tx, event_id, now)
    }
    return { guests: gone.length, mails }
  }, 'events')
  await db.scrub(['guests', 'mail_outbox'])
  return forgotten
}
