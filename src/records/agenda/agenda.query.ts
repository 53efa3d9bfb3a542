import type { DaySpan } from '../../pure/calendar/daySpan.ts'
import type { Limits } from '../../pure/calendar/window.ts'
import { filtersOf, type ListAmong, type ListReader } from '../events/events.filters.ts'
import type { EventRow } from '../rows/event.row.ts'
import { countBefore, countDuring } from '../../storage/index/facets.ts'
import type { Hits } from '../../storage/index/hits.ts'
import type { Snapshot } from '../../storage/index/snapshot.ts'
import type { Context } from '../../http/context.ts'
import { visibleIn } from '../posts/posts.query.ts'

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
  'attendance_mode',
  'registration',
  'registration_shown',
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
  readonly span: DaySpan
  /** The stretches of time that it is made of, in seconds of the epoch, one after the other. */
  readonly parts: readonly Limits[]
  /** Further filters of the list; its days narrow the stretches. */
  readonly filters: ListAmong
}

/** The same of days, which follow one another. */
export interface DaysScope {
  readonly days: readonly DaySpan[]
  readonly filters: ListAmong
}

/**
 * The events that are on in a stretch of time, without pages, with only what a calendar of days shows of them. Its parts have the same
 * share of them each if there are more than `most`.
 */
export async function listAgenda(
  context: Context,
  { span, parts, filters }: AgendaScope,
  reader: ListReader,
  most = agendaLimit,
): Promise<Agenda> {
  return context.index.ask(async (snapshot) => {
    const all = await findAll({ context, snapshot, reader }, span, filters)
    const idsIn = (offset: number, limit: number) =>
      context.index.idsOf(all, { by: 'starts' }, { offset, limit })
    if (all.total <= most)
      return { entries: await readEntries(context, await idsIn(0, most), reader), isPartial: false }
    // A third of them: no page shows as many, and they are spread over all of its parts.
    const share = Math.ceil(most / 3 / (parts.length + 1))
    const places = [0, ...countBefore(all, [...parts.map(({ from }) => from), Infinity])]
    const ids: number[] = []
    for (const [at, place] of places.slice(0, -1).entries())
      ids.push(...(await idsIn(place, Math.min(share, (places[at + 1] ?? 0) - place))))
    return { entries: await readEntries(context, ids, reader), isPartial: true }
  })
}

/** How many events are on in each of some days. */
export async function countAgenda(
  context: Context,
  { days, filters }: DaysScope,
  reader: ListReader,
): Promise<number[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  return context.index.ask(async (snapshot) =>
    countDuring(
      await findAll(
        { context, snapshot, reader },
        { ...first, until: last.until, lastDay: last.lastDay },
        filters,
      ),
      days,
    ),
  )
}

/** The events that are on in the span. */
async function findAll(
  asked: { readonly context: Context; readonly snapshot: Snapshot; readonly reader: ListReader },
  span: DaySpan,
  filters: ListAmong,
): Promise<Hits> {
  const params = { ...filters, days: [span, ...(filters.days ?? [])] }
  return asked.context.index.find(asked.snapshot, (await filtersOf({ ...asked, params })).filters)
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
