import { ask } from '../api.ts'
import type { EventRecord } from '../records.ts'

/** What can be done to events at once. */
export type Deed =
  | { readonly does: 'publish' }
  | { readonly does: 'cancel'; readonly reason: string }
  | { readonly does: 'trash' }
  | { readonly does: 'restore'; readonly status: EventRecord['status'] }
  | { readonly does: 'remove' }

/** Does it to one event. Throws what {@link ask} throws. */
async function change(id: number, deed: Deed): Promise<void> {
  const path = `events/${id}`
  switch (deed.does) {
    case 'publish':
      await ask(path, { method: 'POST', json: { status: 'publish' } })
      return
    case 'cancel':
      await ask(path, {
        method: 'POST',
        json: { event_status: 'canceled', event_status_reason: deed.reason },
      })
      return
    case 'trash':
      await ask(path, { method: 'DELETE' })
      return
    case 'restore':
      await ask(path, { method: 'POST', json: { status: deed.status } })
      return
    case 'remove':
      await ask(path, { method: 'DELETE', query: { force: true } })
  }
}

/** What came of doing it to several events. */
export interface Outcome {
  readonly done: readonly EventRecord[]
  readonly faults: readonly { readonly event: EventRecord; readonly fault: unknown }[]
}

/** Does it to each of the events, one after the other; what one of them refuses does not keep it from the others. */
export async function changeAll(events: readonly EventRecord[], deed: Deed): Promise<Outcome> {
  const done: EventRecord[] = []
  const faults: { event: EventRecord; fault: unknown }[] = []
  for (const event of events) {
    try {
      await change(event.id, deed)
      done.push(event)
    } catch (fault) {
      faults.push({ event, fault })
    }
  }
  return { done, faults }
}
