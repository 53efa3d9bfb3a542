import { epochSeconds } from '../../pure/calendar/text.ts'
import { type GuestState, liveStates } from '../../pure/params/guests.ts'
import { unshownStatuses } from '../../pure/params/words.ts'
import type { GuestMail } from '../../people/mail/mail.registration.ts'
import { queueMail } from '../../people/mail/mail.write.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { findEventRow } from '../rows/event.query.ts'
import type { EventRow } from '../rows/event.row.ts'
import { GuestMails, isReached, type Telling } from './guests.mails.ts'
import type { GuestParts } from './guests.parts.ts'
import type { GuestRow } from './guests.query.ts'
import { queueGuestMail } from './guests.tell.write.ts'
import { type Known, knownBefore } from './registration.news.write.ts'

/** How many guests are told in one transaction, and how often that is done before other work has its turn. */
const most = { guests: 100, parts: 10 }

/** How long it is known that guests were told something, in seconds: how often they are written to is counted. */
const kept_s = 2 * 3600

/**
 * Tells guests what has become of their event, or what an editor writes to them: some at a time, each with the note up to whom it was, so that
 * nobody is left out and nobody told twice, however it ends. Answers how many.
 */
export async function tellNotices(parts: GuestParts): Promise<number> {
  const { db } = parts.context
  const due = await db.read
    .selectFrom('guest_notices')
    .leftJoin('events', 'events.id', 'guest_notices.event_id')
    .select('guest_notices.id')
    .where('done_at', 'is', null)
    .where('due_at', '<=', epochSeconds(parts.now()))
    // What was off and is still written: nobody hears of it before it can be seen, and then of all that became of it.
    .where((row) => row.or([row('kind', '<>', 'restored'), row('events.status', 'not in', unshownStatuses)]))
    .orderBy('guest_notices.id')
    .limit(most.guests)
    .execute()
  let told = 0
  let left = most.parts
  for (const { id } of due) {
    for (let isDone = false; !isDone; left -= 1) {
      // What was said of an event first is told first: the next time goes on here.
      if (left === 0) return told
      const part = await db.write((tx) => tellSome(tx, parts, id), 'aside')
      told += part.told
      isDone = part.isDone
    }
  }
  return told
}

async function tellSome(
  tx: Writer,
  parts: GuestParts,
  id: number,
): Promise<{ readonly told: number; readonly isDone: boolean }> {
  const notice = await tx.selectFrom('guest_notices').selectAll().where('id', '=', id).executeTakeFirst()
  const event = notice && (await findEventRow(tx, notice.event_id))
  const at = epochSeconds(parts.now())
  // Another process may have told it, or another change have taken its place.
  if (!notice || !event || notice.done_at !== null || notice.due_at > at) return { told: 0, isDone: true }
  if (notice.kind === 'restored' && unshownStatuses.some((unshown) => unshown === event.status))
    return { told: 0, isDone: true }
  const states = notice.kind === 'message' ? (notice.states.split(',') as GuestState[]) : [...liveStates]
  const guests = await tx
    .selectFrom('guests')
    .selectAll()
    .where('event_id', '=', event.id)
    .where('id', '>', notice.last_guest ?? 0)
    .where('state', 'in', states)
    .where('confirm_by', 'is', null)
    // Who came after the change knows.
    .where('created_at', '<=', notice.created_at)
    .orderBy('id')
    .limit(most.guests)
    .execute()
  const mails = await GuestMails.of(parts, event)
  let told = 0
  for (const guest of guests) told += (await tellOne(tx, parts, { notice, event, mails, guest, at })) ? 1 : 0
  const isDone = guests.length < most.guests
  await tx
    .updateTable('guest_notices')
    .set({ last_guest: guests.at(-1)?.id ?? notice.last_guest ?? 0, done_at: isDone ? at : null })
    .where('id', '=', id)
    .execute()
  if (isDone)
    await tx
      .deleteFrom('guest_notices')
      .where('done_at', '<', at - kept_s)
      .execute()
  return { told, isDone }
}

interface One {
  readonly notice: {
    readonly kind: string
    readonly subject: string
    readonly body: string
    readonly before: string
  }
  readonly event: EventRow
  readonly mails: GuestMails
  readonly guest: GuestRow
  readonly at: number
}

/** Answers whether there is a mail to them. */
async function tellOne(tx: Writer, parts: GuestParts, one: One): Promise<boolean> {
  const { notice, event, mails, guest, at } = one
  const isTold = isReached(parts, guest)
  if (notice.kind === 'message') {
    if (!isTold) return false
    await queueMail(tx, mails.written(guest, { subject: notice.subject, text: notice.body }), at)
    return true
  }
  const known = knownBefore(notice)
  // Who is to come to another day is reminded anew, unless it is so soon that this is what reminds them.
  const isLater = known && known.starts_at !== event.starts_at && event.starts_at > at + 86_400
  await tx
    .updateTable('guests')
    .set({
      ...(isTold ? { mailed_at: at } : { to_call: 1 }),
      ...(isLater ? { reminded_at: null } : {}),
    })
    .where('id', '=', guest.id)
    .execute()
  if (isTold) await queueGuestMail(tx, mails, { guest, telling: newsFor(notice.kind, event, known), at })
  return isTold
}

function newsFor(kind: string, event: EventRow, known: Known | undefined): Telling {
  const moved = event.event_status === 'postponed' ? 'Postponed' : 'Moved'
  const is: GuestMail = kind === 'canceled' ? 'EventCanceled' : kind === 'restored' ? 'EventRestored' : moved
  const isOther = known && `${known.starts_at} ${known.all_day}` !== `${event.starts_at} ${event.all_day}`
  return { is, before: is === 'Moved' && isOther ? known : undefined }
}
