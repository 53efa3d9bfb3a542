import { isListed } from './listings.days.ts'
import { ticketCost, toldCost } from './listings.costs.ts'
import { countAllLinked, countLinked } from './listings.linkedDays.ts'
import type { Trigger } from '../trigger.ts'

/** The statement that makes the view of listings by their costs, as if they were linked to these. */
export const costListings = `
  create view cost_listings as
  select ${toldCost('listings', 'ticket_cost')} as target_id, listings.* from listings`

/** Sets the kind of cost by tickets in all listings that do not have it yet. */
export const tellTicketCosts = `
  update listings set ticket_cost = ${ticketCost('listings.id')}
  where id in (select event_id from tickets where status = 'publish')`

const tell = (events: string) => `
  update listings set ticket_cost = ${ticketCost('listings.id')}
  where id in (${events}) and ticket_cost <> ${ticketCost('listings.id')}`

const ticketTriggers: readonly Trigger[] = [
  {
    name: 'listings_ticket_cost_insert',
    after: 'insert on tickets',
    when: `new.status = 'publish'`,
    statements: [tell('new.event_id')],
  },
  {
    name: 'listings_ticket_cost_update',
    after: 'update of status, event_id, kind, price on tickets',
    statements: [tell('new.event_id, old.event_id')],
  },
  {
    name: 'listings_ticket_cost_delete',
    after: 'delete on tickets',
    when: `old.status = 'publish'`,
    statements: [tell('old.event_id')],
  },
]

const count = (row: 'new' | 'old') =>
  countLinked('cost', row, { target: toldCost(row, `${row}.ticket_cost`), by: row === 'new' ? 1 : -1 })

const changing = ['starts_at', 'status', 'hide_from_listings', 'cost_kind', 'ticket_cost'] as const

const costTriggers: readonly Trigger[] = [
  {
    name: 'linked_days_cost_gain',
    after: 'insert on listings',
    when: isListed('new'),
    statements: count('new'),
    together: countAllLinked('cost', toldCost('new', 'new.ticket_cost')),
  },
  {
    name: 'linked_days_cost_change',
    after: `update of ${changing.join(', ')} on listings`,
    when: changing.map((name) => `new.${name} <> old.${name}`).join(' or '),
    statements: [...count('old'), ...count('new')],
  },
  {
    name: 'linked_days_cost_lose',
    after: 'delete on listings',
    when: isListed('old'),
    statements: count('old'),
  },
]

/** The triggers that keep the kinds of cost by tickets, and the counts of listed events by their costs, up to date. */
export const toldCostTriggers: readonly Trigger[] = [...ticketTriggers, ...costTriggers]
