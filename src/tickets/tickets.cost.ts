import type { Context } from '../posts/context.ts'
import { readAmounts } from '../text/amounts.ts'
import { costView } from '../text/cost.ts'
import { currencyOf } from '../text/currency.ts'
import type { TicketRow } from './tickets.record.ts'

/** The currency in which a site shows amounts, and how. */
export type SiteCurrency = Pick<Context, 'costFormat' | 'currencyCode'>

type Priced = Pick<TicketRow, 'kind' | 'price' | 'currency'>

/**
 * What the tickets cost, as the texts of a cost that says so (`wire-events.md` 2.6): `$10`, and `$0`, which reads “Free”
 * alone and as the end of a range. Tickets whose price is not known here say nothing.
 */
export function ticketCosts(tickets: readonly Priced[], site: SiteCurrency): string[] {
  return tickets.flatMap((ticket) => {
    const price = priceOf(ticket)
    return price === undefined ? [] : [costText(price, ticket.currency, site)]
  })
}

/** What one pays for the ticket: nothing for an RSVP; undefined when that is not known here. */
export function priceOf({ kind, price }: Priced): string | undefined {
  return kind === 'rsvp' ? '0' : (price ?? undefined)
}

function costText(price: string, code: string, { costFormat, currencyCode }: SiteCurrency): string {
  const isOfSite = code === currencyCode
  const mark = isOfSite ? costFormat.symbol.trim() : currencyOf(code).mark
  const marked = costFormat.position === 'postfix' ? price + mark : mark + price
  if (!isOfSite) return readAmounts(marked).isPlain ? marked : `${code} ${price}`
  // Some signs that a site may choose, longer words and such with blanks, are shown but not read.
  return costView([marked], costFormat).cost === costView([price], costFormat).cost ? marked : price
}
