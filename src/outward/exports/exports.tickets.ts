import { ticketKinds, type TicketsTable, ticketStatuses } from '../../storage/schema/tables.ts'
import { type ExportOf, id, instant, integer, oneOf, orNull, text } from '../../fields/exported.ts'

/** The columns of a ticket, which is written with its event. */
export const ticket = {
  id: id('The ID, of a sequence of its own.'),
  status: oneOf(ticketStatuses, 'Whether it is in the trash.'),
  kind: oneOf(ticketKinds, 'How one gets it.'),
  name: text('The name.'),
  description: text('The description, HTML.'),
  price: orNull(text('Plain decimal digits; null for none.')),
  currency: text('ISO 4217.'),
  capacity: orNull(integer('How many there are; null for no limit.')),
  sale_start_at: orNull(instant('The start of the sale; null: at once.')),
  sale_end_at: orNull(instant('The end of the sale; null: when the event is over.')),
  url: text('Where it is had elsewhere; empty for none.'),
  position: integer('Its place among the tickets of the event.'),
  created_at: instant('When it was made.'),
  modified_at: instant('The last change.'),
} satisfies ExportOf<TicketsTable, 'event_id'>
