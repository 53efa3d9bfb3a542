import { epochSeconds } from '../../pure/calendar/text.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { DeliveryFault } from '../../people/delivery/delivery.fault.ts'
import type { DeliveryOutcome } from '../../people/delivery/delivery.tally.ts'
import { type Channel, createDelivery, type Delivery } from '../../people/delivery/delivery.worker.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'
import { noteFailed, noteGivenUp, noteSent, tendMessages } from './webhooks.outcome.write.ts'
import { type OutboxParts, writeMessages } from './webhooks.outbox.write.ts'
import { RegistrationMessages } from './webhooks.registrations.ts'
import { type DeliveryRow, dueMessages, dueWebhooks, findWebhook, type WebhookRow } from './webhooks.query.ts'
import { signedHeaders } from './webhooks.secret.ts'
import { type Attempt, type Attempted, type Outgoing, patience_ms, type Send } from './webhooks.transport.ts'
import { oldSecretsOf, signaturesOf } from './webhooks.stored.ts'

/** What delivering takes. */
export interface WebhookParts extends OutboxParts {
  readonly now: () => Temporal.Instant
  /** Has settings in force that were changed elsewhere. */
  readonly follow: () => Promise<void>
  readonly count: (outcome: DeliveryOutcome) => void
  readonly send: Send
  readonly chance?: () => number
}

/** Writes messages to webhooks and sends them, without delaying or failing a request. */
export interface WebhookDelivery {
  /** Writes what is news, and begins to send what is due; does not wait for receivers. */
  beginDue(): Promise<void>
  /** The same, and waits for what is being sent; answers how many were taken. */
  sendDue(): Promise<number>
  /** Lets what is being sent end within a few seconds, and begins nothing more. */
  close(): Promise<void>
}

/** How often old messages are looked for, in seconds. */
const tendEvery_s = 3600

/** How many webhooks are sent to at the same time. */
const mostAtOnce = 20

/** Makes what delivers. Each webhook has a lane of its own: one that is slow, or fails, delays no other. */
export function createWebhookDelivery(parts: WebhookParts): WebhookDelivery {
  return new Lanes(parts)
}

class Lanes implements WebhookDelivery {
  readonly #parts: WebhookParts
  readonly #lanes = new Map<number, Delivery>()
  readonly #running = new Map<number, Promise<number>>()
  readonly #registrations = new RegistrationMessages()
  #writing: Promise<number> | undefined
  #tend_at = -Infinity
  #isOver = false

  constructor(parts: WebhookParts) {
    this.#parts = parts
  }

  async beginDue(): Promise<void> {
    await this.#begin()
  }

  async sendDue(): Promise<number> {
    await this.#begin()
    const sent = await Promise.all(this.#running.values())
    return sent.reduce((sum, each) => sum + each, 0)
  }

  async close(): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()))
    await Promise.all(this.#running.values())
    await this.#writing?.catch(() => {})
  }

  async #begin(): Promise<void> {
    if (this.#isOver) return
    const { context, now, follow } = this.#parts
    await follow()
    const at = epochSeconds(now())
    if (hasCome(this.#tend_at, at, tendEvery_s)) {
      await tendMessages(context.db, at)
      this.#tend_at = at + tendEvery_s
    }
    this.#writing ??= this.#write(now()).finally(() => {
      this.#writing = undefined
    })
    await this.#writing
    // By the clock as it is now: what was written in a second that has begun since is due then.
    for (const id of await dueWebhooks(context.db.read, epochSeconds(now()))) {
      if (this.#isOver || this.#running.size >= mostAtOnce) break
      if (!this.#running.has(id)) this.#running.set(id, this.#run(id))
    }
  }

  async #write(now: Temporal.Instant): Promise<number> {
    const ofRegistrations = await this.#registrations.write(this.#parts, now)
    return ofRegistrations + (await writeMessages(this.#parts, now))
  }

  /** Sends until nothing is due or the receiver needs a rest; does not reject. */
  async #run(id: number): Promise<number> {
    const lane = this.#lanes.get(id) ?? createDelivery(this.#laneOf(id))
    this.#lanes.set(id, lane)
    let sent = 0
    try {
      for (let some = 1; some > 0 && !this.#isOver;) {
        some = await lane.sendDue()
        sent += some
      }
    } catch (error) {
      this.#parts.log(`Webhook ${id} could not be sent to. ${messageOf(error)}`)
    } finally {
      this.#running.delete(id)
    }
    return sent
  }

  #laneOf(webhook: number) {
    const { context, now, log, count, chance } = this.#parts
    return {
      db: context.db,
      now,
      log,
      count,
      // The receiver has all of its time, and what comes before and after takes a moment.
      timeout_ms: patience_ms + 5000,
      channel: this.#channelOf(webhook),
      ...(chance ? { chance } : {}),
    }
  }

  #channelOf(webhook: number): Channel<'webhook_deliveries'> {
    const { context, now, send } = this.#parts
    // One is sent at a time.
    let last: Attempt | undefined
    return {
      table: 'webhook_deliveries',
      due: (read, at, most) => dueMessages(read, webhook, { now: at, most }),
      send: async (row, ended) => {
        last = undefined
        const { attempt, fault } = await attemptTo(context.db, send, { row, at: epochSeconds(now()), ended })
        last = attempt
        if (fault) throw fault
      },
      sent: async (tx, row) => {
        if (last) await noteSent(tx, row, { attempt: last, now: epochSeconds(now()) })
      },
      failed: (tx, row, { fault, at }) => noteFailed(tx, row, { attempt: last, fault, now: at }),
      givenUp: (tx, row, { fault, at }) => noteGivenUp(tx, row, { attempt: last, fault, now: at }),
      called: ({ id, webhook_id }) => `Message ${id} to webhook ${webhook_id}`,
    }
  }
}

/** One attempt to send a message, as the webhook is now. */
async function attemptTo(
  db: Database,
  send: Send,
  { row, at, ended }: { readonly row: DeliveryRow; readonly at: EpochSeconds; readonly ended: AbortSignal },
): Promise<Attempted> {
  const webhook = await findWebhook(db.read, row.webhook_id)
  if (webhook?.enabled !== 1) throw new DeliveryFault('The webhook was disabled.', { isFinal: true })
  return send(outgoingTo(webhook, row, at), ended)
}

/** A message as it is sent to a webhook at a moment, signed with all secrets that are in force. */
export function outgoingTo(
  webhook: WebhookRow,
  { message_id, body }: Pick<DeliveryRow, 'message_id' | 'body'>,
  at: EpochSeconds,
): Outgoing {
  const inForce = [webhook, ...oldSecretsOf(webhook, at)]
  const headers = signedHeaders({ id: message_id, at, body }, signaturesOf(webhook), inForce)
  return { url: webhook.url, body, headers, at }
}
