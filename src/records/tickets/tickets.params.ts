import { Type, type StaticDecode } from 'typebox'
import { ticketKinds, ticketStatuses } from '../../storage/schema/tables.ts'
import { members } from '../../pure/params/lists.ts'
import { moment } from '../../pure/params/moments.ts'
import { page, perPage, wholeNumber } from '../../pure/params/numbers.ts'
import {
  Fault,
  givenUnlessEmpty,
  isEmpty,
  parameter,
  quote,
  readParameter,
} from '../../pure/params/parameter.ts'
import { type Direction, orderBy } from '../../pure/params/orders.ts'
import { choice, html, password, title, website } from '../../pure/params/texts.ts'
import { type DateExpression } from '../../pure/calendar/dateExpression.ts'
import { readPrice } from './tickets.price.ts'

/** The greatest capacity: more people than any place holds. */
const mostPeople = 1_000_000_000

/** The greatest position: far beyond the number of tickets that an event may have. */
export const lastPosition = 1_000_000

const kind = parameter(
  Type.Enum([...ticketKinds], {
    description:
      'How one takes part: rsvp (says so, for nothing), paid (pays the price), or external (at the url). By default external with a url, paid with a price, else rsvp.',
  }),
  (sent) => (isEmpty(sent) ? undefined : oneOf(ticketKinds, sent)),
)

const status = parameter(
  Type.Enum([...ticketStatuses], {
    description: 'trash moves the ticket to the trash, publish restores it.',
  }),
  (sent) => (isEmpty(sent) ? undefined : oneOf(ticketStatuses, sent)),
)

/** null: none. */
const price = parameter(
  Type.String({
    description:
      'The price as a decimal number with no more decimals than its currency has; 0 costs nothing. Empty: none, which a paid ticket must not have.',
    examples: ['12.50'],
  }),
  (sent): string | null => {
    if (isEmpty(sent)) return null
    const read = readPrice(sent)
    if ('says' in read) throw new Fault(read.says)
    return read.value
  },
)

/** null: that of the site. */
const currency = parameter(
  Type.String({
    description: 'The currency of the price, an ISO 4217 code. Empty: that of the site.',
    examples: ['EUR'],
  }),
  (sent): string | null => {
    if (isEmpty(sent)) return null
    const code = typeof sent === 'string' ? sent.trim().toUpperCase() : ''
    if (!/^[A-Z]{3}$/.test(code))
      throw new Fault(`must be an ISO 4217 code of three letters like EUR, not ${quote(sent)}`)
    return code
  },
)

/** null: unlimited. */
const capacity = parameter(
  Type.Integer({
    minimum: -1,
    maximum: mostPeople,
    description: 'How many there are; 0 is sold out. Empty, or -1: without limit.',
  }),
  (sent): number | null => (isEmpty(sent) || wholeNumber(sent) === -1 ? null : wholeUpTo(mostPeople, sent)),
)

const position = parameter(
  Type.Integer({
    minimum: 0,
    maximum: lastPosition,
    description: 'The place among the tickets of the event, lowest first; by default the last.',
  }),
  (sent): number | undefined => (isEmpty(sent) ? undefined : wholeUpTo(lastPosition, sent)),
)

const name = title('The name of the ticket.')

const fields = {
  name,
  description: Type.Optional(html('What the ticket is good for, with HTML.', { zero: true })),
  kind: Type.Optional(kind),
  price: Type.Optional(price),
  currency: Type.Optional(currency),
  capacity: Type.Optional(capacity),
  sale_start_date: Type.Optional(
    edge('When the sale starts, in the zone of the event or with an offset of its own. Empty: at once.'),
  ),
  sale_end_date: Type.Optional(
    edge(
      'When the sale ends, read likewise; a day alone is on sale to its end. Empty: when the event is over.',
    ),
  ),
  url: Type.Optional(website('Where the ticket is had; an external one needs it.')),
  position: Type.Optional(position),
}

/** The parameters of creating a ticket. */
export const createTicketParams = Type.Object(givenUnlessEmpty(fields))
export type CreateTicket = StaticDecode<typeof createTicketParams>

/** On update nothing is required. */
export const updateTicketParams = Type.Object({
  ...fields,
  name: Type.Optional(name),
  status: Type.Optional(status),
})
export type UpdateTicket = StaticDecode<typeof updateTicketParams>

const credential = Type.Optional(
  password('The password of the event; who may edit the event needs none here.'),
)

/** The parameters of reading a ticket: the password of its event. */
export const readTicketParams = Type.Object({ password: credential })
export type ReadTicket = StaticDecode<typeof readTicketParams>

/** The parameters of listing the tickets of an event. */
export const listTicketsParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  status: Type.Optional(
    parameter(
      Type.Array(Type.Enum([...ticketStatuses]), {
        description:
          'Keep tickets with any of these statuses, by default publish; who may edit the event may ask for trash. A list, or comma-separated.',
      }),
      (sent) => {
        const wanted = members(sent).map((member) => oneOf(ticketStatuses, member))
        if (wanted.length === 0) throw new Fault(`must name at least one of ${ticketStatuses.join(', ')}`)
        return [...new Set(wanted)]
      },
    ),
  ),
  password: credential,
  orderby: Type.Optional(orderBy(['position', 'id'], 'position')),
  order: Type.Optional(choice<Direction>(['asc', 'desc'], 'Ascending or descending; by default ascending.')),
})
export type ListTickets = StaticDecode<typeof listTicketsParams>

/** A moment that may be none: null. */
function edge(description: string) {
  const declared = moment(description)
  return parameter(Type.String({ format: 'date-time', description }), (sent): DateExpression | null =>
    // `moment` decodes whatever its schema accepts.
    isEmpty(sent) ? null : (readParameter(declared, sent) as DateExpression),
  )
}

function oneOf<Word extends string>(words: readonly Word[], sent: unknown): Word {
  const known = words.find((word) => typeof sent === 'string' && sent.trim().toLowerCase() === word)
  if (known === undefined) throw new Fault(`must be one of ${words.join(', ')}, not ${quote(sent)}`)
  return known
}

function wholeUpTo(most: number, sent: unknown): number {
  const number = wholeNumber(sent)
  if (number === undefined || number < 0 || number > most)
    throw new Fault(`must be a whole number from 0 to ${most}, not ${quote(sent)}`)
  // `-0` is 0.
  return Math.abs(number)
}
