import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { EventStatus } from '../../pure/params/words.ts'
import type { TicketRow } from './tickets.record.ts'

/** The event that tickets are for, as far as their sale depends on it. */
export interface SoldEvent {
  readonly ends_at: EpochSeconds
  readonly event_status: EventStatus
}

/** The state of a ticket’s sale: not begun, open, nothing left, or over. */
export type Sale = 'upcoming' | 'open' | 'sold out' | 'over'

/** When the state of the sale next changes, in epoch seconds; Infinity when it does not. */
export function saleHoldsUntil(
  ticket: Pick<TicketRow, 'capacity' | 'sale_start_at' | 'sale_end_at'>,
  event: SoldEvent,
  now_s: EpochSeconds,
): EpochSeconds {
  if (event.event_status === 'canceled') return Infinity
  const turns = [ticket.sale_start_at ?? -Infinity, endOf(ticket, event) + 1]
  return Math.min(...turns.filter((turn) => turn > now_s), Infinity)
}

/** The state of the sale at a moment; it is over at the latest when the event is, or when that is cancelled. */
export function saleOf(
  ticket: Pick<TicketRow, 'capacity' | 'sale_start_at' | 'sale_end_at'>,
  event: SoldEvent,
  now_s: EpochSeconds,
): Sale {
  if (event.event_status === 'canceled' || now_s > endOf(ticket, event)) return 'over'
  if (ticket.capacity === 0) return 'sold out'
  return ticket.sale_start_at !== null && now_s < ticket.sale_start_at ? 'upcoming' : 'open'
}

function endOf(
  { sale_end_at }: Pick<TicketRow, 'sale_end_at'>,
  { ends_at }: { readonly ends_at: EpochSeconds },
): EpochSeconds {
  return Math.min(sale_end_at ?? ends_at, ends_at)
}
