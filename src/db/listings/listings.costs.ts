import { costKinds } from '../../text/costKind.ts'

/** The kinds of an event’s cost, from its own cost or, if it has none, its tickets. */
export const toldCosts = { unknown: 0, free: 1, paid: 2 } as const

const { none, free, paid } = costKinds

/** The kind of cost in a row of listings, in SQL, given that of its tickets. */
export const toldCost = (row: string, ticketCost: string): string => `
  case ${row}.cost_kind
    when ${none} then ${ticketCost} when ${free} then ${toldCosts.free} when ${paid} then ${toldCosts.paid}
    else ${toldCosts.unknown} end`

/**
 * The kind of cost of an event by its tickets, in SQL: the greatest of all of them. It is one expression, as PostgreSQL might
 * otherwise read all tickets for a few events.
 */
export const ticketCost = (event: string): string => `
  coalesce((
    select max(
      case
        when ${isPriced} and not ${isZero} then ${toldCosts.paid}
        when tickets.kind = 'rsvp' or ${isPriced} then ${toldCosts.free}
        else ${toldCosts.unknown} end)
    from tickets where tickets.event_id = ${event} and tickets.status = 'publish'), ${toldCosts.unknown})`

/** A price consists of plain digits; it is null for an RSVP, which is free, and where it is not known. */
const isPriced = 'tickets.price is not null'
const isZero = `ltrim(tickets.price, '0.') = ''`
