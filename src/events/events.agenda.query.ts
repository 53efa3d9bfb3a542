import { type RawBuilder, sql } from 'kysely'
import type { Limits } from '../calendar/window.ts'
import type { Context } from '../posts/context.ts'
import type { ListReader } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'
import type { EventRow } from './events.row.ts'
import { shownIn } from './events.shown.ts'
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

/**
 * The events that are on in a stretch of time, in seconds of the epoch, without pages, with only what a calendar of days shows of
 * them. `parts`, which make up the stretch, have the same share of them each if there are more than `most`.
 */
export async function listAgenda(
  context: Context,
  parts: readonly Limits[],
  reader: ListReader,
  most = agendaLimit,
): Promise<Agenda> {
  const [from, until] = [parts[0]?.from ?? 0, parts.at(-1)?.until ?? 0]
  const all = listIn({ starts: { from: -Infinity, until }, isStillOnAt: from })
  if ((await countOf(context, all, reader)) <= most)
    return { entries: await entriesOf(context, all, reader, most), isPartial: false }
  // A third of them: no page shows as many, and they are spread over all of its parts.
  const share = Math.ceil(most / 3 / (parts.length + 1))
  const before = listIn({ starts: { from: -Infinity, until: from }, isStillOnAt: from })
  const found = await Promise.all([
    entriesOf(context, before, reader, share),
    firstOf(context, parts, reader, { share, isStillOnAt: from }),
  ])
  return { entries: found.flat(), isPartial: true }
}

/** How many events are on in each of some stretches of time. */
export async function countAgenda(
  context: Context,
  stretches: readonly Limits[],
  reader: ListReader,
): Promise<number[]> {
  return Promise.all(
    stretches.map(({ from, until }) =>
      countOf(context, listIn({ starts: { from: -Infinity, until }, isStillOnAt: from }), reader),
    ),
  )
}

/** The events that begin before a moment and are still on at another one. */
function listIn({ starts, isStillOnAt }: { starts: Limits; isStillOnAt: number }): ListEvents {
  return listBetween({}, { starts, ends: { from: isStillOnAt + 1, until: Infinity } })
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

/** The first events to begin in each of the parts: one query, as building one for each hour of a week takes longer than all of them. */
async function firstOf(
  context: Context,
  parts: readonly Limits[],
  reader: ListReader,
  { share, isStillOnAt }: { share: number; isStillOnAt: number },
): Promise<AgendaEntry[]> {
  const isShown = shownIn({ params: {}, reader })
  const firstIn = ({ from, until }: Limits) => sql`select id from (
    select events.id from listings as events
    where ${isShown} and events.hide_from_listings = ${sql.lit(0)}
    and events.starts_at >= ${from} and events.starts_at < ${until} and events.ends_at > ${isStillOnAt}
    order by events.starts_at, events.date_at, events.id limit ${share}) as part`
  return readEntries(context, sql<number>`${sql.join(parts.map(firstIn), sql` union all `)}`)
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
