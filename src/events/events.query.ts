import { sql } from 'kysely'
import { type Caller, mayEdit, mayRead } from '../auth/rights.ts'
import { byIds, type ReadByIds } from '../db/byIds.ts'
import type { Reader } from '../db/dialect.ts'
import type { RowSet } from '../db/rowSet.ts'
import type { Page } from '../http/list.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Context } from '../posts/context.ts'
import { reversed, sortKeysOf } from '../posts/posts.order.ts'
import { findNearby, looksSomewhere, type Nearby, nearestOf } from '../posts/posts.places.ts'
import { eventWords } from '../text/search.ts'
import { venueKind } from '../venues/venues.kind.ts'
import type { ListReader } from './events.filters.ts'
import { findFound } from './events.found.ts'
import { linksOfEvents, withThese } from './events.linked.ts'
import { orderOfEvents } from './events.order.ts'
import type { ListEvents } from './events.params.ts'
import { type EventRow, type EventWithLinks, shownColumns, type ShownRow } from './events.row.ts'
import { seek } from './events.seek.ts'
import { isLookedFor, isOfFound } from './events.shown.ts'
import { type Asked, eventsOf } from './events.source.ts'
import { totalOf } from './events.total.ts'

/** A list with more events than this is read in order, where its page comes up soon; the events of a shorter one are sorted. */
const many = 2000

/** The most events before a page for it to be near the beginning. */
const near = 100

/** The event with the id, without regard to rights. */
export async function findEventRow(db: Reader, id: number): Promise<EventRow | undefined> {
  const [event] = await readEvents(db, [id])
  return event
}

/** The event with the id if the caller may read it: not one in the trash, nor one whose password they lack. */
export async function findEvent(
  context: Context,
  id: number,
  { caller }: { caller: Caller },
): Promise<EventRow | undefined> {
  const event = await findEventRow(context.db.read, id)
  if (!event || event.status === 'trash' || !mayRead(caller, event)) return undefined
  return event.password_digest === null || mayEdit(caller, event) ? event : undefined
}

/** One page of the list, in order, with the records shown within each event; and the venues nearby if it looks around a place. */
export async function listEvents(
  context: Context,
  params: ListEvents,
  reader: ListReader,
): Promise<{ events: EventWithLinks[]; page: Page; nearby: Nearby | undefined }> {
  const page = params.page ?? 1
  const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
  const isLookedUp = isLookedFor(params) || looksSomewhere(params)
  const since = isLookedUp ? await context.db.revision() : undefined
  const nearby = await findNearby(context, params, reader.caller)
  const lookedFor = { context, params, reader, nearby, since }
  const asked = { ...lookedFor, found: await findFound(lookedFor) }
  const total = await totalOf(asked)
  const offset = (page - 1) * perPage
  if (offset >= total) return { events: [], page: { page, perPage, total }, nearby }
  // The ids of the page come from an index alone; then only its events are read.
  const ids = await idsOf(asked, { offset, limit: perPage, total })
  const [rows, events, links] = await Promise.all([
    context.rows.get(),
    findEventRows(context.db.read, ids),
    linksOfEvents(context.db.read, ids),
  ])
  const whole = await withThese(rows, { events, links }, reader.caller)
  return { events: whole, page: { page, perPage, total }, nearby }
}

/** A part of a list that has `total` events. */
interface Part {
  readonly offset: number
  readonly limit: number
  readonly total: number
}

/** The ids of the events of a part of the list, in order. */
async function idsOf(asked: Asked, part: Part): Promise<number[]> {
  const { nearby, params } = asked
  const ranked = part.total > many ? await ranksOf(asked) : undefined
  if (ranked) return idsByRank(asked, ranked, part)
  const isByNearest = params.orderby === 'distance' && params.order !== 'desc' && !nearerEnd(part).isFromEnd
  if (!nearby || !isByNearest) return idsAmong(asked, part)
  for (const nearest of nearestOf(nearby)) {
    const ids = await idsAmong({ ...asked, nearby: nearest }, part)
    // Venues are in the order of distance: no event at others alone is nearer than these.
    if (ids.length === part.limit) return ids
  }
  return idsAmong(asked, part)
}

/** The events found, by how many of the words their titles lack; undefined for lists in another order or with more filters. */
async function ranksOf({ context, params, found }: Asked): Promise<readonly RowSet[] | undefined> {
  const { search = '', orderby, order, page: _page, per_page: _perPage, ...filters } = params
  if (!found || orderby !== 'relevance' || !isOfFound({ params: filters })) return undefined
  const ranks = await context.db.rankByTitle(found, eventWords(search).all)
  return order === 'asc' ? ranks?.toReversed() : ranks
}

/** Each rank is read in the order of starts, so that none is sorted as a whole. */
async function idsByRank(asked: Asked, ranks: readonly RowSet[], { offset, limit }: Part): Promise<number[]> {
  const params = {
    ...asked.params,
    orderby: 'start_date',
    order: asked.params.order === 'asc' ? 'desc' : 'asc',
  } as const
  const ids: number[] = []
  let before = 0
  for (const found of ranks) {
    const first = Math.max(0, offset - before)
    const wanted = Math.min(limit - ids.length, found.size - first)
    const part = { offset: first, limit: wanted, total: found.size }
    if (wanted > 0) ids.push(...(await idsAmong({ ...asked, params, found }, part)))
    before += found.size
  }
  return ids
}

async function idsAmong(asked: Asked, part: Part): Promise<number[]> {
  const { context, params } = asked
  const { offset, limit, isFromEnd } = nearerEnd(part)
  const hasMany = part.total > many
  const order = orderOfEvents(context.db.dialect, params, hasMany)
  const isByStart = order.index === undefined && !order.isSorted
  const isBackwards = (params.order === 'desc') !== isFromEnd
  const place = { offset, limit, total: part.total, isBackwards }
  const sought = isByStart ? await seek(asked, place) : { asked, offset }
  const { query } = await eventsOf(sought.asked, {
    testsEach: hasMany && sought.offset < near && !order.isSorted,
    following: hasMany ? order.index : undefined,
    isByStart,
    isByDistance: params.orderby === 'distance',
  })
  const keys = sortKeysOf(order, params.order)
  const rows = await (isFromEnd ? reversed(keys) : keys)
    .reduce((query, [key, way]) => query.orderBy(key, way), query.select('events.id'))
    .limit(limit)
    .offset(sought.offset)
    .execute()
  const ids = rows.map(({ id }) => id)
  return isFromEnd ? ids.toReversed() : ids
}

/** Where the part is when the list is read from whichever end is nearer. */
function nearerEnd({ offset, limit, total }: Part) {
  if (offset <= total / 2) return { offset, limit, isFromEnd: false }
  const until = Math.min(offset + limit, total)
  return { offset: total - until, limit: until - offset, isFromEnd: true }
}

/** The events with these ids, in their order. */
async function findEventRows(db: Reader, ids: readonly number[]): Promise<ShownRow[]> {
  const byId = new Map((await readShown(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const readShown = byIds((db, ids) =>
  db.selectFrom('events').select(shownColumns).where('id', 'in', ids).compile(),
)

const readEvents = byIds((db, ids) => db.selectFrom('events').selectAll().where('id', 'in', ids).compile())

/** The links of these events in their order, including those to trashed and hidden records. */
export async function linksOf(
  db: Reader,
  { link }: LinkedKind,
  eventIds: readonly number[],
): Promise<{ event_id: number; linked_id: number }[]> {
  return readLinks[link.table](db, eventIds)
}

const readLinks = {
  event_venues: linksByIds(venueKind),
  event_organizers: linksByIds(organizerKind),
}

function linksByIds({ link }: LinkedKind): ReadByIds<{ event_id: number; linked_id: number }> {
  return byIds((db, eventIds) =>
    sql<{ event_id: number; linked_id: number }>`
      select event_id, ${sql.ref(link.column)} as linked_id from ${sql.table(link.table)}
      where event_id in (${sql.join(eventIds)}) order by event_id, position`.compile(db),
  )
}
