import type { Database, Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { longestPause_s } from '../../people/delivery/delivery.retries.ts'
import type { DeliveryFault } from '../../people/delivery/delivery.fault.ts'
import type { DeliveryRow } from './webhooks.query.ts'
import type { Attempt } from './webhooks.transport.ts'
import { triesOf } from './webhooks.stored.ts'
import { giveUpWaiting } from './webhooks.write.ts'

/** How many of its attempts are kept with a message. */
const triesKept = 10

/** How long a message waits, in seconds: longer than all attempts take. */
const longestWait_s = 5 * 86_400

/** How long a message is kept after its end, in seconds, and how many of a webhook at most. */
const kept = { for_s: 30 * 86_400, most: 10_000 } as const

/** The receiver wants no more. */
const gone = 410

/** The attempts with one more. */
export function withAttempt(row: Pick<DeliveryRow, 'tries'>, attempt: Attempt): string {
  return JSON.stringify([...triesOf(row), attempt].slice(-triesKept))
}

/** Notes that a message was taken: the webhook works. */
export async function noteSent(
  tx: Writer,
  row: DeliveryRow,
  { attempt, now }: { readonly attempt: Attempt; readonly now: EpochSeconds },
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ sent_at: now, next_try_at: now, fault: null, tries: withAttempt(row, attempt) })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('failed_at', 'is', null)
    .execute()
  await tx
    .updateTable('webhooks')
    .set({ last_success_at: now, failing_since: null, fault: null })
    .where('id', '=', row.webhook_id)
    .where('enabled', '=', 1)
    .execute()
}

/** Notes an attempt that failed; a receiver that has asked to be left alone is sent nothing for so long. */
export async function noteFailed(
  tx: Writer,
  row: DeliveryRow,
  end: { readonly attempt: Attempt | undefined; readonly fault: DeliveryFault; readonly now: EpochSeconds },
): Promise<void> {
  const { attempt, fault, now } = end
  if (attempt)
    await tx
      .updateTable('webhook_deliveries')
      .set({ tries: withAttempt(row, attempt) })
      .where('id', '=', row.id)
      .execute()
  if (fault.retryAfter_s > 0)
    await tx
      .updateTable('webhooks')
      .set({ paused_until: now + Math.min(fault.retryAfter_s, longestPause_s) })
      .where('id', '=', row.webhook_id)
      .execute()
}

/** Gives a message up: the webhook is failing, or, where the receiver wants no more, disabled. */
export async function noteGivenUp(
  tx: Writer,
  row: DeliveryRow,
  end: { readonly attempt: Attempt | undefined; readonly fault: string; readonly now: EpochSeconds },
): Promise<void> {
  const { attempt, fault, now } = end
  await tx
    .updateTable('webhook_deliveries')
    .set({ failed_at: now, fault, ...(attempt ? { tries: withAttempt(row, attempt) } : {}) })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('sent_at', 'is', null)
    .execute()
  await markFailing(tx, row.webhook_id, { fault, now })
  if (attempt?.status !== gone) return
  await tx.updateTable('webhooks').set({ enabled: 0 }).where('id', '=', row.webhook_id).execute()
  await giveUpWaiting(tx, row.webhook_id, { fault, at: now })
}

async function markFailing(
  tx: Writer,
  id: number,
  { fault, now }: { readonly fault: string; readonly now: EpochSeconds },
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set((columns) => ({ fault, failing_since: columns.fn.coalesce('failing_since', columns.val(now)) }))
    .where('id', '=', id)
    .execute()
}

/** Gives up what has waited too long, and forgets what ended long ago or is too much. */
export async function tendMessages(db: Database, now: EpochSeconds): Promise<void> {
  await db.write(async (tx) => {
    const fault = 'It could not be sent in time.'
    const late = await tx
      .updateTable('webhook_deliveries')
      .set({ failed_at: now, fault })
      .where('failed_at', 'is', null)
      .where('sent_at', 'is', null)
      .where('next_try_at', '<=', now)
      .where('created_at', '<', now - longestWait_s)
      .where('attempts', '>', 0)
      .returning('webhook_id')
      .execute()
    for (const id of new Set(late.map(({ webhook_id }) => webhook_id)))
      await markFailing(tx, id, { fault, now })
    await tx
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<', now - kept.for_s)
      .where((row) => row.or([row('failed_at', 'is not', null), row('sent_at', 'is not', null)]))
      .execute()
    for (const [id, oldest] of await oldestKept(tx))
      await tx
        .deleteFrom('webhook_deliveries')
        .where('webhook_id', '=', id)
        .where('id', '<=', oldest)
        .where((row) => row.or([row('failed_at', 'is not', null), row('sent_at', 'is not', null)]))
        .execute()
    await tx
      .deleteFrom('import_ends')
      .where('at', '<', now - kept.for_s)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('webhooks')
              .select('webhooks.id')
              .where('enabled', '=', 1)
              .whereRef('told_import', '<', 'import_ends.id'),
          ),
        ),
      )
      .execute()
  }, 'aside')
}

/** Of each webhook that has more messages than are kept the newest that goes. */
async function oldestKept(db: Reader): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  for (const { id } of await db.selectFrom('webhooks').select('id').execute()) {
    const row = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', id)
      .orderBy('id', 'desc')
      .offset(kept.most)
      .limit(1)
      .executeTakeFirst()
    if (row) found.set(id, row.id)
  }
  return found
}
