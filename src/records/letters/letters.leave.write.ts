import { sql } from 'kysely'
import { forgetMailsTo } from '../../people/mail/mail.end.write.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { SubscriberRow, SubscriptionRow } from './letters.types.ts'

/** The tables in which something of a subscriber stands: nothing of who is erased is left in their files. */
export const tablesOfPeople = [
  'subscribers',
  'subscription_requests',
  'subscriptions',
  'letter_sends',
  'blocked_addresses',
  'mail_outbox',
] as const

/** What was removed of an address. */
export interface Erased {
  readonly subscriptions: number
  readonly requests: number
  /** Those that waited to be sent. */
  readonly mails: number
}

/** Ends a subscription, and what waits to be sent of it; with the last one the subscriber is erased. Answers whether they were. */
export async function endSubscription(tx: Writer, row: SubscriptionRow): Promise<boolean> {
  await tx.deleteFrom('subscriptions').where('id', '=', row.id).execute()
  await forgetUnused(tx, [row])
  return eraseIfEmpty(tx, row.subscriber_id)
}

/** Erases a subscriber who has nothing any more; answers whether that is so. */
async function eraseIfEmpty(tx: Writer, id: number): Promise<boolean> {
  const left = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('subscriber_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (left) return false
  const subscriber = await tx.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()
  if (subscriber) await eraseSubscriber(tx, subscriber)
  return true
}

/** Removes everything about a subscriber and their address: nothing is remembered of who left. */
export async function eraseSubscriber(
  tx: Writer,
  { id, email_folded }: Pick<SubscriberRow, 'id' | 'email_folded'>,
): Promise<Erased> {
  const waiting = await tx
    .deleteFrom('letter_sends')
    .where('subscriber_id', '=', id)
    .returning('id')
    .execute()
  const rows = await tx.deleteFrom('subscriptions').where('subscriber_id', '=', id).returningAll().execute()
  await tx.deleteFrom('subscribers').where('id', '=', id).execute()
  await forgetUnused(tx, rows)
  const requests = await forgetRequests(tx, email_folded)
  const mails = await forgetMailsTo(tx, email_folded)
  return { subscriptions: rows.length, requests, mails: mails + waiting.length }
}

/** Removes what an address has asked for and not confirmed; answers how much. */
export async function forgetRequests(tx: Writer, email_folded: string): Promise<number> {
  const rows = await tx
    .deleteFrom('subscription_requests')
    .where('email_folded', '=', email_folded)
    .returning('id')
    .execute()
  return rows.length
}

/** Removes digests that nobody gets any more, and stops watching events of which nobody is told, once these have ended. */
export async function forgetUnused(
  tx: Writer,
  ended: readonly Pick<SubscriptionRow, 'kind' | 'target_id'>[],
): Promise<void> {
  const ids = (kind: SubscriptionRow['kind']) =>
    ended.filter((each) => each.kind === kind).map(({ target_id }) => target_id)
  for (const some of inParts(ids('digest')))
    await sql`
      delete from digests where id in (${sql.join(some)}) and not exists (
        select 1 from subscriptions where kind = 'digest' and target_id = digests.id)`.execute(tx)
  for (const some of inParts(ids('event')))
    await stopWatching(tx, sql`watched_events.event_id in (${sql.join(some)})`)
  for (const some of inParts(ids('series')))
    await stopWatching(
      tx,
      sql`watched_events.event_id in (select id from events where series_id in (${sql.join(some)}))`,
    )
}

async function stopWatching(tx: Writer, among: ReturnType<typeof sql>): Promise<void> {
  await sql`
    delete from watched_events where ${among} and not exists (
      select 1 from subscriptions
      where changes = 1 and kind = 'event' and target_id = watched_events.event_id)
    and not exists (
      select 1 from events inner join subscriptions on kind = 'series' and target_id = events.series_id
      where changes = 1 and events.id = watched_events.event_id)`.execute(tx)
}
