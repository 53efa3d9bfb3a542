import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { addressKey } from './letters.blocked.ts'
import { forgetRequests } from './letters.leave.write.ts'
import { mostSubscribers } from './letters.limits.ts'
import { unconfirmedFor_s } from './letters.links.ts'
import type { LettersParts } from './letters.parts.ts'
import { countOf, findRequest, subscriberAt } from './letters.query.ts'
import { subscribe } from './letters.subscribe.write.ts'
import { targetFault } from './letters.target.query.ts'
import type { RequestRow, SubscriberRow } from './letters.types.ts'
import { askedIn } from './letters.wanted.ts'

type Parts = Pick<LettersParts, 'context' | 'secret' | 'now'>

/** Whether a request can still be confirmed, or was. */
export function isWaiting(row: RequestRow, now: EpochSeconds): boolean {
  return row.asked_at + unconfirmedFor_s > now
}

/**
 * Makes of a request what was asked for, once: a second press finds it done. The language of who presses holds for all mails to the
 * address from then on. Answers undefined where it is over. Throws 409 and 429 where there is no room.
 */
export async function confirmRequest(
  parts: Parts,
  { id }: Pick<RequestRow, 'id'>,
  locale: string,
): Promise<RequestRow | undefined> {
  const now = epochSeconds(parts.now())
  return parts.context.db.write(async (tx) => {
    const row = await findRequest(tx, id)
    if (!row || !isWaiting(row, now)) return undefined
    const asked = askedIn(row.wanted)
    if (row.done_at !== null) return row
    if (row.email === null || row.email_folded === null || asked.kind === 'settings') return undefined
    if (await targetFault(tx, asked, now)) return undefined
    const subscriber = await subscriberOf(
      tx,
      { email: row.email, email_folded: row.email_folded, locale },
      now,
    )
    await subscribe(tx, parts, subscriber, { wanted: asked })
    return tx
      .updateTable('subscription_requests')
      .set({ email: null, email_folded: null, mailed_at: now, done_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  }, 'aside')
}

async function subscriberOf(
  tx: Writer,
  { email, email_folded, locale }: Pick<SubscriberRow, 'email' | 'email_folded' | 'locale'>,
  now: EpochSeconds,
): Promise<SubscriberRow> {
  const known = await subscriberAt(tx, email_folded)
  if (known)
    return tx
      .updateTable('subscribers')
      .set({ locale })
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  if ((await countOf(tx, 'subscribers')) >= mostSubscribers)
    throw new ApiError('rest_too_many_requests', { seconds: 3600 })
  return tx
    .insertInto('subscribers')
    .values({ email, email_folded, locale, confirmed_at: now, paused_until: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whose address it is says that they have asked for nothing: it is never written to again about what is asked for under it. */
export async function blockAddress(parts: Parts, { id }: Pick<RequestRow, 'id'>): Promise<boolean> {
  const now = epochSeconds(parts.now())
  return parts.context.db.write(async (tx) => {
    const row = await findRequest(tx, id)
    if (!row || row.email_folded === null) return false
    await tx
      .insertInto('blocked_addresses')
      .values({ address_key: addressKey(parts, row.email_folded), created_at: now })
      .onConflict((conflict) => conflict.column('address_key').doNothing())
      .execute()
    await forgetRequests(tx, row.email_folded)
    return true
  }, 'aside')
}

/** Forgets what was not confirmed in time, and what was long ago; answers how much. */
export async function forgetOldRequests({ context, now }: Parts): Promise<number> {
  const at = epochSeconds(now())
  const old = await context.db.read
    .selectFrom('subscription_requests')
    .select('id')
    .where('asked_at', '<=', at - unconfirmedFor_s)
    .limit(1)
    .executeTakeFirst()
  if (!old) return 0
  return context.db.write(async (tx) => {
    const rows = await tx
      .deleteFrom('subscription_requests')
      .where('asked_at', '<=', at - unconfirmedFor_s)
      .returning('id')
      .execute()
    return rows.length
  }, 'aside')
}
