import { costKinds } from '../text/costKind.ts'

/** What events cost, by the number that the index holds: from the event itself or, if it says nothing, from its tickets. */
export const costs = ['unknown', 'free', 'paid'] as const
export type CostName = (typeof costs)[number]

const numberOf = (name: CostName): number => costs.indexOf(name)

const { none, free, paid } = costKinds

/** A price consists of plain digits; it is null for an RSVP, which is free, and where it is not known. */
const isPriced = 'tickets.price is not null'
const isZero = `ltrim(tickets.price, '0.') = ''`

/** The number of what an event costs, in SQL. Of several tickets the dearest counts. */
export const costSql = `
  case events.cost_kind
    when ${free} then ${numberOf('free')}
    when ${paid} then ${numberOf('paid')}
    when ${none} then coalesce((
      select max(
        case
          when ${isPriced} and not ${isZero} then ${numberOf('paid')}
          when tickets.kind = 'rsvp' or ${isPriced} then ${numberOf('free')}
          else ${numberOf('unknown')} end)
      from tickets where tickets.event_id = events.id and tickets.status = 'publish'), ${numberOf('unknown')})
    else ${numberOf('unknown')} end`
