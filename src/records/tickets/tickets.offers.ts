import { epochSeconds, isoWithOffset } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { priceOf } from './tickets.cost.ts'
import type { TicketRow } from './tickets.record.ts'
import { type Sale, saleOf, type SoldEvent } from './tickets.sale.ts'

/** The schema.org availability of a sale; one that is over counts as sold out. */
const availabilities: Readonly<Record<Sale, string>> = {
  upcoming: 'https://schema.org/PreOrder',
  open: 'https://schema.org/InStock',
  'sold out': 'https://schema.org/SoldOut',
  over: 'https://schema.org/SoldOut',
}

/** The schema.org availability of an event by its tickets: it has what any of them has. Without tickets there is what it offers. */
export function availabilityOf(tickets: readonly TicketRow[], event: SoldEvent, now_s: number): string {
  if (event.event_status === 'canceled') return availabilities.over
  const sales = new Set(tickets.map((ticket) => saleOf(ticket, event, now_s)))
  const best = (['open', 'upcoming', 'sold out', 'over'] as const).find((sale) => sales.has(sale))
  return availabilities[best ?? 'open']
}

/** The event of the tickets, and the moment of the request. */
export interface Offered {
  /** The page of the event, for tickets that have no address of their own. */
  readonly url: string
  /** The zone of the event. */
  readonly zone: Zone
  readonly event: SoldEvent
  readonly now: Temporal.Instant
  /** Where one has a place with a ticket that has no address of its own, and whether there is one. */
  readonly place?: { readonly url: string; readonly availability: string } | undefined
}

/** Each ticket as a schema.org Offer (D4); moments have the offset of the event's zone. */
export function ticketOffers(tickets: readonly TicketRow[], offered: Offered): Record<string, unknown>[] {
  const { url, zone, event, now, place } = offered
  const now_s = epochSeconds(now)
  return tickets.map((ticket) => {
    const price = priceOf(ticket)
    const { created_at, sale_start_at, sale_end_at } = ticket
    const sale = saleOf(ticket, event, now_s)
    return {
      '@type': 'Offer',
      name: plainTextOfHtml(ticket.name),
      ...(price === undefined ? {} : { price, priceCurrency: ticket.currency }),
      availability: place && ticket.url === '' && sale === 'open' ? place.availability : availabilities[sale],
      validFrom: isoWithOffset(sale_start_at ?? created_at, zone),
      ...(sale_end_at === null ? {} : { validThrough: isoWithOffset(sale_end_at, zone) }),
      url: ticket.url || (place?.url ?? url),
    }
  })
}
