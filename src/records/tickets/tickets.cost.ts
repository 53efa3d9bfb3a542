import type { Context } from '../../http/context.ts'
import { readAmounts } from '../../pure/text/amounts.ts'
import { costView } from '../../pure/text/cost.ts'
import { currencyOf } from '../../pure/text/currency.ts'
import type { TicketRow } from './tickets.record.ts'

/** The currency of a site, and the format of its amounts. */
export type SiteCurrency = Pick<Context, 'costFormat' | 'currencyCode'>

type Priced = Pick<TicketRow, 'kind' | 'price' | 'currency'>

/**
 * The costs of the tickets as texts like those of an event’s own cost (`wire-events.md` 2.6): `$10`, and `$0`, which is
 * shown as “Free” alone and at the end of a range. Tickets whose price is not known here add nothing.
 */
export function ticketCosts(tickets: readonly Priced[], site: SiteCurrency): string[] {
  return tickets.flatMap((ticket) => {
    const price = priceOf(ticket)
    return price === undefined ? [] : [costText(price, ticket.currency, site)]
  })
}

/** The price of the ticket: zero for an RSVP, undefined when it is not known here. */
export function priceOf({ kind, price }: Priced): string | undefined {
  return kind === 'rsvp' ? '0' : (price ?? undefined)
}

function costText(price: string, code: string, { costFormat, currencyCode }: SiteCurrency): string {
  const isOfSite = code === currencyCode
  const mark = isOfSite ? costFormat.symbol.trim() : currencyOf(code).mark
  const marked = costFormat.position === 'postfix' ? price + mark : mark + price
  if (!isOfSite) return readAmounts(marked).isPlain ? marked : `${code} ${price}`
  // Signs that a site may choose, such as long words or ones with blanks, can be shown but not parsed.
  return costView([marked], costFormat).cost === costView([price], costFormat).cost ? marked : price
}
