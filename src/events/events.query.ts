import { sql } from 'kysely'
import { type Caller, mayEdit, mayRead } from '../auth/rights.ts'
import { byIds, type ReadByIds } from '../db/byIds.ts'
import type { Reader } from '../db/dialect.ts'
import type { Rows } from '../db/rows.ts'
import type { Page } from '../http/list.ts'
import { readLinked } from '../linked/linked.query.ts'
import type { LinkedKind, LinkedRow } from '../linked/linked.kind.ts'
import { imagesOf } from '../media/media.query.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Context } from '../posts/context.ts'
import { reversed, termsOf } from '../posts/posts.order.ts'
import { findNearby, type Nearby, nearestOf } from '../posts/posts.places.ts'
import { findTermsOfEvents } from '../terms/terms.query.ts'
import { ticketsOf } from '../tickets/tickets.query.ts'
import { venueKind } from '../venues/venues.kind.ts'
import type { ListReader } from './events.filters.ts'
import { orderOfEvents } from './events.order.ts'
import type { ListEvents } from './events.params.ts'
import type { EventRow, EventWithLinks } from './events.row.ts'
import { type Asked, eventsOf } from './events.source.ts'
import { totalOf } from './events.total.ts'

/** With more events than this in a list, its page is met soon by going through events in order; with fewer they are sorted. */
const many = 2000

/** Events before a page, at most, for it to be among the first. */
const near = 100

/** The event with the id, whoever asks. */
export async function findEventRow(db: Reader, id: number): Promise<EventRow | undefined> {
  return db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The event with the id if this caller may read it as things are: not in the trash, and not behind a password they need. */
export async function findEvent(
  context: Context,
  id: number,
  { caller }: { caller: Caller },
): Promise<EventRow | undefined> {
  const event = await findEventRow(context.db.read, id)
  if (!event || event.status === 'trash' || !mayRead(caller, event)) return undefined
  return event.password_digest === null || mayEdit(caller, event) ? event : undefined
}

/** One page of the list, in order, and the venues that it looked at if it looked somewhere. */
export async function listEvents(
  context: Context,
  params: ListEvents,
  reader: ListReader,
): Promise<{ events: EventRow[]; page: Page; nearby: Nearby | undefined }> {
  const page = params.page ?? 1
  const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
  const nearby = await findNearby(context, params, reader.caller)
  const asked = { context, params, reader, nearby }
  const total = await totalOf(asked)
  const offset = (page - 1) * perPage
  if (offset >= total) return { events: [], page: { page, perPage, total }, nearby }
  // The ids of the page come from an index alone; only its events are then read.
  const ids = await idsOf(asked, { offset, limit: perPage, total })
  const events = await findEventRows(context.db.read, ids)
  return { events, page: { page, perPage, total }, nearby }
}

/** A part of a list, which has so many events in all. */
interface Part {
  readonly offset: number
  readonly limit: number
  readonly total: number
}

/** The ids of the events of a part of the list, in order. */
async function idsOf(asked: Asked, part: Part): Promise<number[]> {
  const { nearby, params } = asked
  const isByNearest = params.orderby === 'distance' && params.order !== 'desc' && !nearerEnd(part).isFromEnd
  if (!nearby || !isByNearest) return idsAmong(asked, part)
  for (const nearest of nearestOf(nearby)) {
    const ids = await idsAmong({ ...asked, nearby: nearest }, part)
    // No event that is elsewhere alone is nearer than these.
    if (ids.length === part.limit) return ids
  }
  return idsAmong(asked, part)
}

async function idsAmong(asked: Asked, part: Part): Promise<number[]> {
  const { context, params } = asked
  const { offset, limit, isFromEnd } = nearerEnd(part)
  const hasMany = part.total > many
  const order = orderOfEvents(context.db.dialect, params, hasMany)
  const { query } = await eventsOf(asked, {
    isEach: hasMany && offset < near && !order.isSorted,
    following: hasMany ? order.index : undefined,
    isByDistance: params.orderby === 'distance',
  })
  const terms = termsOf(order, params.order)
  const rows = await (isFromEnd ? reversed(terms) : terms)
    .reduce((query, [term, way]) => query.orderBy(term, way), query.select('events.id'))
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = rows.map(({ id }) => id)
  return isFromEnd ? ids.toReversed() : ids
}

/** Where the part is when the list is gone through from the end that is nearer to it. */
function nearerEnd({ offset, limit, total }: Part) {
  if (offset <= total / 2) return { offset, limit, isFromEnd: false }
  const until = Math.min(offset + limit, total)
  return { offset: total - until, limit: until - offset, isFromEnd: true }
}

/** The events with what is shown within each: links in their order, left out where the reader may not read them (D14). */
export async function withLinks(
  rows: Rows,
  events: readonly EventRow[],
  caller: Caller,
): Promise<EventWithLinks[]> {
  const ids = events.map(({ id }) => id)
  const terms = await findTermsOfEvents(rows, ids)
  const venues = await linkedOf(rows, venueKind, ids, caller)
  const organizers = await linkedOf(rows, organizerKind, ids, caller)
  const tickets = await ticketsOf(rows.db, ids)
  const images = await imagesOf(rows, [...events, ...[...venues.values(), ...organizers.values()].flat()])
  return events.map((event) => {
    const own = terms.get(event.id) ?? []
    return {
      event,
      categories: own.filter(({ taxonomy }) => taxonomy === 'tribe_events_cat'),
      tags: own.filter(({ taxonomy }) => taxonomy === 'post_tag'),
      venues: venues.get(event.id) ?? [],
      organizers: organizers.get(event.id) ?? [],
      tickets: tickets.get(event.id) ?? [],
      images,
    }
  })
}

/** The events with these ids, in their order. */
async function findEventRows(db: Reader, ids: readonly number[]): Promise<EventRow[]> {
  const byId = new Map((await readEvents(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const readEvents = byIds((db, ids) => db.selectFrom('events').selectAll().where('id', 'in', ids).compile())

/** The venues or organizers of each event that this caller may read, in the order they were linked; never trashed ones (D14). */
async function linkedOf(
  rows: Rows,
  kind: LinkedKind,
  eventIds: readonly number[],
  caller: Caller,
): Promise<Map<number, LinkedRow[]>> {
  const links = await linksOf(rows.db, kind, eventIds)
  const known = await rows.find(
    readLinked[kind.table],
    links.map(({ linked_id }) => linked_id),
  )
  const shown = (id: number) => {
    const row = known.get(id)
    return row && row.status !== 'trash' && mayRead(caller, row) ? row : []
  }
  const linked = Map.groupBy(links, ({ event_id }) => event_id)
  return new Map([...linked].map(([id, own]) => [id, own.flatMap(({ linked_id }) => shown(linked_id))]))
}

/** The links of these events in their order, trashed and hidden ones included. */
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
