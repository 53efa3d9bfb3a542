import { RowSet } from '../db/rowSet.ts'
import { rowsIn } from '../db/rows.ts'
import { setImmediate } from 'node:timers/promises'
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { EpochSeconds, Tables } from '../db/tables.ts'
import { ApiError } from '../errors.ts'
import { pagesOf } from '../http/list.ts'
import type { Context } from '../posts/context.ts'
import { sortKeysOf } from '../posts/posts.order.ts'
import { findNearby } from '../posts/posts.places.ts'
import { visibleIn } from '../posts/posts.query.ts'
import type { ListReader } from './events.filters.ts'
import { findFound } from './events.found.ts'
import type { ListEvents } from './events.params.ts'
import { orderOfEvents } from './events.order.ts'
import { withLinks } from './events.linked.ts'
import type { EventWithLinks } from './events.row.ts'
import { type Asked, eventsOf } from './events.source.ts'

/** How many events are read from the database at a time: some hundred kilobytes, in a few milliseconds. */
const batch = 100

/** A list to be read from its beginning to its end. */
export interface Walk {
  readonly params: ListEvents
  readonly reader: ListReader
  /** Which part of the list is wanted, and how many events a part has at most. */
  readonly page: number
  readonly perPage: number
  /** Public events that came into the trash no earlier belong to the list, as cancelled; undefined: none do. */
  readonly cancelledSince: EpochSeconds | undefined
}

/** The ids of a part of the list, by start or in the order asked for, and whether there is more. Throws 404 past the last part. */
export async function findEventIds(
  context: Context,
  walk: Walk,
): Promise<{ ids: readonly number[]; hasMore: boolean }> {
  const { params, reader, page, perPage } = walk
  const nearby = await findNearby(context, params, reader.caller)
  const list = { context, params, reader, nearby }
  const asked = { ...list, found: await findWithCancelled(list, walk.cancelledSince) }
  const shown = isShown(walk)
  const order = orderOfEvents(context.db.dialect, { ...params, orderby: params.orderby ?? 'start_date' })
  const { query } = await eventsOf(asked, { shown, isByDistance: params.orderby === 'distance' })
  const rows = await sortKeysOf(order, params.order)
    .reduce((query, [key, way]) => query.orderBy(key, way), query.select('events.id'))
    .limit(perPage + 1)
    .offset((page - 1) * perPage)
    .execute()
  if (rows.length === 0 && page > 1) {
    const { query } = await eventsOf(asked, { shown })
    const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
    const last = Math.max(1, pagesOf({ page, perPage, total }))
    throw new ApiError('event-archive-page-not-found', { page, last })
  }
  return { ids: rows.slice(0, perPage).map(({ id }) => id), hasMore: rows.length > perPage }
}

/** The events that are looked for before the list is read, those that were cancelled included. */
async function findWithCancelled(asked: Asked, since: EpochSeconds | undefined): Promise<RowSet | undefined> {
  const found = await findFound(asked)
  if (!found || since === undefined) return found
  const { query } = await eventsOf(asked, { shown: isCancelled(since), testsEach: true })
  const cancelled = await query.select('events.id').execute()
  return found.or(RowSet.of(cancelled.map(({ id }) => id)))
}

/**
 * The events with these ids, in their order, with the records shown within each. They are read in batches, so that memory
 * stays the same however many there are and other requests have their turn. Those that may no longer be shown are left out.
 */
export async function* eachEvent(
  context: Context,
  ids: readonly number[],
  walk: Walk,
): AsyncGenerator<EventWithLinks, void, undefined> {
  for (let from = 0; from < ids.length; from += batch) {
    if (from > 0) await setImmediate()
    const some = ids.slice(from, from + batch)
    const rows = await context.db.read
      .selectFrom('events')
      .selectAll()
      .where('id', 'in', some)
      .where(isShown(walk))
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const events = some.flatMap((id) => byId.get(id) ?? [])
    yield* await withLinks(rowsIn(context.db.read), events, walk.reader.caller)
  }
}

/** Whether the reader may see the event in lists, including as cancelled. */
function isShown(walk: Walk): Expression<SqlBool> {
  const eb = expressionBuilder<Tables>()
  const { params, reader, cancelledSince } = walk
  const shown = [visibleIn('events', reader.caller, params.status)]
  if (cancelledSince !== undefined && (params.status?.includes('publish') ?? true)) {
    shown.push(isCancelled(cancelledSince))
  }
  return eb.and([sql<SqlBool>`events.hide_from_listings = ${sql.lit(0)}`, eb.or(shown)])
}

/** Whether a public event came into the trash at the moment or later. */
function isCancelled(since: EpochSeconds): Expression<SqlBool> {
  // Written with literals, as in the definition of the index.
  return sql<SqlBool>`events.id in (select cancelled.id from events as cancelled
    where cancelled.status = 'trash' and cancelled.status_before = 'publish' and cancelled.trashed_at >= ${since})`
}
