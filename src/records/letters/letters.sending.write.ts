import { epochSeconds } from '../../pure/calendar/text.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { sql } from 'kysely'
import type { Writer } from '../../storage/db/dialect.ts'
import type { Making } from './letters.digests.write.ts'
import { isAwake, makeIssue } from './letters.issues.write.ts'
import { endSubscription } from './letters.leave.write.ts'
import type { LetterRow, Rendered, SubscriptionRow } from './letters.types.ts'

/** Begins to send letters of editors whose time has come; answers how many. */
export async function makeLetters(parts: Making): Promise<number> {
  const now = epochSeconds(parts.now())
  const due = await parts.context.db.read
    .selectFrom('letters')
    .selectAll()
    .where('state', '=', 'scheduled')
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .execute()
  for (const letter of due)
    await parts.attempts.at(`Letter ${letter.id}`, () => makeLetter(parts, letter, now))
  return due.length
}

async function makeLetter({ context, writer }: Making, letter: LetterRow, now: EpochSeconds): Promise<void> {
  const { db } = context
  const expires = (letter.send_at ?? 0) + letter.expires_hours * 3600
  const where = sql<boolean>`subscriptions.kind = 'list' and subscriptions.target_id = ${letter.list_id}`
  const { rows } = await sql<{ locale: string }>`
    select distinct subscribers.locale from subscriptions
    inner join subscribers on subscribers.id = subscriptions.subscriber_id
    where ${where} and ${isAwake(now)}`.execute(db.read)
  const bodies = new Map<string, Rendered>()
  // What is past its life after the service was away is not sent.
  if (expires > now) for (const { locale } of rows) bodies.set(locale, await writer.letter(letter, locale))
  await db.write(async (tx) => {
    const taken = await tx
      .updateTable('letters')
      .set({ state: bodies.size > 0 ? 'sending' : expires > now ? 'sent' : 'stopped' })
      .where('id', '=', letter.id)
      .where('state', '=', 'scheduled')
      .where('send_at', '=', letter.send_at)
      .where('modified_at', '=', letter.modified_at)
      .returning('id')
      .executeTakeFirst()
    if (!taken || bodies.size === 0) return
    const issue = { key: `letter:${letter.id}`, kind: 'letter', target: letter.id, expires, bodies } as const
    if (!(await makeIssue(tx, issue, { where }, now)))
      await tx.updateTable('letters').set({ state: 'sent' }).where('id', '=', letter.id).execute()
  }, 'aside')
}

/** How long after its end an event is subscribed to, and a series after that of its last date, in seconds. */
const afterEnd_s = 86_400

/** How many subscriptions are ended before other work has its turn. */
const endedAtOnce = 500

/** Ends what is about events that are over or gone, once nothing of it waits to be sent; answers whether it was the last of somebody. */
export async function endOverSubscriptions({ context, now: clock }: Making): Promise<boolean> {
  const now = epochSeconds(clock())
  const { rows } = await sql<SubscriptionRow>`
    select subscriptions.* from subscriptions
    where ((kind = 'event' and (
        exists (select 1 from events where events.id = target_id and events.ends_at < ${now - afterEnd_s})
        or not exists (select 1 from events where events.id = target_id)
          and not exists (select 1 from watched_events where event_id = target_id and due_at is not null)))
      or (kind = 'series'
        and not exists (
          select 1 from events where events.series_id = target_id and events.ends_at >= ${now - afterEnd_s})
        and not exists (select 1 from watched_events where due_at is not null)))
      and not exists (select 1 from letter_sends where subscription_id = subscriptions.id)
    order by subscriptions.id limit ${endedAtOnce}`.execute(context.db.read)
  let erased = false
  if (rows.length > 0)
    await context.db.write(async (tx) => {
      for (const row of rows) erased = (await endSubscription(tx, row)) || erased
    }, 'aside')
  await context.db.write((tx) => forgetOver(tx, now), 'aside')
  return erased
}

/** Stops watching events that are over, or gone and told. */
async function forgetOver(tx: Writer, now: EpochSeconds): Promise<void> {
  await sql`
    delete from watched_events where due_at is null and (
      exists (select 1 from events where events.id = event_id and events.ends_at < ${now - afterEnd_s})
      or not exists (select 1 from events where events.id = event_id))`.execute(tx)
}
