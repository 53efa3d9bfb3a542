import { randomInt } from 'node:crypto'
import { endOfHistory } from '../changes/changes.feed.query.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { outgoingTo } from './webhooks.delivery.ts'
import { testMessage } from './webhooks.messages.ts'
import { withAttempt } from './webhooks.outcome.write.ts'
import type { OutboxParts } from './webhooks.outbox.write.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.query.ts'
import type { Send } from './webhooks.transport.ts'
import { keepTest } from './webhooks.write.ts'

/** Sends a webhook a message that tells nothing, now and once, even if it is disabled; answers the message with how that went. */
export async function testWebhook(
  { context, siteOf, send }: OutboxParts & { readonly send: Send },
  webhook: WebhookRow,
  at: EpochSeconds,
): Promise<DeliveryRow> {
  const { db } = context
  const { revision } = await endOfHistory(db.read)
  const mark = randomInt(2 ** 47)
  const message = testMessage(webhook.id, { site: siteOf(webhook), at, mark, revision })
  const { attempt, fault } = await send(outgoingTo(webhook, message, at))
  const row: Omit<DeliveryRow, 'id'> = {
    ...message,
    webhook_id: webhook.id,
    tries: withAttempt({ tries: '[]' }, attempt),
    attempts: 1,
    created_at: at,
    next_try_at: at,
    sent_at: fault ? null : at,
    failed_at: fault ? at : null,
    fault: fault?.message ?? null,
  }
  const { id } = await db.write((tx) => keepTest(tx, row), 'aside')
  return { ...row, id }
}
