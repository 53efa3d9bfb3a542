import { costKinds } from '../../text/costKind.ts'

/** What an event costs, as far as anything tells it: its own cost, and where there is none its tickets. */
export const toldCosts = { unknown: 0, free: 1, paid: 2 } as const

const { none, free, paid } = costKinds

/** What a row of listings says of its event's cost, in SQL, given what its tickets tell. */
export const toldCost = (row: string, ticketCost: string): string => `
  case ${row}.cost_kind
    when ${none} then ${ticketCost} when ${free} then ${toldCosts.free} when ${paid} then ${toldCosts.paid}
    else ${toldCosts.unknown} end`

/** What the tickets of an event tell of its cost, in SQL. */
export const ticketCost = (event: string): string => `
  case
    when ${hasTicket(event, `${isPriced} and not ${isZero}`)} then ${toldCosts.paid}
    when ${hasTicket(event, `tickets.kind = 'rsvp' or ${isPriced}`)} then ${toldCosts.free}
    else ${toldCosts.unknown} end`

/** A price is plain digits, and null of an RSVP, which is free, and where it is not known. */
const isPriced = 'tickets.price is not null'
const isZero = `ltrim(tickets.price, '0.') = ''`

function hasTicket(event: string, what: string): string {
  return `exists (
    select 1 from tickets where tickets.event_id = ${event} and tickets.status = 'publish' and (${what}))`
}
