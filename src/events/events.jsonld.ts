import { epochSeconds, isoWithOffset } from '../calendar/text.ts'
import { findZone, type Zone } from '../calendar/zone.ts'
import type { Site } from '../http/site.ts'
import { imageOf } from '../media/media.record.ts'
import { organizerJsonLd } from '../organizers/organizers.view.ts'
import type { Context } from '../posts/context.ts'
import type { EventStatus } from '../params/happening.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { plainTextOfHtml } from '../text/plain.ts'
import { ticketOffers } from '../tickets/tickets.offers.ts'
import { saleHoldsUntil } from '../tickets/tickets.sale.ts'
import { costCurrency, costRange } from '../text/cost.ts'
import { venueJsonLd } from '../venues/venues.view.ts'
import { attendanceOf, previousStarts } from './events.happening.ts'
import { costsOf, type EventWithLinks, type ShownRow } from './events.row.ts'

/** How many words of the description search engines are given. */
const words = 60

/** The event as a schema.org Event that satisfies the rules of the major search engines (D4). */
export function eventJsonLd(
  { event, venues, organizers, tickets, images }: EventWithLinks,
  site: Site,
  context: Context & { readonly now: Temporal.Instant },
): Record<string, unknown> {
  const url = postUrl(site, kinds.event, event)
  const image = imageOf({ images, site }, event.image_id)
  const zone = findZone(event.timezone) ?? context.siteZone
  const date = (seconds: number, wall: string) =>
    event.all_day === 1 ? wall.slice(0, 10) : isoWithOffset(seconds, zone)
  const description = plainTextOfHtml(event.description, words) || plainTextOfHtml(event.excerpt, words)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: plainTextOfHtml(event.title),
    ...(description ? { description } : {}),
    url,
    eventStatus: statuses[event.event_status],
    ...previousStart(event, zone),
    startDate: date(event.starts_at, event.start_wall),
    endDate: date(event.ends_at, event.end_wall),
    ...(image ? { image: [image.url] } : {}),
    ...place({ event, venues, images }, site, url),
    ...(organizers.length > 0
      ? { organizer: single(organizers.map((organizer) => organizerJsonLd(organizer, { site, images }))) }
      : {}),
    ...(costsOf(event).length === 0 && tickets.length > 0
      ? { offers: single(ticketOffers(tickets, { url, zone, event, now: context.now })) }
      : offers(costsOf(event), {
          url,
          isOver: event.event_status === 'canceled',
          from: isoWithOffset(event.date_at, context.siteZone),
          currency: costCurrency(costsOf(event), {
            symbol: context.costFormat.symbol,
            code: context.currencyCode,
          }),
        })),
  }
}

/** Until when its offers stay the same, in epoch seconds, not included. */
export function offersHoldUntil(
  { event, tickets }: Pick<EventWithLinks, 'event' | 'tickets'>,
  now: Temporal.Instant,
): number {
  const now_s = epochSeconds(now)
  return Math.min(...tickets.map((ticket) => saleHoldsUntil(ticket, event, now_s)), Infinity)
}

const statuses: Readonly<Record<EventStatus, string>> = {
  scheduled: 'https://schema.org/EventScheduled',
  canceled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
  rescheduled: 'https://schema.org/EventRescheduled',
  moved_online: 'https://schema.org/EventMovedOnline',
}

/** The starts that a rescheduled event had; another one is not asked for them. */
function previousStart(event: ShownRow, zone: Zone): Record<string, unknown> {
  const starts = previousStarts(event).map((at) => isoWithOffset(at, zone))
  if (event.event_status !== 'rescheduled' || starts.length === 0) return {}
  return { previousStartDate: single(event.all_day === 1 ? starts.map((at) => at.slice(0, 10)) : starts) }
}

/**
 * Where an event is attended: at its venue, or online if it is said to be, or if it has a website and no venue. An event online
 * has an address there: its own, or that of its page where this reader may not know it.
 */
function place(
  { event, venues, images }: Pick<EventWithLinks, 'event' | 'venues' | 'images'>,
  site: Site,
  page: string,
): Record<string, unknown> {
  const mode = attendanceOf(event)
  const places = venues.map((venue) => venueJsonLd(venue, { site, images }))
  const online = { '@type': 'VirtualLocation', url: event.online_url || event.website || page }
  if (mode === 'online')
    return { eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode', location: online }
  if (mode === 'mixed') {
    return {
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: single([...places, online]),
    }
  }
  if (places.length > 0) {
    return {
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: single(places),
    }
  }
  if (!event.website) return {}
  return { eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode', location: online }
}

function offers(
  costs: readonly string[],
  offer: { url: string; from: string; currency: string | undefined; isOver: boolean },
): Record<string, unknown> {
  const range = costRange(costs)
  if (!range) return {}
  const availability = `https://schema.org/${offer.isOver ? 'SoldOut' : 'InStock'}`
  const common = { url: offer.url, availability, validFrom: offer.from }
  // A number without a currency is no price.
  if (offer.currency === undefined) return { offers: { '@type': 'Offer', ...common } }
  const priced = { priceCurrency: offer.currency, ...common }
  return range.low === range.high
    ? { offers: { '@type': 'Offer', price: String(range.low), ...priced } }
    : {
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: String(range.low),
          highPrice: String(range.high),
          ...priced,
        },
      }
}

function single<Member>(members: readonly Member[]): Member | readonly Member[] {
  const [only, ...others] = members
  return only !== undefined && others.length === 0 ? only : members
}
