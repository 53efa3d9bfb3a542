import { allForetold, type Foretold } from '../../../pure/params/guests.ts'
import { ask } from '../api.ts'
import type { EventRecord } from '../records.ts'
import { foretold, type WayBack, wayBackBy } from './goBack.ts'
import { inverseOf } from './inverse.ts'
import type { Deed } from './deed.ts'

/** What each is called by the service. */
const actions = {
  publish: 'approve',
  cancel: 'cancel',
  categorize: 'categorize',
  place: 'place',
  fields: 'fields',
  trash: 'trash',
  restore: 'draft',
  untrash: 'restore',
  remove: 'delete',
} as const satisfies Record<Deed['does'], string>

/** Does it to all of the events, or to none where one of them is refused; answers the way back, if there is one. Throws what {@link ask} throws. */
export async function changeAll(events: readonly EventRecord[], deed: Deed): Promise<WayBack | undefined> {
  const work = async () => void (await ask('events/bulk', { method: 'POST', json: sentOf(events, deed) }))
  const isWide = deed.scope !== undefined && deed.scope !== 'this'
  const series = new Set(events.map((event) => event.series?.id))
  const [first] = events
  // Dates remember what is changed on them alone: what was done to one goes back by the history, and that with it.
  const isOneAct = isWide ? series.size === 1 : events.length === 1
  if (first?.series && isOneAct && deed.does !== 'remove') return withWayBack(first, work)
  await work()
  const all = isWide ? undefined : inverseOf(events, deed)
  if (!all || all.length === 0) return undefined
  return {
    go: async () => {
      for (const json of all) await ask('events/bulk', { method: 'POST', json })
    },
    tells: async () =>
      allForetold(await Promise.all(events.filter(({ registration }) => registration).map(tellsBack))),
  }
}

/** Whom it would tell what if what was done last to an event were taken back. */
async function tellsBack(event: EventRecord): Promise<Foretold> {
  const last = await latestOf(event)
  return last?.undo ? foretold(undoOf(event, last)) : []
}

/**
 * Does something to an event, and to other dates of its series; answers what takes it back by the history, as a whole. What has changed
 * since is refused by that, and never taken back with it. Throws what the work throws.
 */
export async function withWayBack(
  event: EventRecord,
  work: () => Promise<void>,
): Promise<WayBack | undefined> {
  const before = await latestOf(event)
  await work()
  const done = await latestOf(event)
  if (!before || !done?.undo || done.revision === before.revision) return undefined
  return wayBackBy(undoOf(event, done))
}

const historyOf = ({ id }: EventRecord) => `events/${id}/history`
const undoOf = (event: EventRecord, { revision }: Entry) => `${historyOf(event)}/${revision}/undo`

interface Entry {
  readonly revision: number
  /** null: it can never be taken back. */
  readonly undo: object | null
}

/** What was done last to an event; undefined where that is not known, which must keep nobody from working. */
async function latestOf(event: EventRecord): Promise<Entry | undefined> {
  try {
    const { body } = await ask<{ history: readonly Entry[] }>(historyOf(event), { query: { per_page: 1 } })
    return body.history[0] ?? { revision: 0, undo: null }
  } catch {
    return undefined
  }
}

/** The events that that would change; nothing is written. Throws what {@link ask} throws. */
export async function tryAll(events: readonly EventRecord[], deed: Deed): Promise<readonly number[]> {
  const json = { ...sentOf(events, deed), dry_run: true }
  const { body } = await ask<{ changed: readonly number[] }>('events/bulk', { method: 'POST', json })
  return body.changed
}

function sentOf(events: readonly EventRecord[], deed: Deed): object {
  return {
    ids: events.map(({ id }) => id),
    action: actions[deed.does],
    ...(deed.scope === undefined ? {} : { scope: deed.scope }),
    ...(deed.does === 'cancel' ? { reason: deed.reason } : {}),
    ...(deed.does === 'categorize' ? listsOf(deed) : {}),
    ...(deed.does === 'fields' ? { fields: deed.set, add_fields: deed.add, remove_fields: deed.remove } : {}),
    ...(deed.does === 'place' ? { venue: deed.venues } : {}),
  }
}

function listsOf({ add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] }) {
  return {
    ...(add.length > 0 ? { add_categories: add } : {}),
    ...(remove.length > 0 ? { remove_categories: remove } : {}),
  }
}
