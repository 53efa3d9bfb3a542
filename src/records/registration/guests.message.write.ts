import type { Caller } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { assertMayEdit } from '../posts/posts.write.ts'
import { existingEvent } from '../rows/event.access.ts'
import type { WriteToGuests } from './guests.params.ts'
import { registrationHere } from './guests.write.ts'

/** So often the guests of an event may be written to in so many seconds. */
const most = { count: 3, window_s: 3600 }

/**
 * Has a mail sent to each guest of an event who is in one of the states and has an address; answers how many there are. Throws 403 for who may
 * not edit it any more, 404 where nobody registers, 429 after too many.
 */
export async function writeToAll(
  db: Database,
  event_id: number,
  { subject, text, states = ['registered'] }: WriteToGuests,
  { caller, now }: { readonly caller: Caller; readonly now: Temporal.Instant },
): Promise<{ readonly mails: number }> {
  const created_at = epochSeconds(now)
  return db.write(async (tx) => {
    const event = await existingEvent(tx, event_id)
    assertMayEdit(caller, event)
    registrationHere(event)
    const before = await tx
      .selectFrom('guest_notices')
      .select('created_at')
      .where('event_id', '=', event_id)
      .where('kind', '=', 'message')
      .where('created_at', '>', created_at - most.window_s)
      .orderBy('created_at')
      .execute()
    const [first] = before
    if (first && before.length >= most.count) {
      const wait_s = first.created_at + most.window_s - created_at
      throw new ApiError(
        'rest_guests_written_often',
        { count: most.count },
        { headers: { 'Retry-After': String(Math.max(1, wait_s)) } },
      )
    }
    const { mails } = await tx
      .selectFrom('guests')
      .select((one) => one.fn.countAll<number | string>().as('mails'))
      .where('event_id', '=', event_id)
      .where('state', 'in', [...states])
      .where('confirm_by', 'is', null)
      .where('email', '<>', '')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('guest_notices')
      .values({
        event_id,
        kind: 'message',
        // A subject is one line.
        subject: subject.replaceAll(/\s+/g, ' '),
        body: text,
        states: states.join(','),
        created_at,
        due_at: created_at,
      })
      .execute()
    return { mails: Number(mails) }
  }, 'aside')
}
