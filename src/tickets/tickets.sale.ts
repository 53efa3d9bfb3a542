import type { EpochSeconds } from '../db/tables.ts'
import type { TicketRow } from './tickets.record.ts'

/** Where the sale of a ticket stands: not begun, open, nothing left, or over. */
export type Sale = 'upcoming' | 'open' | 'sold out' | 'over'

/** Where the sale stands at a moment; it is over at the latest when the event is. */
export function saleOf(
  ticket: Pick<TicketRow, 'capacity' | 'sale_start_at' | 'sale_end_at'>,
  event: { readonly ends_at: EpochSeconds },
  now_s: EpochSeconds,
): Sale {
  const ends_at = Math.min(ticket.sale_end_at ?? event.ends_at, event.ends_at)
  if (now_s > ends_at) return 'over'
  if (ticket.capacity === 0) return 'sold out'
  return ticket.sale_start_at !== null && now_s < ticket.sale_start_at ? 'upcoming' : 'open'
}
