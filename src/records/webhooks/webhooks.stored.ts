import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { isNumber, isText, storedJson, storedList } from '../../pure/text/stored.ts'
import { isObject } from '../../pure/params/lists.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.query.ts'
import { type SignatureKind, signatureKinds, type Signing } from './webhooks.secret.ts'
import type { Attempt } from './webhooks.transport.ts'
import { type MessageType, messageTypes } from './webhooks.types.ts'

/** The types of messages that a webhook gets. */
export function typesOf({ types }: Pick<WebhookRow, 'types'>): readonly MessageType[] {
  return storedList('types', types, isType)
}

function isType(item: unknown): item is MessageType {
  return messageTypes.some((type) => type === item)
}

/** The kinds of signatures of the messages to a webhook. */
export function signaturesOf({ signatures }: Pick<WebhookRow, 'signatures'>): readonly SignatureKind[] {
  return storedList('signatures', signatures, isKind)
}

function isKind(item: unknown): item is SignatureKind {
  return signatureKinds.some((kind) => kind === item)
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
  return storedList('old_secrets', old_secrets, isOldSigning).filter(({ until }) => until > now)
}

function isOldSigning(item: unknown): item is OldSigning {
  return isObject(item) && isText(item['secret']) && isText(item['private_key']) && isNumber(item['until'])
}

/** The last attempts to send a message, the oldest first. */
export function triesOf({ tries }: Pick<DeliveryRow, 'tries'>): Attempt[] {
  return storedList('tries', tries, isAttempt)
}

function isAttempt(item: unknown): item is Attempt {
  return isObject(item) && isNumber(item['at']) && isNumber(item['took_ms']) && isText(item['answer'])
}

/** The message itself; without anything in it where it cannot be read. */
export function messageIn({ body }: Pick<DeliveryRow, 'body'>): object {
  const message = storedJson('body', body)
  return isObject(message) ? message : {}
}
