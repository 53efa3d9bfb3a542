// Prices that are for somebody (“Children free, grown-ups £2”) are tickets of the event: what the service knows of a cost is amounts
// alone, and its public page says of tickets whom they are for. A cost without names is the event’s own, in any words.
// Tickets are those of one date: a series has none in common.

import { ask, Refusal } from '../api.ts'
import { currency } from '../place.ts'
import { plain } from '../texts.ts'
import { amountOf } from './price.ts'
import { t } from './texts.ts'

/** What of a ticket is shown to be entered. */
export interface Ticket {
  /** Below zero for one that is not stored yet. */
  readonly id: number
  readonly name: string
  /** As it is shown or typed. */
  readonly price: string
  /** An ISO 4217 code. */
  readonly currency: string
  /** What a copy of a ticket has besides, and one that was never stored lacks. */
  readonly besides?: Readonly<Record<string, unknown>>
}

interface Stored {
  readonly id: number
  readonly name: string
  readonly kind: string
  readonly price: string | null
  readonly currency: string
  readonly cost: string
  readonly capacity: number | null
  readonly url: string
  readonly description: string
}

/** What became of tickets that were saved. */
interface Saved {
  /** Gives tickets that were new the ids that they got, wherever they are. */
  readonly named: (tickets: readonly Ticket[]) => readonly Ticket[]
  /** What is stored as it was entered: nothing, unless all of it is. */
  readonly stored: readonly Ticket[]
  /** Whether anything was written, which changes the event, too. */
  readonly isTouched: boolean
  /** What went wrong: a refusal has the names of fields that {@link ticketField} has. */
  readonly refused?: unknown
}

/** The tickets of an event, in their order. Throws what {@link ask} throws. */
export async function readTickets(event: number): Promise<readonly Ticket[]> {
  const { body } = await ask<{ tickets: readonly Stored[] }>(`events/${event}/tickets`, {
    query: { per_page: 100 },
  })
  return body.tickets.map(({ id, name, cost, currency: code, kind, capacity, url, description }) => ({
    id,
    name: plain(name),
    price: /^free$/i.test(cost) ? t('free') : plain(cost),
    currency: code,
    besides: { kind, capacity, url, description },
  }))
}

/** A row for a ticket, with an id that none of these has. */
export function newTicket(among: readonly Ticket[]): Ticket {
  return { id: Math.min(0, ...among.map(({ id }) => id)) - 1, name: '', price: '', currency: currency.code }
}

/** The tickets of an event for another, which gets its own of them. */
export function copiesOf(tickets: readonly Ticket[]): readonly Ticket[] {
  return tickets.map((ticket, at) => ({ ...ticket, id: -at - 1 }))
}

/** Whether nothing is entered of the ticket. */
export function isBlank({ name, price }: Ticket): boolean {
  return name.trim() === '' && price.trim() === ''
}

/** What a refused field of a ticket is called among the faults of the event; its field has the same id after `e-`. */
export function ticketField(ticket: Ticket, name: 'name' | 'price'): string {
  return `ticket${ticket.id}-${name}`
}

/** The tickets in a line. */
export function ticketsText(tickets: readonly Ticket[]): string {
  return tickets
    .filter((ticket) => !isBlank(ticket))
    .map(({ name, price }) => `${name} ${price}`.trim())
    .join(', ')
}

/**
 * Makes the tickets of an event those that were entered: new ones are made, others changed in what was entered anew, those that are not
 * among them go to the trash. `isUnasked`: nobody has asked for it, so that what is not finished yet waits. Throws nothing.
 */
export async function saveTickets(
  event: number,
  before: readonly Ticket[],
  entered: readonly Ticket[],
  isUnasked: boolean,
): Promise<Saved> {
  const wanted = entered.filter((ticket) => !isBlank(ticket))
  const ids = new Map<number, number>()
  const faults: Record<string, string> = {}
  let [says, isTouched, isWhole] = ['', false, true]
  const named = (tickets: readonly Ticket[]) =>
    tickets.map((ticket) => (ids.has(ticket.id) ? { ...ticket, id: ids.get(ticket.id) ?? 0 } : ticket))
  const saved = (refused?: unknown): Saved => {
    return { named, stored: isWhole && !refused ? named(entered) : [], isTouched, refused }
  }
  try {
    for (const { id } of before) {
      if (wanted.some((ticket) => ticket.id === id)) continue
      await ask(`tickets/${id}`, { method: 'DELETE' })
      isTouched = true
    }
    for (const ticket of wanted) {
      const old = before.find(({ id }) => id === ticket.id)
      const json = changeOf(ticket, old)
      if (Object.keys(json).length === 0) continue
      if (isUnasked && (ticket.name.trim() === '' || ticket.price.trim() === '')) {
        isWhole = false
        continue
      }
      const path = old ? `tickets/${ticket.id}` : `events/${event}/tickets`
      try {
        const { body } = await ask<Stored>(path, { method: 'POST', json })
        ids.set(ticket.id, body.id)
        isTouched = true
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        says ||= error.message
        Object.assign(faults, faultsOf(ticket, error))
      }
    }
  } catch (error) {
    return saved(error)
  }
  return saved(says === '' ? undefined : new Refusal(400, 'tickets', says, { fields: faults }))
}

/** What was refused of a ticket: its price, or anything else, which is said at its name. */
function faultsOf(ticket: Ticket, { fields, message }: Refusal): Record<string, string> {
  const { price, ...others } = fields
  const other = Object.values(others).join(' ') || (price === undefined ? message : '')
  return {
    ...(price === undefined ? {} : { [ticketField(ticket, 'price')]: price }),
    ...(other === '' ? {} : { [ticketField(ticket, 'name')]: other }),
  }
}

/** What is sent of a ticket: all of a new one, of another what was entered anew. */
function changeOf(ticket: Ticket, stored: Ticket | undefined): Record<string, unknown> {
  const { name, price, besides } = ticket
  const own = ticket.currency === currency.code ? currency : { code: ticket.currency, sign: '' }
  const amount = amountOf(price, own, t('freeWords'))
  const isPriced = price !== stored?.price
  // Who says so and pays nothing goes on doing that for nothing.
  const kind = besides?.['kind'] === 'rsvp' && amount === '0' ? 'rsvp' : undefined
  const paid = { kind: kind ?? (besides?.['kind'] === 'external' ? 'external' : 'paid'), price: amount }
  if (!stored) return { ...besides, name, currency: ticket.currency, ...paid }
  return { ...(name === stored.name ? {} : { name }), ...(isPriced ? paid : {}) }
}
