import { epochSeconds, instantOf } from '../calendar/text.ts'
import { findZone } from '../calendar/zone.ts'
import type { ShownRow, EventWithLinks } from '../events/events.row.ts'
import { readWebUrl } from '../text/address.ts'
import { plainTextOfHtml } from '../text/plain.ts'
import { costView } from '../text/cost.ts'
import { ticketCosts } from '../tickets/tickets.cost.ts'
import type { TicketRow } from '../tickets/tickets.record.ts'
import { type Sale, saleOf } from '../tickets/tickets.sale.ts'
import { titleText } from './card.ts'
import { costFormatOf } from './labels.ts'
import { dateText } from './dates.ts'
import { type Content, type Html, html } from '../text/htmlTemplate.ts'
import { say } from '../locale/locale.ts'
import type { Visit } from './visit.ts'
import { ofTexts } from './ownText.ts'

/** The tickets of an event: what each costs, and where one has it or why not. */
export function ticketList(visit: Visit, { event, tickets }: EventWithLinks): Content {
  if (tickets.length === 0) return undefined
  return html`<section class="tickets" id="tickets">
    <h2>${visit.locale.messages.tickets}</h2>
    <ul>
      ${tickets.map((ticket) => ticketItem(visit, event, ticket))}
    </ul>
  </section>`
}

/** Whether one can have the ticket now. */
export function isOnSale(ticket: TicketRow, event: ShownRow, now: Temporal.Instant): boolean {
  return saleOf(ticket, event, epochSeconds(now)) === 'open'
}

function ticketItem(visit: Visit, event: ShownRow, ticket: TicketRow): Html {
  const cost = costView(ticketCosts([ticket], visit.context), costFormatOf(visit)).cost
  const says = plainTextOfHtml(ticket.description)
  return html`<li>
    <div>
      <h3 ${ofTexts(visit)}>${titleText(ticket.name)}</h3>
      ${says ? html`<p ${ofTexts(visit)}>${says}</p>` : undefined}
    </div>
    <p class="price">${plainTextOfHtml(cost)}</p>
    ${sale(visit, event, ticket)}
  </li>`
}

/** Where one has the ticket; why not, when one does not. */
function sale(visit: Visit, event: ShownRow, ticket: TicketRow): Content {
  const { messages } = visit.locale
  const state = saleOf(ticket, event, epochSeconds(visit.now))
  if (state !== 'open') return html`<p class="note">${notOnSale[state](visit, event, ticket)}</p>`
  const url = readWebUrl(ticket.url)
  return url
    ? html`<a class="button" href="${url}" rel="external noopener">${messages.getTickets}</a>`
    : undefined
}

const notOnSale: Readonly<
  Record<Exclude<Sale, 'open'>, (visit: Visit, event: ShownRow, ticket: TicketRow) => string>
> = {
  upcoming: ({ locale, context }, event, ticket) => {
    const zone = findZone(event.timezone) ?? context.siteZone
    const at = instantOf(ticket.sale_start_at ?? event.starts_at).toZonedDateTimeISO(zone.id)
    return say(locale.messages.onSaleFrom, { date: dateText(locale, at.toPlainDateTime(), 'dayAndTime') })
  },
  'sold out': ({ locale }) => locale.messages.soldOut,
  over: ({ locale }) => locale.messages.saleOver,
}
