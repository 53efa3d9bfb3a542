import { epochSeconds, utcText, wallTextAt } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { costView } from '../../pure/text/cost.ts'
import { shownContent, shownTitle } from '../../pure/text/render.ts'
import { ticketCosts } from './tickets.cost.ts'
import { knownKind, type TicketRecord, ticketRecord, type TicketRow } from './tickets.record.ts'
import { saleOf } from './tickets.sale.ts'
import { zoneOf } from './tickets.settle.ts'

/** What views of tickets depend on: the site, the event and the moment. */
export interface ShownOf {
  readonly event: Pick<EventRow, 'timezone' | 'ends_at' | 'event_status'>
  readonly site: Site
  readonly now: Temporal.Instant
}

/** The ticket on the wire. */
export function ticketView(ticket: TicketRow, shown: ShownOf, context: Context): TicketRecord {
  const { event, site, now } = shown
  const { siteZone, costFormat } = context
  const zone = zoneOf(event, siteZone)
  const { sale_start_at, sale_end_at } = ticket
  return inOrder<TicketRecord>(ticketRecord, {
    id: ticket.id,
    event_id: ticket.event_id,
    status: ticket.status,
    created: wallTextAt(ticket.created_at, siteZone),
    created_utc: utcText(ticket.created_at),
    modified: wallTextAt(ticket.modified_at, siteZone),
    modified_utc: utcText(ticket.modified_at),
    rest_url: ticketUrl(site, ticket.id),
    name: shownTitle(ticket.name, site.home),
    description: shownContent(ticket.description, site.home),
    kind: knownKind(ticket.kind),
    price: ticket.price,
    currency: ticket.currency,
    cost: costView(ticketCosts([ticket], context), costFormat).cost,
    capacity: ticket.capacity,
    sale_start_date: wallIn(zone, sale_start_at),
    sale_start_date_utc: sale_start_at === null ? null : utcText(sale_start_at),
    sale_end_date: wallIn(zone, sale_end_at),
    sale_end_date_utc: sale_end_at === null ? null : utcText(sale_end_at),
    is_on_sale: ticket.status === 'publish' && saleOf(ticket, event, epochSeconds(now)) === 'open',
    url: ticket.url,
    position: ticket.position,
  })
}

/** The address of the ticket in this service. */
export function ticketUrl(site: Site, id: number): string {
  return `${site.rest}/tickets/${id}`
}

function wallIn(zone: Zone, seconds: EpochSeconds | null): string | null {
  return seconds === null ? null : wallTextAt(seconds, zone)
}
