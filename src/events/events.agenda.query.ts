import type { Limits } from '../calendar/window.ts'
import type { Hits } from '../index/hits.ts'
import type { Snapshot } from '../index/snapshot.ts'
import type { Context } from '../posts/context.ts'
import { visibleIn } from '../posts/posts.query.ts'
import { filtersOf, type ListReader } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import type { EventRow } from './events.row.ts'
import { listBetween } from './events.window.ts'

/** More events than a month of all but the largest calendars has; more would take longer to read than all else about its page. */
const agendaLimit = 2000

const columns = [
  'slug',
  'title',
  'status',
  'all_day',
  'start_wall',
  'end_wall',
  'starts_at',
  'ends_at',
  'password_digest',
  'event_status',
] as const

/** What a calendar shows of an event among many. */
export type AgendaEntry = Pick<EventRow, 'id' | (typeof columns)[number]>

/** The events of a stretch of time. */
export interface Agenda {
  /** By start. */
  readonly entries: readonly AgendaEntry[]
  /** Whether there are too many, so that these are only the first that begin in each part, and the first that began before. */
  readonly isPartial: boolean
}

/** Which events an agenda has. */
export interface AgendaScope {
  /** The stretches of time, in seconds of the epoch, that follow one another. */
  readonly parts: readonly Limits[]
  /** Further filters of the list; its dates narrow the stretches. */
  readonly filters: ListEvents
}

/**
 * The events that are on in a stretch of time, without pages, with only what a calendar of days shows of them. Its parts have the same
 * share of them each if there are more than `most`.
 */
export async function listAgenda(
  context: Context,
  { parts, filters }: AgendaScope,
  reader: ListReader,
  most = agendaLimit,
): Promise<Agenda> {
  const [from, until] = [parts[0]?.from ?? 0, parts.at(-1)?.until ?? 0]
  return context.index.ask(async (snapshot) => {
    const startingIn = (starts: Limits) =>
      findIn({ context, snapshot, reader }, listIn(filters, { starts, isStillOnAt: from }))
    const firstOf = (hits: Hits, limit: number) =>
      context.index.idsOf(hits, { by: 'starts' }, { offset: 0, limit })
    const all = await startingIn({ from: -Infinity, until })
    if (all.total <= most)
      return { entries: await readEntries(context, await firstOf(all, most), reader), isPartial: false }
    // A third of them: no page shows as many, and they are spread over all of its parts.
    const share = Math.ceil(most / 3 / (parts.length + 1))
    const ids: number[] = []
    for (const part of [{ from: -Infinity, until: from }, ...parts])
      ids.push(...(await firstOf(await startingIn(part), share)))
    return { entries: await readEntries(context, ids, reader), isPartial: true }
  })
}

/** How many events are on in each of some stretches of time. */
export async function countAgenda(
  context: Context,
  { parts, filters }: AgendaScope,
  reader: ListReader,
): Promise<number[]> {
  return context.index.ask(async (snapshot) => {
    const totals: number[] = []
    for (const { from, until } of parts) {
      const list = listIn(filters, { starts: { from: -Infinity, until }, isStillOnAt: from })
      totals.push((await findIn({ context, snapshot, reader }, list)).total)
    }
    return totals
  })
}

/** The events that begin before a moment and are still on at another one. */
function listIn(
  filters: ListEvents,
  { starts, isStillOnAt }: { starts: Limits; isStillOnAt: number },
): ListEvents {
  const { starts_before: before, ends_after: after, ...others } = filters
  const until = Math.min(starts.until, before?.kind === 'instant' ? before.seconds : Infinity)
  const from = Math.max(isStillOnAt + 1, after?.kind === 'instant' ? after.seconds + 1 : -Infinity)
  return listBetween(others, { starts: { ...starts, until }, ends: { from, until: Infinity } })
}

async function findIn(
  asked: { readonly context: Context; readonly snapshot: Snapshot; readonly reader: ListReader },
  params: ListEvents,
): Promise<Hits> {
  const { filters } = await filtersOf({ ...asked, params })
  return asked.context.index.find(asked.snapshot, filters)
}

/**
 * Rows may be newer than the choice of them: what the reader may no longer see is left out. A cross join, or SQLite would look for the
 * ids among all events of the status: a hundred thousand of them took 25 ms, for a few hundred rows.
 */
async function readEntries(
  { db }: Context,
  ids: readonly number[],
  { caller }: ListReader,
): Promise<AgendaEntry[]> {
  return db.read
    .selectFrom(db.dialect.tableOfIds(ids).as('found'))
    .crossJoin('events')
    .select(['events.id', ...columns])
    .whereRef('events.id', '=', 'found.id')
    .where('hide_from_listings', '=', 0)
    .where(visibleIn('events', caller, undefined))
    .orderBy('starts_at')
    .orderBy('date_at')
    .orderBy('events.id')
    .execute()
}
