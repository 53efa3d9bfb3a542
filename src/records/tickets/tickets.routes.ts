import { type Caller, mayEdit } from '../../http/auth/rights.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { findEventRow } from '../rows/event.query.ts'
import { eventNotFound } from '../rows/event.access.ts'
import type { EventRow } from '../rows/event.row.ts'
import { invalidParams, isAnyUnread } from '../../http/decodedParameters.ts'
import { itemMethods, removed } from '../../http/item.ts'
import { assertPage, listAnswer, type ListShape, repeated } from '../../http/list.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import type { Ask, Endpoint, Faults, Lacking, Resource } from '../../http/resource.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import { wholly } from '../../http/wholly.ts'
import type { Context } from '../../http/context.ts'
import { deleteParams } from '../posts/posts.params.ts'
import { type ById, byId } from '../../pure/params/path.ts'
import { lacksOnId } from '../posts/posts.rights.ts'
import { eventToRead } from './tickets.event.ts'
import {
  type CreateTicket,
  createTicketParams,
  type ListTickets,
  listTicketsParams,
  type ReadTicket,
  readTicketParams,
  type UpdateTicket,
  updateTicketParams,
} from './tickets.params.ts'
import { findTicket, listTickets } from './tickets.query.ts'
import type { TicketRow } from './tickets.record.ts'
import { settleTicket } from './tickets.settle.ts'
import { ticketUrl, ticketView } from './tickets.view.ts'
import { createTicket, type Guard, removeTicket, trashTicket, updateTicket } from './tickets.write.ts'

const list: ListShape = {
  key: 'tickets',
  order: 'items first',
  pastTheEnd: 'ticket-archive-page-not-found',
}

const item = itemMethods('ticket', 'Ticket')

/** The addresses of tickets: those of an event, and one by id. Rights are those to the event. */
export function ticketResources(context: Context): [Resource<ById>, Resource<ById>] {
  return [
    {
      path: '/events/{id}/tickets',
      pathParams: byId,
      isExtension: true,
      endpoints: [listEndpoint(context), createEndpoint(context)],
      lacks: async (caller, { id }) => {
        const { POST } = await lacksOnId(context.db.read, caller, id, 'anyone')
        return POST === undefined ? {} : { POST }
      },
    },
    {
      path: '/tickets/{id}',
      pathParams: byId,
      isExtension: true,
      endpoints: [readEndpoint(context), removeEndpoint(context), updateEndpoint(context)],
      lacks: async (caller, { id }) => lacksOnTicket(context, caller, id),
    },
  ]
}

function listEndpoint(context: Context): Endpoint<ById, ListTickets> {
  return {
    methods: ['GET'],
    summary: 'List the tickets of an event, in their order.',
    params: withPageSizes(listTicketsParams, context),
    answer: { status: 200, says: 'One page of the list.', schema: 'TicketList' },
    check: (ask) => statusFaults(context, ask),
    handle: async (ask) => {
      const { path, params, now, site } = ask
      const event = await eventToRead(context, path.id, ask)
      const { rows, page } = await listTickets(context, event.id, params)
      assertPage(list, page)
      const items = await inTimeSlices(rows, (row) => ticketView(row, { event, site, now }, context))
      const filters = repeated({ ...params, per_page: page.perPage }, ['per_page', 'status', 'password'])
      // The list is below its event.
      const below = { ...site, rest: `${site.rest}/events/${event.id}` }
      return listAnswer(list, below, { items, page, filters })
    },
  }
}

function createEndpoint(context: Context): Endpoint<ById, CreateTicket> {
  return {
    methods: ['POST'],
    summary: 'Create a ticket of an event.',
    params: createTicketParams,
    answer: { status: 201, says: 'The new ticket.', schema: 'Ticket' },
    check: async (ask) =>
      writeFaults(context, ask, { event: await findEventRow(context.db.read, ask.path.id) }),
    handle: async (ask) => {
      const { path, params, caller, now, site } = ask
      return wholly(
        context,
        async (within) => {
          const id = await createTicket(within, path.id, params, { caller, now })
          const body = await written(within, id, ask)
          return { status: 201, body, headers: { Location: ticketUrl(site, id) } }
        },
        'events',
      )
    },
  }
}

function readEndpoint(context: Context): Endpoint<ById, ReadTicket> {
  return {
    ...item.read,
    params: readTicketParams,
    check: ({ path }) => idFaults(context, path),
    handle: async (ask) => {
      const ticket = await existing(context, ask.path.id)
      const event = await eventToRead(context, ticket.event_id, ask)
      if (ticket.status === 'trash') throw new ApiError('ticket-no-longer-available')
      const { site, now } = ask
      const modifiedAt = Math.max(ticket.modified_at, event.modified_at)
      return { body: ticketView(ticket, { event, site, now }, context), modifiedAt }
    },
  }
}

function removeEndpoint(context: Context): Endpoint<ById, { force?: boolean }> {
  return {
    ...item.trash,
    params: deleteParams,
    check: ({ path }) => idFaults(context, path),
    handle: async (ask) => {
      const change = changeOf(context, ask)
      return wholly(
        context,
        async (within) =>
          removed(ask.params.force, {
            trash: () => trashTicket(within, change),
            remove: () => removeTicket(within, change),
            shown: () => written(within, change.id, ask),
          }),
        'events',
      )
    },
  }
}

function updateEndpoint(context: Context): Endpoint<ById, UpdateTicket> {
  return {
    ...item.update,
    params: updateTicketParams,
    check: async (ask) => {
      const stored = await findTicket(context.db.read, ask.path.id)
      const event = stored && (await findEventRow(context.db.read, stored.event_id))
      return {
        ...(await idFaults(context, ask.path)),
        ...writeFaults(context, ask, { event, stored }),
      }
    },
    handle: async (ask) => {
      return wholly(
        context,
        async (within) => {
          await updateTicket(within, ask.params, changeOf(context, ask))
          return { body: await written(within, ask.path.id, ask) }
        },
        'events',
      )
    },
  }
}

function changeOf(context: Context, ask: Ask<ById, unknown>) {
  const { caller, now, path, site, assertMatch } = ask
  const guard: Guard = async (_tx, ticket, event) =>
    assertMatch(async () => ticketView(ticket, { event, site, now }, context))
  return { id: path.id, caller, now, guard, home: site.home }
}

/** The ticket in the answer to a write. */
async function written(
  context: Context,
  id: number,
  { site, now }: Pick<Ask, 'site' | 'now'>,
): Promise<object> {
  const ticket = await existing(context, id)
  const event = await findEventRow(context.db.read, ticket.event_id)
  if (!event) throw eventNotFound('ID', ticket.event_id)
  return ticketView(ticket, { event, site, now }, context)
}

async function existing({ db }: Context, id: number): Promise<TicketRow> {
  const ticket = await findTicket(db.read, id)
  if (!ticket) throw invalidParams({ id: `must be the ID of a ticket, and ${id} is gone` })
  return ticket
}

async function idFaults({ db }: Context, { id }: ById): Promise<Faults> {
  return (await findTicket(db.read, id))
    ? {}
    : { id: `must be the ID of a ticket, and none has the ID ${id}` }
}

/** Faults of fields beside one another and beside the event; none without an event that the caller may edit. */
function writeFaults(
  { siteZone, currencyCode }: Context,
  ask: Ask<unknown, UpdateTicket>,
  { event, stored }: { event: EventRow | undefined; stored?: TicketRow | undefined },
): Faults {
  const { params, caller, now } = ask
  if (!event || !mayEdit(caller, event)) return {}
  const settled = settleTicket(params, { event, now, siteZone, currencyCode }, stored)
  if (!('faults' in settled)) return {}
  // What could not be read is told, and nothing is blamed for not agreeing with it.
  const agreesWith: Readonly<Record<string, readonly string[]>> = {
    price: params.price === undefined ? ['kind'] : ['kind', 'currency'],
    currency: ['price'],
    url: ['kind', 'price'],
    sale_end_date: ['sale_start_date'],
  }
  return Object.fromEntries(
    Object.entries(settled.faults).filter(([name]) => !isAnyUnread(ask, ...(agreesWith[name] ?? []))),
  )
}

/** The trash is shown only to those who may restore from it (D30). */
async function statusFaults(
  { db }: Context,
  { path, params, caller }: Ask<ById, Partial<ListTickets>>,
): Promise<Faults> {
  if (!params.status?.includes('trash')) return {}
  const event = await findEventRow(db.read, path.id)
  if (!event || mayEdit(caller, event)) return {}
  return { status: 'must be publish: the trash is listed for those who may edit the event' }
}

/** Changing or removing a ticket needs the right to edit its event. */
async function lacksOnTicket({ db }: Context, caller: Caller, id: number): Promise<Lacking> {
  const ticket = await findTicket(db.read, id)
  const { POST } = await lacksOnId(db.read, caller, ticket?.event_id, ticket ? 'anyone' : 'nobody')
  return POST === undefined ? {} : { POST, PUT: POST, PATCH: POST, DELETE: POST }
}
