import { ask, Refusal } from '../api.ts'
import { currency } from '../place.ts'
import { amountOf } from './price.ts'
import { t } from './texts.ts'
import { isBlank, type Saved, type Ticket, ticketField } from './tickets.ts'

/**
 * Makes the tickets of an event those that were entered: new ones are made, others changed in what was entered anew, those that are not
 * among them go to the trash. `isUnasked`: nobody has asked for it, so that what is not finished yet waits. Throws nothing.
 */
export async function writeTickets(
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
        const { body } = await ask<{ id: number }>(path, { method: 'POST', json })
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
