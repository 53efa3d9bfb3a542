import { epochSeconds } from '../../pure/calendar/text.ts'
import { heldStatuses } from '../../pure/params/words.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { existingEvent } from '../rows/event.access.ts'
import { GuestMails, isReached } from './guests.mails.ts'
import type { GuestParts } from './guests.parts.ts'
import { queueGuestMail } from './guests.tell.write.ts'
import type { EventRow } from '../rows/event.row.ts'
import { registrationOf } from './registration.row.ts'

/** How long before the start people are reminded, and how long before it they came at the latest, in hours. */
const hours = { before: 24, known: 26 }

const hour_s = 3600

/** How many are reminded in one transaction: the others come right after. */
const atOnce = 100

/**
 * Reminds those who have a place of what begins within a day, each once, in the transaction that notes it; answers how many. Nobody is reminded
 * of what is cancelled or postponed, nor who came so late that they know.
 */
export async function remindGuests(parts: GuestParts): Promise<number> {
  const { db } = parts.context
  if (!parts.site().mails) return 0
  const at = epochSeconds(parts.now())
  const events = await db.read
    .selectFrom('events')
    .select(['id', 'registration', 'starts_at'])
    .where('registration', '<>', '')
    .where('starts_at', '>', at)
    .where('starts_at', '<=', at + hours.before * hour_s)
    .where('status', '=', 'publish')
    .where('event_status', 'not in', heldStatuses)
    .execute()
  let reminded = 0
  for (const event of events)
    if (registrationOf(event)?.reminder && (await unreminded(db.read, event)).length > 0)
      reminded += await db.write((tx) => remindSome(tx, parts, event.id), 'aside')
  return reminded
}

async function remindSome(tx: Writer, parts: GuestParts, event_id: number): Promise<number> {
  const event = await existingEvent(tx, event_id)
  const at = epochSeconds(parts.now())
  const guests = await unreminded(tx, event)
  if (guests.length === 0) return 0
  const mails = await GuestMails.of(parts, event)
  for (const guest of guests) {
    await tx.updateTable('guests').set({ reminded_at: at }).where('id', '=', guest.id).execute()
    if (isReached(parts, guest)) await queueGuestMail(tx, mails, { guest, telling: { is: 'Reminder' }, at })
  }
  return guests.length
}

/** Some of those who are to be reminded of an event, and were not. */
async function unreminded(db: Reader, { id, starts_at }: Pick<EventRow, 'id' | 'starts_at'>) {
  return db
    .selectFrom('guests')
    .selectAll()
    .where('event_id', '=', id)
    .where('state', '=', 'registered')
    .where('confirm_by', 'is', null)
    .where('reminded_at', 'is', null)
    .where('email', '<>', '')
    .where('created_at', '<=', starts_at - hours.known * hour_s)
    .orderBy('id')
    .limit(atOnce)
    .execute()
}
