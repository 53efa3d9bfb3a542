import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { dueAfter } from './letters.days.ts'
import { HasAll, mostDigests, mostSubscriptions } from './letters.limits.ts'
import type { LettersParts } from './letters.parts.ts'
import { countOf, digestAt, subscriptionsOf } from './letters.query.ts'
import { forgetUnused } from './letters.leave.write.ts'
import type { SubscriberRow, SubscriptionRow } from './letters.types.ts'
import { watch } from './letters.watch.write.ts'
import { digestKey, type Wanted, type WantedDigest, type WantedEvent } from './letters.wanted.ts'

type Parts = Pick<LettersParts, 'context' | 'now'>

/**
 * Has a subscriber get something from now on; what they have of the same kind and target gets the new wishes. `replaces`: a subscription
 * of theirs in whose place it comes. Throws {@link HasAll} where they have as many as they may, and 429 where there are too many digests.
 */
export async function subscribe(
  tx: Writer,
  parts: Parts,
  subscriber: SubscriberRow,
  { wanted, replaces }: { readonly wanted: Wanted; readonly replaces?: SubscriptionRow | undefined },
): Promise<SubscriptionRow> {
  const now = epochSeconds(parts.now())
  const target_id = wanted.kind === 'digest' ? await digestOf(tx, parts, wanted) : wanted.target
  const wishes =
    'remind' in wanted
      ? ({ remind: wanted.remind, changes: wanted.changes ? 1 : 0 } as const)
      : ({ remind: null, changes: 0 } as const)
  const own = await subscriptionsOf(tx, subscriber.id)
  const same = own.find((each) => each.kind === wanted.kind && each.target_id === target_id)
  if (same) {
    if (replaces && replaces.id !== same.id) {
      await tx.deleteFrom('subscriptions').where('id', '=', replaces.id).execute()
      await forgetUnused(tx, [replaces])
    }
    if (isWatching(wanted)) await watch(tx, wanted, now)
    await tx.updateTable('subscriptions').set(wishes).where('id', '=', same.id).execute()
    await forgetUnused(tx, [same])
    return { ...same, ...wishes }
  }
  if (replaces) {
    const changed = await tx
      .updateTable('subscriptions')
      .set({ kind: wanted.kind, target_id, ...wishes })
      .where('id', '=', replaces.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    // What waits to be sent is of what they had before.
    await tx.deleteFrom('letter_sends').where('subscription_id', '=', replaces.id).execute()
    if (isWatching(wanted)) await watch(tx, wanted, now)
    await forgetUnused(tx, [replaces])
    return changed
  }
  if (own.length >= mostSubscriptions) throw new HasAll()
  if (isWatching(wanted)) await watch(tx, wanted, now)
  return tx
    .insertInto('subscriptions')
    .values({ subscriber_id: subscriber.id, kind: wanted.kind, target_id, ...wishes, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function isWatching(wanted: Wanted): wanted is WantedEvent {
  return (wanted.kind === 'event' || wanted.kind === 'series') && wanted.changes
}

/** The digest that is shared by all who ask for the same. */
async function digestOf(tx: Writer, { context, now }: Parts, wanted: WantedDigest): Promise<number> {
  const key = digestKey(wanted)
  const next_due_at = epochSeconds(dueAfter(wanted, context.siteZone, now()))
  const known = await digestAt(tx, key)
  // One that rests goes on, as its filter holds again.
  if (known?.next_due_at === null)
    await tx.updateTable('digests').set({ next_due_at, fault: null }).where('id', '=', known.id).execute()
  if (known) return known.id
  if ((await countOf(tx, 'digests')) >= mostDigests)
    throw new ApiError('rest_too_many_requests', { seconds: 3600 })
  const { kind: _kind, ...columns } = wanted
  const { id } = await tx
    .insertInto('digests')
    .values({ ...columns, key, next_due_at, fault: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
