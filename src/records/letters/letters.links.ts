import { readTokenFor, type Sealed, tokenFor } from '../../http/auth/seal.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { LettersParts } from './letters.parts.ts'
import type { RequestRow, SubscriberRow, SubscriptionRow } from './letters.types.ts'

const day_s = 86_400

/** How long the page of settings is open by a mail, in days: whoever forwards the mail lends it for as long. */
const settingsFor_days = 60

/** How long what somebody has asked for waits to be confirmed, in seconds. */
export const unconfirmedFor_s = 2 * day_s

type Secret = Pick<LettersParts, 'secret'>

/** The secret part of the link by which what was asked for is confirmed. */
export function confirmToken({ secret }: Secret, request: Pick<RequestRow, 'id' | 'created_at'>): string {
  return tokenFor(secret, 'letter request', request)
}

/** What such a link seals; undefined for one that was not made here. */
export function readConfirm({ secret }: Secret, token: string): Sealed | undefined {
  return readTokenFor(secret, 'letter request', token)
}

/** The secret part of the link that ends a subscription. It works for as long as that is there. */
export function leaveToken(
  { secret }: Secret,
  subscription: Pick<SubscriptionRow, 'id' | 'created_at'>,
): string {
  return tokenFor(secret, 'letter leave', subscription)
}

/** What such a link seals; undefined for one that was not made here. */
export function readLeave({ secret }: Secret, token: string): Sealed | undefined {
  return readTokenFor(secret, 'letter leave', token)
}

/** The secret part of the link to the settings of a subscriber, from the day of a mail on. */
export function settingsToken(
  { secret }: Secret,
  { id, confirmed_at }: Pick<SubscriberRow, 'id' | 'confirmed_at'>,
  at: EpochSeconds,
): string {
  const day = Math.floor(at / day_s)
  return `${tokenFor(secret, `letter settings ${day}`, { id, created_at: confirmed_at })}.${day.toString(36)}`
}

/** What such a link seals; undefined for one that was not made here. */
export function readSettings(
  { secret }: Secret,
  token: string,
  now: EpochSeconds,
): (Sealed & { readonly isOver: boolean }) | undefined {
  const [seal = '', text = '', ...more] = token.split('.')
  const day = /^[0-9a-z]{1,6}$/.test(text) ? Number.parseInt(text, 36) : 0
  const sealed = readTokenFor(secret, `letter settings ${day}`, seal)
  if (!sealed || more.length > 0 || day.toString(36) !== text) return undefined
  return { ...sealed, isOver: day + settingsFor_days < Math.floor(now / day_s) }
}
