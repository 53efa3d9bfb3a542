import { type RawBuilder, sql } from 'kysely'
import type { Limits } from '../calendar/window.ts'
import type { Context } from '../posts/context.ts'
import type { ListReader } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import type { EventRow } from './events.row.ts'
import { eventsOf } from './events.source.ts'
import { totalOf } from './events.total.ts'
import { listBetween } from './events.window.ts'

/** More events than a month of all but the largest calendars has; more would take longer to read than all else about its page. */
const agendaLimit = 2000

const columns = [
  'shown.id',
  'shown.slug',
  'shown.title',
  'shown.status',
  'shown.all_day',
  'shown.start_wall',
  'shown.end_wall',
  'shown.starts_at',
  'shown.ends_at',
  'shown.timezone',
  'shown.featured',
  'shown.password_digest',
] as const

/** What a calendar shows of an event among many. */
export type AgendaEntry = Pick<EventRow, Unprefixed<(typeof columns)[number]>>

type Unprefixed<Column> = Column extends `shown.${infer Name}` ? Name : never

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
  const all = listIn(filters, { starts: { from: -Infinity, until }, isStillOnAt: from })
  if ((await countOf(context, all, reader)) <= most)
    return { entries: await entriesOf(context, all, reader, most), isPartial: false }
  // A third of them: no page shows as many, and they are spread over all of its parts.
  const share = Math.ceil(most / 3 / (parts.length + 1))
  const before = listIn(filters, { starts: { from: -Infinity, until: from }, isStillOnAt: from })
  const ofParts = parts.map((part) => listIn(filters, { starts: part, isStillOnAt: from }))
  const found = await Promise.all([before, ...ofParts].map((list) => entriesOf(context, list, reader, share)))
  return { entries: found.flat(), isPartial: true }
}

/** How many events are on in each of some stretches of time. */
export async function countAgenda(
  context: Context,
  { parts, filters }: AgendaScope,
  reader: ListReader,
): Promise<number[]> {
  return Promise.all(
    parts.map(({ from, until }) =>
      countOf(context, listIn(filters, { starts: { from: -Infinity, until }, isStillOnAt: from }), reader),
    ),
  )
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

async function countOf(context: Context, params: ListEvents, reader: ListReader): Promise<number> {
  return totalOf({ context, params, reader, nearby: undefined })
}

/** The first events of a list. */
async function entriesOf(
  context: Context,
  params: ListEvents,
  reader: ListReader,
  limit: number,
): Promise<AgendaEntry[]> {
  const { query } = await eventsOf({ context, params, reader, nearby: undefined })
  const first = query
    .select('events.id')
    .orderBy('events.starts_at')
    .orderBy('events.date_at')
    .orderBy('events.id')
    .limit(limit)
  return readEntries(context, sql<number>`${first}`)
}

async function readEntries({ db }: Context, ids: RawBuilder<number>): Promise<AgendaEntry[]> {
  return db.read
    .selectFrom('events as shown')
    .innerJoin(sql<{ id: number }>`(${ids})`.as('found'), 'found.id', 'shown.id')
    .select(columns)
    .orderBy('shown.starts_at')
    .orderBy('shown.date_at')
    .orderBy('shown.id')
    .execute()
}
