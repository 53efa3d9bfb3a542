import type { Caller } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { existingEvent } from '../rows/event.access.ts'
import type { EventRow } from '../rows/event.row.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Context } from '../../http/context.ts'
import { isUnchanged } from '../posts/posts.unchanged.ts'
import { assertMayEdit } from '../posts/posts.write.ts'
import { renderContent, renderTitle } from '../../pure/text/render.ts'
import { sameRendered } from '../../pure/text/sameText.ts'
import { type CreateTicket, lastPosition, type UpdateTicket } from './tickets.params.ts'
import { countTickets, findTicket } from './tickets.query.ts'
import type { TicketRow } from './tickets.record.ts'
import { type SettledColumns, settleTicket } from './tickets.settle.ts'

/** More kinds of tickets than anybody could choose from; a list of fifty such events can still be read at once. */
const maxTickets = 100

/** Checks a ticket before it changes, such as against If-Match, and throws to refuse the change. */
export type Guard = (tx: Reader, ticket: TicketRow, event: EventRow) => Promise<void>

/** Who writes, and when. */
export interface Writing {
  readonly caller: Caller
  readonly now: Temporal.Instant
}

/** A change to an existing ticket: which one, by whom, and what to check before. */
export interface Change extends Writing {
  readonly id: number
  readonly guard: Guard
  /** The root of the site, as the caller sees it. */
  readonly home: string
}

/** Makes a ticket of the event and answers its id. Throws 404 without the event, 401 or 403 without the right to edit it. */
export async function createTicket(
  context: Context,
  eventId: number,
  sent: CreateTicket,
  { caller, now }: Writing,
): Promise<number> {
  return context.db.write(async (tx) => {
    const event = await eventToChange(tx, eventId, caller)
    const columns = settled(context, sent, { event, now })
    const { count, last } = await countTickets(tx, event.id)
    if (count >= maxTickets) throw new ApiError('too-many-tickets', { limit: maxTickets })
    const now_s = epochSeconds(now)
    const { id } = await tx
      .insertInto('tickets')
      .values({
        ...columns,
        event_id: event.id,
        status: 'publish',
        name: sent.name,
        description: sent.description ?? '',
        position: sent.position ?? Math.min((last ?? -1) + 1, lastPosition),
        created_at: now_s,
        modified_at: now_s,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await touch(tx, event, now_s)
    return id
  }, 'events')
}

/** Changes what was sent and leaves the rest (D7); a status moves the ticket into the trash or out of it (D22). */
export async function updateTicket(context: Context, sent: UpdateTicket, change: Change): Promise<void> {
  await context.db.write(async (tx) => {
    const { ticket, event } = await ticketToChange(tx, change)
    const columns = settled(context, sent, { event, now: change.now }, ticket)
    const { name, description, position, status } = sent
    await store(tx, { ticket, event }, change, {
      ...columns,
      name:
        name === undefined || sameRendered(name, ticket.name, { render: renderTitle, home: change.home })
          ? ticket.name
          : name,
      description: changedDescription(description, ticket, change),
      position: position ?? ticket.position,
      status: status ?? ticket.status,
    })
  }, 'events')
}

/** Moves the ticket to the trash; throws 410 when it is there. */
export async function trashTicket(context: Context, change: Change): Promise<void> {
  await context.db.write(async (tx) => {
    const { ticket, event } = await ticketToChange(tx, change)
    if (ticket.status === 'trash') throw new ApiError('ticket-is-in-trash')
    await store(tx, { ticket, event }, change, { status: 'trash' })
  }, 'events')
}

/** Removes the ticket for good, even from the trash (D22). */
export async function removeTicket(context: Context, change: Change): Promise<void> {
  await context.db.write(async (tx) => {
    const { ticket, event } = await ticketToChange(tx, change)
    await tx.deleteFrom('tickets').where('id', '=', ticket.id).execute()
    await touch(tx, event, epochSeconds(change.now))
  }, 'events')
}

function settled(
  { siteZone, currencyCode }: Context,
  sent: UpdateTicket,
  { event, now }: { event: EventRow; now: Temporal.Instant },
  stored?: TicketRow,
): SettledColumns {
  const found = settleTicket(sent, { event, now, siteZone, currencyCode }, stored)
  if ('faults' in found) throw invalidParams(found.faults)
  return found.columns
}

function changedDescription(
  sent: string | null | undefined,
  { description }: TicketRow,
  { home }: Change,
): string {
  // A cleared field reads as the empty text, and so may the stored one.
  if (sent === undefined || sameRendered(sent ?? '', description, { render: renderContent, home }))
    return description
  return sent ?? ''
}

async function store(
  tx: Writer,
  { ticket, event }: { ticket: TicketRow; event: EventRow },
  { now }: Writing,
  columns: Partial<TicketRow>,
): Promise<void> {
  if (isUnchanged(ticket, { ...ticket, ...columns })) return
  const modified_at = epochSeconds(now)
  await tx
    .updateTable('tickets')
    .set({ ...columns, modified_at })
    .where('id', '=', ticket.id)
    .execute()
  await touch(tx, event, modified_at)
}

/** The record of an event changes with its tickets, so its modification date does too: clients poll for it. */
async function touch(tx: Writer, event: EventRow, modified_at: number): Promise<void> {
  await tx.updateTable('events').set({ modified_at }).where('id', '=', event.id).execute()
}

async function ticketToChange(
  tx: Writer,
  { id, caller, guard }: Change,
): Promise<{ ticket: TicketRow; event: EventRow }> {
  const ticket = await findTicket(tx, id)
  if (!ticket) throw invalidParams({ id: `must be the ID of a ticket, and ${id} is gone` })
  const event = await eventToChange(tx, ticket.event_id, caller)
  await guard(tx, ticket, event)
  return { ticket, event }
}

async function eventToChange(tx: Writer, id: number, caller: Caller): Promise<EventRow> {
  const event = await existingEvent(tx, id)
  assertMayEdit(caller, event)
  return event
}
