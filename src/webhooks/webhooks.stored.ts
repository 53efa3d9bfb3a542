import type { EpochSeconds } from '../schema/tables.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.query.ts'
import type { SignatureKind, Signing } from './webhooks.secret.ts'
import type { Attempt } from './webhooks.transport.ts'
import type { MessageType } from './webhooks.types.ts'

/** The types of messages that a webhook gets. */
export function typesOf({ types }: Pick<WebhookRow, 'types'>): readonly MessageType[] {
  // Only what was checked is stored.
  return JSON.parse(types) as MessageType[]
}

/** The kinds of signatures of the messages to a webhook. */
export function signaturesOf({ signatures }: Pick<WebhookRow, 'signatures'>): readonly SignatureKind[] {
  return JSON.parse(signatures) as SignatureKind[]
}

/** A secret and a key that were in force, until a moment. */
export interface OldSigning extends Signing {
  readonly until: EpochSeconds
}

/** The secrets and keys before the present ones that are still in force, the last one first. */
export function oldSecretsOf(
  { old_secrets }: Pick<WebhookRow, 'old_secrets'>,
  now: EpochSeconds,
): OldSigning[] {
  // Only `rotateSecret` writes it.
  return (JSON.parse(old_secrets) as OldSigning[]).filter(({ until }) => until > now)
}

/** The last attempts to send a message, the oldest first. */
export function triesOf({ tries }: Pick<DeliveryRow, 'tries'>): Attempt[] {
  // Only `withAttempt` writes it.
  return JSON.parse(tries) as Attempt[]
}
