import { Type } from 'typebox'

const text = (description: string) => Type.String({ description })
const count = (description: string) => Type.Integer({ description })

const common = {
  id: count('The ID.'),
  post_id: count('The ID of the event.'),
  global_id: text('An ID that is unique among sites.'),
  global_id_lineage: Type.Array(Type.String()),
  author: text('The ID of who made it; 0 for nobody.'),
  status: text('Its status.'),
  date: text('When it was made, on the clock of the site.'),
  date_utc: text('The same in UTC.'),
  modified: text('The last change.'),
  modified_utc: text('The same in UTC.'),
  rest_url: text('Its address.'),
}

const ticketRecord = Type.Object({
  ...common,
  title: text('The title of the event, as plain text.'),
  description: text('A word to who comes.'),
  provider: Type.Literal('rsvp'),
  capacity: count('How many places there are; -1: no limit.'),
  is_available: Type.Boolean({ description: 'Whether there is a place now.' }),
})

const attendeeRecord = Type.Object({
  ...common,
  ticket_id: count('The ID of the event, which has one ticket.'),
  provider: Type.Literal('rsvp'),
  sku: text('The code that they show.'),
  title: text('What they are called.'),
  email: text('Their address; empty for none.'),
  checked_in: Type.Boolean({ description: 'Whether they have arrived.' }),
  rsvp_going: Type.Boolean({ description: 'Whether they have a place.' }),
})

const listOf = (key: string, record: typeof ticketRecord | typeof attendeeRecord) =>
  Type.Object({
    rest_url: text('This page.'),
    total: count('How many there are.'),
    total_pages: count('How many pages.'),
    [key]: Type.Array(record),
  })

/** The records of the tickets of the original, by their names among the schemas. */
export const tribeSchemas = {
  TribeTicket: ticketRecord,
  TribeTicketList: listOf('tickets', ticketRecord),
  TribeAttendee: attendeeRecord,
  TribeAttendeeList: listOf('attendees', attendeeRecord),
}
