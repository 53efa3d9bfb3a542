import type { DeliveryView, WebhookView } from '../../../records/webhooks/webhooks.record.ts'
import { ask } from '../api.ts'

const kinds = ['event', 'venue', 'organizer', 'category', 'tag', 'series'] as const
const happenings = ['created', 'updated', 'published', 'canceled', 'deleted'] as const

/** What a webhook may be told of, under the names that messages have. */
export const allTypes: readonly string[] = [
  ...kinds.flatMap((kind) => happenings.map((what) => `${kind}.${what}`)),
  'import.finished',
  'registration.changed',
]

/** An address that is told what happens. */
export type Webhook = WebhookView

/** A message to a webhook, and how sending it went. */
export type Delivery = DeliveryView

/** What is said of a webhook. */
export interface WebhookFields {
  readonly url?: string
  readonly description?: string
  readonly types?: readonly string[]
  readonly filter?: string
  readonly signatures?: readonly string[]
  readonly enabled?: boolean
}

/** All webhooks. */
export async function readWebhooks(): Promise<readonly Webhook[]> {
  return (await ask<{ readonly webhooks: readonly Webhook[] }>('webhooks')).body.webhooks
}

/** Sets a webhook up, or changes the one with the ID. */
export async function saveWebhook(id: number | undefined, json: WebhookFields): Promise<Webhook> {
  const path = id === undefined ? 'webhooks' : `webhooks/${id}`
  return (await ask<Webhook>(path, { method: 'POST', json })).body
}

/** Removes a webhook. */
export async function removeWebhook(id: number): Promise<void> {
  await ask(`webhooks/${id}`, { method: 'DELETE' })
}

/** Gives a webhook a new secret. */
export async function rotateSecret(id: number): Promise<Webhook> {
  return (await ask<Webhook>(`webhooks/${id}/rotate`, { method: 'POST', json: {} })).body
}

/** Sends a webhook a message now. */
export async function testWebhook(id: number): Promise<Delivery> {
  return (await ask<Delivery>(`webhooks/${id}/test`, { method: 'POST', json: {} })).body
}

/** The last messages to a webhook. */
export async function readDeliveries(id: number): Promise<readonly Delivery[]> {
  const { body } = await ask<{ readonly deliveries: readonly Delivery[] }>(`webhooks/${id}/deliveries`, {
    query: { per_page: 20 },
  })
  return body.deliveries
}

/** Has a message sent again. */
export async function replayDelivery(id: number): Promise<void> {
  await ask(`webhooks/deliveries/${id}/replay`, { method: 'POST', json: {} })
}
