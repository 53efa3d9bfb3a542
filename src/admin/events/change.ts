import { ask } from '../api.ts'
import type { EventRecord } from '../records.ts'

/** What can be done to events at once. */
export type Deed =
  | { readonly does: 'publish' }
  | { readonly does: 'cancel'; readonly reason: string }
  | { readonly does: 'trash' }
  /** From the trash, as drafts. */
  | { readonly does: 'restore' }
  /** From the trash, each as it was before. */
  | { readonly does: 'untrash' }
  | { readonly does: 'remove' }

/** What each is called by the service. */
const actions = {
  publish: 'approve',
  cancel: 'cancel',
  trash: 'trash',
  restore: 'draft',
  untrash: 'restore',
  remove: 'delete',
} as const satisfies Record<Deed['does'], string>

/** Does it to all of the events, or to none where one of them is refused. Throws what {@link ask} throws. */
export async function changeAll(events: readonly EventRecord[], deed: Deed): Promise<void> {
  await ask('events/bulk', {
    method: 'POST',
    json: {
      ids: events.map(({ id }) => id),
      action: actions[deed.does],
      ...(deed.does === 'cancel' ? { reason: deed.reason } : {}),
    },
  })
}
