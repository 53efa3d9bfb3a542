import { ask } from '../api.ts'
import type { EventRecord } from '../records.ts'
import { inverseOf } from './inverse.ts'

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

/** The way back from what was done, if there is one. It throws what {@link ask} throws. */
export function wayBack(events: readonly EventRecord[], deed: Deed): (() => Promise<void>) | undefined {
  if (deed.scope === undefined || deed.scope === 'this') {
    const all = inverseOf(events, deed)
    if (!all || all.length === 0) return undefined
    return async () => {
      for (const json of all) await ask('events/bulk', { method: 'POST', json })
    }
  }
  const [series, ...others] = new Set(events.map((event) => event.series?.id))
  return series === undefined || others.length > 0 ? undefined : () => undoLast(series)
}

/** Takes back what was done last to a series: what one request did to it and to its dates is one entry of its history. */
async function undoLast(series: number): Promise<void> {
  const path = `series/${series}/history`
  const { body } = await ask<{ history: readonly { revision: number }[] }>(path, { query: { per_page: 1 } })
  await ask(`${path}/${body.history[0]?.revision ?? 0}/undo`, { method: 'POST', json: {} })
}
