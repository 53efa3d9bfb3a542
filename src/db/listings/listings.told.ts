import { type Kysely, sql } from 'kysely'
import { isListed } from './listings.days.ts'
import { ticketCost, toldCost } from './listings.costs.ts'
import { countAllLinked, countLinked, fillLinked } from './listings.linkedDays.ts'
import type { Tables } from '../tables.ts'
import type { Trigger } from '../trigger.ts'

/**
 * Adds the counts of listed events by their costs, as if they were linked to these: listings get the kind of cost of their
 * event’s tickets, and triggers keep both up to date.
 */
export async function countToldCosts(
  db: Kysely<Tables>,
  createTrigger: (db: Kysely<Tables>, trigger: Trigger) => Promise<void>,
): Promise<void> {
  const statements = [
    'alter table listings add column ticket_cost integer not null default 0',
    tellTicketCosts,
    `create view cost_listings as
     select ${toldCost('listings', 'ticket_cost')} as target_id, listings.* from listings`,
    ...fillLinked(['cost']),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const trigger of [...ticketTriggers, ...costTriggers]) await createTrigger(db, trigger)
}

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
