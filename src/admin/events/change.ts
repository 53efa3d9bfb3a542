import { ask } from '../api.ts'
import type { EventRecord } from '../records.ts'

/** Which dates of a series are meant. */
export type Scope = 'this' | 'following' | 'all'

/** What can be done to events at once. */
export type Deed = {
  /** Which dates are meant of those that are of a series; this one alone, where it is left out. */
  readonly scope?: Scope
} & (
  | { readonly does: 'publish' }
  | { readonly does: 'cancel'; readonly reason: string }
  | { readonly does: 'categorize'; readonly add: readonly number[]; readonly remove: readonly number[] }
  | { readonly does: 'place'; readonly venues: readonly number[] }
  | { readonly does: 'trash' }
  /** From the trash, as drafts. */
  | { readonly does: 'restore' }
  /** From the trash, each as it was before. */
  | { readonly does: 'untrash' }
  | { readonly does: 'remove' }
)

/** What each is called by the service. */
const actions = {
  publish: 'approve',
  cancel: 'cancel',
  categorize: 'categorize',
  place: 'place',
  trash: 'trash',
  restore: 'draft',
  untrash: 'restore',
  remove: 'delete',
} as const satisfies Record<Deed['does'], string>

/** Does it to all of the events, or to none where one of them is refused. Throws what {@link ask} throws. */
export async function changeAll(events: readonly EventRecord[], deed: Deed): Promise<void> {
  await ask('events/bulk', { method: 'POST', json: sentOf(events, deed) })
}

/** How many events that would change; nothing is written. Throws what {@link ask} throws. */
export async function tryAll(events: readonly EventRecord[], deed: Deed): Promise<number> {
  const json = { ...sentOf(events, deed), dry_run: true }
  const { body } = await ask<{ changed: readonly number[] }>('events/bulk', { method: 'POST', json })
  return body.changed.length
}

function sentOf(events: readonly EventRecord[], deed: Deed): object {
  return {
    ids: events.map(({ id }) => id),
    action: actions[deed.does],
    ...(deed.scope === undefined ? {} : { scope: deed.scope }),
    ...(deed.does === 'cancel' ? { reason: deed.reason } : {}),
    ...(deed.does === 'categorize' ? listsOf(deed) : {}),
    ...(deed.does === 'place' ? { venue: deed.venues } : {}),
  }
}

function listsOf({ add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] }) {
  return {
    ...(add.length > 0 ? { add_categories: add } : {}),
    ...(remove.length > 0 ? { remove_categories: remove } : {}),
  }
}

/** Brings back what was moved to the trash, with the rule of its series if that went with it. Throws what {@link ask} throws. */
export async function bringBack(events: readonly EventRecord[], { scope }: Deed): Promise<void> {
  const series = events.find((event) => event.series)?.series
  if (series === undefined || scope === undefined || scope === 'this') {
    await changeAll(events, { does: 'untrash' })
    return
  }
  // What one request did is one entry of the history: with the series all else that went with it comes back.
  const path = `series/${series.id}/history`
  const { body } = await ask<{ history: readonly { revision: number }[] }>(path, { query: { per_page: 1 } })
  await ask(`${path}/${body.history[0]?.revision ?? 0}/undo`, { method: 'POST', json: {} })
}
