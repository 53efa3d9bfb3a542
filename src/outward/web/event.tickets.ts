import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import type { ShownRow } from '../../records/rows/event.row.ts'
import { readWebUrl } from '../../pure/text/address.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { costView } from '../../pure/text/cost.ts'
import { ticketCosts } from '../../records/tickets/tickets.cost.ts'
import type { TicketRow } from '../../records/tickets/tickets.record.ts'
import { type Sale, saleOf } from '../../records/tickets/tickets.sale.ts'
import { titleText } from './card.ts'
import { costFormatOf } from './labels.ts'
import { dateText } from './dates.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { say } from '../../pure/locale/locale.ts'
import { buttonText, registeringOf } from './register.panel.ts'
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
  if (url) return html`<a class="button" href="${url}" rel="external noopener">${messages.getTickets}</a>`
  // Prices are there, places here.
  const registering = registeringOf(visit, event)
  return registering?.isOpen
    ? html`<a class="button" href="#register"
        >${buttonText(visit, registering.registration, registering.state)}</a
      >`
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
