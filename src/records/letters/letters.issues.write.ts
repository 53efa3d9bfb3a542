import { sql } from 'kysely'
import type { IssueKind } from '../../pure/params/letters.ts'
import { liveStates } from '../../pure/params/guests.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Rendered } from './letters.types.ts'

/** What goes first where much waits: a change is not told after five thousand digests. */
const urgencies = { change: 0, reminder: 0, letter: 1, digest: 2 } as const satisfies Record<
  IssueKind,
  number
>

/** One mail to many. */
export interface Issue {
  /** What it is: of the same key there is one, whoever makes it and how often. */
  readonly key: string
  readonly kind: IssueKind
  readonly target: number
  readonly expires: EpochSeconds
  /** What it says, by the tags of the languages of those who get it. */
  readonly bodies: ReadonlyMap<string, Rendered>
}

/** Who gets an issue: as rows of subscriptions, or as a condition on these and their subscribers. */
export type Recipients =
  | { readonly rows: readonly { readonly subscriber: number; readonly subscription: number }[] }
  | { readonly where: ReturnType<typeof sql<boolean>> }

/** Stores an issue with all that is to be sent of it; undefined where there is one of its key already. Answers how many get it. */
export async function makeIssue(
  tx: Writer,
  issue: Issue,
  recipients: Recipients,
  now: EpochSeconds,
): Promise<number | undefined> {
  const { key, kind, target, expires, bodies } = issue
  const made = await tx
    .insertInto('letter_issues')
    .values({
      issue_key: key,
      kind,
      target_id: target,
      made_at: now,
      expires_at: expires,
      recipients: 0,
    })
    .onConflict((conflict) => conflict.column('issue_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return undefined
  const { id } = made
  const count =
    'rows' in recipients
      ? await sendTo(tx, { id, kind, now, rows: recipients.rows })
      : await sendWhere(tx, { id, kind, now, where: recipients.where })
  await tx.updateTable('letter_issues').set({ recipients: count }).where('id', '=', id).execute()
  if (count > 0)
    await tx
      .insertInto('letter_bodies')
      .values(
        [...bodies].map(([locale, { subject, text, html }]) => ({
          issue_id: id,
          locale,
          subject,
          text,
          html,
        })),
      )
      .execute()
  return count
}

interface Sending {
  readonly id: number
  readonly kind: IssueKind
  readonly now: EpochSeconds
}

/** The same at every attempt, and of no other mail, also after a backup was restored: with the second in which it was made. */
function keyOf({ id, now }: Sending): string {
  return `${now.toString(36)}.${id.toString(36)}`
}

async function sendTo(
  tx: Writer,
  { rows, ...sending }: Sending & Extract<Recipients, { rows: unknown }>,
): Promise<number> {
  const { id, kind, now } = sending
  let count = 0
  for (const some of inParts(rows)) {
    const inserted = await tx
      .insertInto('letter_sends')
      .values(
        some.map(({ subscriber, subscription }) => ({
          issue_id: id,
          subscriber_id: subscriber,
          subscription_id: subscription,
          urgency: urgencies[kind],
          message_key: `${keyOf(sending)}.${subscription}`,
          created_at: now,
          next_try_at: now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['issue_id', 'subscriber_id']).doNothing())
      .returning('id')
      .execute()
    count += inserted.length
  }
  return count
}

async function sendWhere(
  tx: Writer,
  { where, ...sending }: Sending & Extract<Recipients, { where: unknown }>,
): Promise<number> {
  const { id, kind, now } = sending
  await sql`
    insert into letter_sends
      (issue_id, subscriber_id, subscription_id, urgency, message_key, created_at, next_try_at)
    select ${sql.lit(id)}, subscribers.id, min(subscriptions.id), ${sql.lit(urgencies[kind])},
      ${sql.lit(`${keyOf(sending)}.`)} || cast(min(subscriptions.id) as text), ${sql.lit(now)}, ${sql.lit(now)}
    from subscriptions inner join subscribers on subscribers.id = subscriptions.subscriber_id
    where ${where} and ${isAwake(now)}
    group by subscribers.id`.execute(tx)
  const { count } = await tx
    .selectFrom('letter_sends')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('issue_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a subscriber is not paused. */
export function isAwake(now: EpochSeconds) {
  return sql<boolean>`(subscribers.paused_until is null or subscribers.paused_until <= ${now})`
}

/** Whether a subscriber has no place, and waits for none, at an event: who has is told by the mails of that. */
export function isNoGuest(event: number | ReturnType<typeof sql>) {
  return sql<boolean>`not exists (
    select 1 from guests where guests.event_id = ${event} and guests.email_folded = subscribers.email_folded
      and guests.state in (${sql.join(liveStates)}))`
}

/** Ends a send however it ended, and counts that, once: it may have become too late meanwhile. With the last one of an issue what it says is gone. */
export async function endSend(
  tx: Writer,
  { id, issue_id }: { readonly id: number; readonly issue_id: number },
  counted: 'sent' | 'refused' | 'late' | undefined,
): Promise<void> {
  const ended = await tx.deleteFrom('letter_sends').where('id', '=', id).returning('id').executeTakeFirst()
  if (ended && counted)
    await tx
      .updateTable('letter_issues')
      .set(({ eb }) => ({ [counted]: eb(counted, '+', 1) }))
      .where('id', '=', issue_id)
      .execute()
  await endIssues(tx, [issue_id])
}

/** Forgets what issues say of which nothing waits any more; letters among them are sent. */
export async function endIssues(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const some of inParts(ids)) {
    const over = await tx
      .selectFrom('letter_issues')
      .select(['id', 'kind', 'target_id'])
      .where('id', 'in', some)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('letter_sends')
              .select('letter_sends.id')
              .whereRef('letter_sends.issue_id', '=', 'letter_issues.id'),
          ),
        ),
      )
      .execute()
    if (over.length === 0) continue
    const done = over.map(({ id }) => id)
    await tx.deleteFrom('letter_bodies').where('issue_id', 'in', done).execute()
    const letters = over.filter(({ kind }) => kind === 'letter').map(({ target_id }) => target_id)
    if (letters.length > 0)
      await tx
        .updateTable('letters')
        .set({ state: 'sent' })
        .where('id', 'in', letters)
        .where('state', '=', 'sending')
        .execute()
  }
}
