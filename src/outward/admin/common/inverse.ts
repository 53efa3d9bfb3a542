import type { EventRecord } from '../records.ts'
import { venuesOf } from '../records.ts'
import type { Deed } from './deed.ts'

/** What `POST events/bulk` is sent. */
export interface BulkSent {
  readonly ids: readonly number[]
  readonly action: 'draft' | 'reinstate' | 'categorize' | 'place' | 'fields' | 'trash' | 'restore'
  readonly add_categories?: readonly number[]
  readonly remove_categories?: readonly number[]
  readonly venue?: readonly number[]
  readonly fields?: Readonly<Record<string, unknown>>
}

/**
 * What takes back what was done to these events alone, in as few requests as there are ways in which they were before; undefined
 * where they do not say how they were.
 */
export function inverseOf(events: readonly EventRecord[], deed: Deed): readonly BulkSent[] | undefined {
  const ids = events.map(({ id }) => id)
  switch (deed.does) {
    case 'trash':
      return [{ ids, action: 'restore' }]
    case 'restore':
    case 'untrash':
      return [{ ids, action: 'trash' }]
    case 'publish':
      return events.every(({ status }) => status === 'draft') ? [{ ids, action: 'draft' }] : undefined
    case 'cancel':
      return events.every(({ event_status: is = 'scheduled' }) => is === 'scheduled')
        ? [{ ids, action: 'reinstate' }]
        : undefined
    case 'categorize':
      return alike(events, (event) => {
        const had = new Set(event.categories.map(({ id }) => id))
        const added = deed.add.filter((id) => !had.has(id))
        const removed = deed.remove.filter((id) => had.has(id))
        if (added.length + removed.length === 0) return undefined
        return {
          action: 'categorize',
          ...(removed.length > 0 ? { add_categories: removed } : {}),
          ...(added.length > 0 ? { remove_categories: added } : {}),
        }
      })
    case 'fields':
      // Lists do not tell what is internal.
      if (deed.isInternal) return undefined
      return alike(events, ({ fields = {} }) => {
        const names = Object.keys({ ...deed.set, ...deed.add, ...deed.remove })
        return {
          action: 'fields',
          fields: Object.fromEntries(names.map((name) => [name, fields[name] ?? null])),
        }
      })
    case 'place':
      return alike(events, (event) => ({ action: 'place', venue: venuesOf(event).map(({ id }) => id) }))
    default:
      return undefined
  }
}

/** The same for those that were alike, together. */
function alike(
  events: readonly EventRecord[],
  inverse: (event: EventRecord) => Omit<BulkSent, 'ids'> | undefined,
): readonly BulkSent[] {
  const groups = new Map<string, { ids: number[] } & Omit<BulkSent, 'ids'>>()
  for (const event of events) {
    const sent = inverse(event)
    if (!sent) continue
    const key = JSON.stringify(sent)
    const group = groups.get(key) ?? { ids: [], ...sent }
    group.ids.push(event.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
