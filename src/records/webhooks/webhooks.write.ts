import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type DeliveryRow, lastImportEnd, type LogPlace, type WebhookRow } from './webhooks.query.ts'
import { newPrivateKey, newSecret } from './webhooks.secret.ts'
import { oldSecretsOf } from './webhooks.stored.ts'

/** How many webhooks are kept at most. */
const mostWebhooks = 100

/** How long the secret before stays in force, in seconds. */
const overlap_s = 86_400

/** How many earlier secrets are in force at most: each is a signature in each message. */
const mostOldSecrets = 4

/** What is said of a webhook when it is set up or changed. */
export type WebhookChanges = Partial<
  Pick<WebhookRow, 'url' | 'description' | 'types' | 'filter' | 'enabled' | 'signatures' | 'home'>
>

/** Where the logs end: what comes behind is news. */
async function endsNow(
  tx: Writer,
): Promise<Pick<WebhookRow, 'told_revision' | 'told_kind' | 'told_id' | 'told_import'>> {
  const { number } = await tx.selectFrom('revision').select('number').executeTakeFirstOrThrow()
  // Behind every row of the last transaction: no kind is behind this one.
  return {
    told_revision: number,
    told_kind: 'venue',
    told_id: Number.MAX_SAFE_INTEGER,
    told_import: await lastImportEnd(tx),
  }
}

/** Stores a new webhook; answers its id. Throws 409 where there are too many. */
export async function createWebhook(
  tx: Writer,
  wanted: Required<WebhookChanges> & { readonly secret: string | undefined },
  now: EpochSeconds,
): Promise<number> {
  const { count } = await tx
    .selectFrom('webhooks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostWebhooks) throw new ApiError('rest_webhook_limit', { most: mostWebhooks })
  const { secret = newSecret(), ...rest } = wanted
  const { id } = await tx
    .insertInto('webhooks')
    .values({
      ...rest,
      ...(await endsNow(tx)),
      secret,
      private_key: newPrivateKey(),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Changes what was said of a webhook. One that is enabled again is told what happens from now on; what waits for one that is
 * disabled is given up, and can be sent again later.
 */
export async function changeWebhook(
  tx: Writer,
  before: WebhookRow,
  { changes, now }: { readonly changes: WebhookChanges; readonly now: EpochSeconds },
): Promise<void> {
  const isEnabled = changes.enabled === 1 && before.enabled === 0
  const isMoved = changes.url !== undefined && changes.url !== before.url
  await tx
    .updateTable('webhooks')
    .set({
      ...changes,
      ...(isEnabled ? await endsNow(tx) : {}),
      ...(isEnabled || isMoved ? { fault: null, failing_since: null, paused_until: 0 } : {}),
    })
    .where('id', '=', before.id)
    .execute()
  if (changes.enabled === 0 && before.enabled === 1)
    await giveUpWaiting(tx, before.id, { fault: 'The webhook was disabled.', at: now })
}

/** Gives up all that waits for a webhook. */
export async function giveUpWaiting(
  tx: Writer,
  webhook: number,
  { fault, at }: { readonly fault: string; readonly at: EpochSeconds },
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ failed_at: at, fault })
    .where('webhook_id', '=', webhook)
    .where('failed_at', 'is', null)
    .where('sent_at', 'is', null)
    .execute()
}

/** Removes a webhook and all messages to it. */
export async function removeWebhook(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Gives a webhook a new secret and a new key; those before stay in force for a day beside them. */
export async function rotateSecret(
  tx: Writer,
  row: WebhookRow,
  { secret = newSecret(), now }: { readonly secret: string | undefined; readonly now: EpochSeconds },
): Promise<void> {
  const before = { secret: row.secret, private_key: row.private_key, until: now + overlap_s }
  const old = [before, ...oldSecretsOf(row, now)].slice(0, mostOldSecrets)
  await tx
    .updateTable('webhooks')
    .set({ secret, private_key: newPrivateKey(), old_secrets: JSON.stringify(old) })
    .where('id', '=', row.id)
    .execute()
}

/** Has a message sent again, as if it never had been. */
export async function replayDelivery(
  tx: Writer,
  { id }: Pick<DeliveryRow, 'id'>,
  now: EpochSeconds,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ attempts: 0, next_try_at: now, sent_at: null, failed_at: null, fault: null })
    .where('id', '=', id)
    .execute()
}

/** Stores a message that was only tried once, with how that ended. */
export async function keepTest(tx: Writer, row: Omit<DeliveryRow, 'id'>): Promise<Pick<DeliveryRow, 'id'>> {
  return tx.insertInto('webhook_deliveries').values(row).returning('id').executeTakeFirstOrThrow()
}

/** How far a webhook has been told, as a place in the log. */
export function placeOf({ told_revision, told_kind, told_id }: WebhookRow): LogPlace {
  return { revision: told_revision, kind: told_kind, id: told_id }
}
