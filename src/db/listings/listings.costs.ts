import { costKinds } from '../../text/costKind.ts'

/** What an event costs, as far as anything tells it: its own cost, and where there is none its tickets. */
export const toldCosts = { unknown: 0, free: 1, paid: 2 } as const

const { none, free, paid } = costKinds

/** What a row of listings says of its event's cost, in SQL, given what its tickets tell. */
export const toldCost = (row: string, ticketCost: string): string => `
  case ${row}.cost_kind
    when ${none} then ${ticketCost} when ${free} then ${toldCosts.free} when ${paid} then ${toldCosts.paid}
    else ${toldCosts.unknown} end`

/**
 * What the tickets of an event tell of its cost, in SQL: the greatest of what each of them does. It is asked in one, or
 * PostgreSQL may read all tickets there are for a few events.
 */
export const ticketCost = (event: string): string => `
  coalesce((
    select max(
      case
        when ${isPriced} and not ${isZero} then ${toldCosts.paid}
        when tickets.kind = 'rsvp' or ${isPriced} then ${toldCosts.free}
        else ${toldCosts.unknown} end)
    from tickets where tickets.event_id = ${event} and tickets.status = 'publish'), ${toldCosts.unknown})`

/** A price is plain digits, and null of an RSVP, which is free, and where it is not known. */
const isPriced = 'tickets.price is not null'
const isZero = `ltrim(tickets.price, '0.') = ''`
