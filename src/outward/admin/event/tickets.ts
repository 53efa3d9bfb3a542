// Prices that are for somebody (“Children free, grown-ups £2”) are tickets of the event: what the service knows of a cost is amounts
// alone, and its public page says of tickets whom they are for. A cost without names is the event’s own, in any words.
// Tickets are those of one date: a series has none in common.

import type { TicketRecord } from '../../../records/tickets/tickets.record.ts'
import { ask } from '../api.ts'
import { plain } from '../texts.ts'
import { t } from './texts.ts'

/** What of a ticket is shown to be entered. */
export interface Ticket {
  /** Below zero for one that is not stored yet. */
  readonly id: number
  readonly name: string
  /** As it is shown or typed. */
  readonly price: string
  /** An ISO 4217 code. */
  readonly currency: string
  /** What a copy of a ticket has besides, and one that was never stored lacks. */
  readonly besides?: Readonly<Record<string, unknown>>
}

/** The tickets of an event, in their order. Throws what {@link ask} throws. */
export async function readTickets(event: number): Promise<readonly Ticket[]> {
  const { body } = await ask<{ tickets: readonly TicketRecord[] }>(`events/${event}/tickets`, {
    query: { per_page: 100 },
  })
  return body.tickets.map(({ id, name, cost, currency: code, kind, capacity, url, description }) => ({
    id,
    name: plain(name),
    price: /^free$/i.test(cost) ? t('free') : plain(cost),
    currency: code,
    besides: { kind, capacity, url, description },
  }))
}

/** The tickets of an event for another, which gets its own of them. */
export function copiesOf(tickets: readonly Ticket[]): readonly Ticket[] {
  return tickets.map((ticket, at) => ({ ...ticket, id: -at - 1 }))
}

/** Whether nothing is entered of the ticket. */
export function isBlank({ name, price }: Ticket): boolean {
  return name.trim() === '' && price.trim() === ''
}

/** What a refused field of a ticket is called among the faults of the event; its field has the same id after `e-`. */
export function ticketField(ticket: Ticket, name: 'name' | 'price'): string {
  return `ticket${ticket.id}-${name}`
}

/** The tickets in a line. */
export function ticketsText(tickets: readonly Ticket[]): string {
  return tickets
    .filter((ticket) => !isBlank(ticket))
    .map(({ name, price }) => `${name} ${price}`.trim())
    .join(', ')
}

/** What became of tickets that were saved. */
export interface Saved {
  /** Gives tickets that were new the ids that they got, wherever they are. */
  readonly named: (tickets: readonly Ticket[]) => readonly Ticket[]
  /** What is stored as it was entered: nothing, unless all of it is. */
  readonly stored: readonly Ticket[]
  /** Whether anything was written, which changes the event, too. */
  readonly isTouched: boolean
  /** What went wrong: a refusal has the names of fields that {@link ticketField} has. */
  readonly refused?: unknown
}
