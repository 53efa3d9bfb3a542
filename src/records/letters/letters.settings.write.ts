import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { lastSecond } from '../../pure/calendar/text.ts'
import { endSubscription, eraseSubscriber } from './letters.leave.write.ts'
import type { LettersParts } from './letters.parts.ts'
import { findSubscriber, findSubscription } from './letters.query.ts'
import { subscribe } from './letters.subscribe.write.ts'
import type { SubscriberRow, SubscriptionRow } from './letters.types.ts'
import type { Wanted } from './letters.wanted.ts'

const day_s = 86_400

/** How long a pause may be, in seconds; `always`: until they come back. */
const pauses = { week: 7 * day_s, month: 30 * day_s, always: undefined } as const
export type Pause = keyof typeof pauses

export const pauseWords = Object.keys(pauses) as readonly Pause[]

/** What somebody does on the page of their settings. */
export type SettingsDeed =
  | { readonly do: 'stop'; readonly id: number }
  | { readonly do: 'stop_all' }
  | { readonly do: 'pause'; readonly for: Pause }
  | { readonly do: 'resume' }
  | { readonly do: 'language'; readonly locale: string }
  | { readonly do: 'change' | 'add'; readonly id?: number; readonly wanted: Wanted }

/** What is left of a subscriber after a deed: `gone`: nothing is known of them any more. */
export type Settled = SubscriberRow | 'gone'

/** Does what a subscriber wants done, in the transaction. What they name that is not theirs changes nothing. */
export async function settle(
  tx: Writer,
  parts: Pick<LettersParts, 'context' | 'now'>,
  { subscriber: id, deed }: { readonly subscriber: number; readonly deed: SettingsDeed },
  now: EpochSeconds,
): Promise<Settled> {
  const subscriber = await findSubscriber(tx, id)
  if (!subscriber) return 'gone'
  if (deed.do === 'stop') {
    const own = await ownOf(tx, subscriber, deed.id)
    return own && (await endSubscription(tx, own)) ? 'gone' : subscriber
  }
  if (deed.do === 'stop_all') {
    await eraseSubscriber(tx, subscriber)
    return 'gone'
  }
  if (deed.do === 'pause') {
    const length_s = pauses[deed.for]
    // Nothing that falls into a pause is sent later.
    await tx.deleteFrom('letter_sends').where('subscriber_id', '=', id).execute()
    return change(tx, subscriber, { paused_until: length_s === undefined ? lastSecond : now + length_s })
  }
  if (deed.do === 'resume') return change(tx, subscriber, { paused_until: null })
  if (deed.do === 'language') return change(tx, subscriber, { locale: deed.locale })
  const replaces = deed.id === undefined ? undefined : await ownOf(tx, subscriber, deed.id)
  if (deed.id === undefined || replaces)
    await subscribe(tx, parts, subscriber, { wanted: deed.wanted, replaces })
  return subscriber
}

async function ownOf(
  tx: Writer,
  { id }: SubscriberRow,
  subscription: number,
): Promise<SubscriptionRow | undefined> {
  const row = await findSubscription(tx, subscription)
  return row?.subscriber_id === id ? row : undefined
}

async function change(
  tx: Writer,
  { id }: SubscriberRow,
  to: Partial<Pick<SubscriberRow, 'paused_until' | 'locale'>>,
): Promise<SubscriberRow> {
  return tx.updateTable('subscribers').set(to).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Whether nothing is sent to a subscriber now. */
export function isPaused({ paused_until }: Pick<SubscriberRow, 'paused_until'>, now: EpochSeconds): boolean {
  return paused_until !== null && paused_until > now
}
