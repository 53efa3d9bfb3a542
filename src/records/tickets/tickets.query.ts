import { sql } from 'kysely'
import { byIds } from '../../storage/db/statements.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import type { Page } from '../../http/list.ts'
import type { Context } from '../../http/context.ts'
import type { ListTickets } from './tickets.params.ts'
import type { TicketRow } from './tickets.record.ts'

/** The ticket with the id, even in the trash; undefined when there is none. */
export async function findTicket(db: Reader, id: number): Promise<TicketRow | undefined> {
  return db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The tickets of each of these events in their order, without those in the trash: one query. */
export async function ticketsOf(
  db: Reader,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, TicketRow[]>> {
  return Map.groupBy(await readTickets(db, eventIds), ({ event_id }) => event_id)
}

const readTickets = byIds((db, eventIds) =>
  db
    .selectFrom('tickets')
    .selectAll()
    .where('event_id', 'in', eventIds)
    .where('status', '=', sql.lit('publish'))
    .orderBy('event_id')
    .orderBy('position')
    .orderBy('id')
    .compile(),
)

/** Those of the events that have a ticket of which none is left. */
export async function eventsWithNoneLeft(db: Database, eventIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ event_id: number }>`
    select distinct event_id from tickets
    where capacity = 0 and status = 'publish' and event_id in (select id from ${db.dialect.tableOfIds(eventIds)} as found)`.execute(
    db.read,
  )
  return rows.map(({ event_id: id }) => id)
}

/** One page of the tickets of an event, in their order. */
export async function listTickets(
  context: Context,
  eventId: number,
  params: ListTickets,
): Promise<{ rows: TicketRow[]; page: Page }> {
  const { page = 1, orderby = 'position', order = 'asc' } = params
  const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
  const matching = context.db.read
    .selectFrom('tickets')
    .where('event_id', '=', eventId)
    .where('status', 'in', params.status ?? ['publish'])
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .$if(orderby === 'position', (query) => query.orderBy('position', order))
    .orderBy('id', order)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, page: { page, perPage, total } }
}

/** How many tickets an event has, including those in the trash, and the greatest position of one. */
export async function countTickets(
  db: Reader,
  eventId: number,
): Promise<{ count: number; last: number | null }> {
  return db
    .selectFrom('tickets')
    .select([sql<number>`count(*)`.as('count'), sql<number | null>`max(position)`.as('last')])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
}
