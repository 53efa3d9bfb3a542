import type { Selectable } from 'kysely'
import { Type, type Static } from 'typebox'
import {
  type TicketKind,
  ticketKinds,
  type TicketsTable,
  ticketStatuses,
} from '../../storage/schema/tables.ts'

/** A ticket as stored. */
export type TicketRow = Selectable<TicketsTable>

const text = (description: string) => Type.String({ description })
const wall = (description: string) => Type.String({ description, examples: ['2031-03-11 18:00:00'] })
const wallOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: ['2031-03-11 18:00:00'] })

/** The ticket on the wire, its members in order: an extension of ours, with names like those in the other records. */
export const ticketRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the ticket, in a sequence of its own.' }),
  event_id: Type.Integer({ description: 'The ID of the event.' }),
  status: Type.Enum([...ticketStatuses], { description: 'Whether the ticket is in the trash.' }),
  created: wall('When the ticket was made, in the zone of the site.'),
  created_utc: wall('The same in UTC.'),
  modified: wall('The last change, in the zone of the site.'),
  modified_utc: wall('The last change in UTC.'),
  rest_url: Type.String({ format: 'uri', description: 'The ticket in this service.' }),
  name: text('The name, rendered.'),
  description: text('The description, rendered.'),
  kind: Type.Enum([...ticketKinds], {
    description: 'Whether one just says so (rsvp), pays (paid), or gets it elsewhere (external).',
  }),
  price: Type.Union([Type.String(), Type.Null()], {
    description: 'The price, exact, as a decimal number; null for an RSVP, or when it is not known here.',
    examples: ['12.50'],
  }),
  currency: text('The currency of the price, an ISO 4217 code.'),
  cost: text('The price as a person reads it: with its sign, or “Free”; empty when it is not known here.'),
  capacity: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How many there are; null for no limit.',
  }),
  sale_start_date: wallOrNull('The start of the sale in the zone of the event; null: at once.'),
  sale_start_date_utc: wallOrNull('The start of the sale in UTC.'),
  sale_end_date: wallOrNull('The end of the sale in the zone of the event; null: when the event is over.'),
  sale_end_date_utc: wallOrNull('The end of the sale in UTC.'),
  is_on_sale: Type.Boolean({ description: 'Whether one can have the ticket now.' }),
  url: text('Where the ticket is had; empty for none.'),
  position: Type.Integer({ description: 'The place among the tickets of the event, lowest first.' }),
})

export type TicketRecord = Static<typeof ticketRecord>

/** How one takes part: a way that only a later program knows is the first. */
export function knownKind(kind: string): TicketKind {
  return ticketKinds.find((known) => known === kind) ?? ticketKinds[0]
}
