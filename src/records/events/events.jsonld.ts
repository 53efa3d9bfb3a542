import { ownJsonLd } from '../own/own.jsonld.ts'
import { epochSeconds, isoWithOffset } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import type { Site } from '../../http/site.ts'
import { imageOf } from '../media/media.record.ts'
import { organizerJsonLd } from '../organizers/organizers.view.ts'
import type { Context } from '../../http/context.ts'
import type { AttendanceMode, EventStatus } from '../../pure/params/words.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { availabilityOf, ticketOffers } from '../tickets/tickets.offers.ts'
import { saleHoldsUntil } from '../tickets/tickets.sale.ts'
import { costCurrency, costRange } from '../../pure/text/cost.ts'
import { attendeeCapacity, placeOffer, type PlaceOffer } from '../registration/registration.jsonld.ts'
import { venueJsonLd } from '../venues/venues.view.ts'
import { attendanceOf, previousStarts } from './events.happening.ts'
import { costsOf, type EventWithLinks } from './events.row.ts'
import type { ShownRow } from '../rows/event.row.ts'

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
  const description = plainTextOfHtml(event.description, words) || plainTextOfHtml(event.excerpt, words)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: plainTextOfHtml(event.title),
    ...(description ? { description } : {}),
    url,
    eventStatus: statuses[event.event_status],
    ...previousStart(event, zone),
    ...datesJsonLd(event, event, zone),
    ...(image ? { image: [image.url] } : {}),
    ...place({ event, venues, images }, site, url),
    ...(organizers.length > 0
      ? { organizer: single(organizers.map((organizer) => organizerJsonLd(organizer, { site, images }))) }
      : {}),
    ...ownJsonLd('event', event, context.declared),
    ...attendeeCapacity(event),
    ...offersOf({ event, tickets }, { url, zone, context }),
  }
}

type Dated = Pick<ShownRow, 'all_day' | 'starts_at' | 'ends_at' | 'start_wall' | 'end_wall'>

/** From the start of one to the end of the other: dates where they last all day, else moments with the offset of the zone. */
export function datesJsonLd(first: Dated, last: Dated, zone: Zone): Record<'startDate' | 'endDate', string> {
  const date = (seconds: number, wall: string) =>
    first.all_day === 1 ? wall.slice(0, 10) : isoWithOffset(seconds, zone)
  return {
    startDate: date(first.starts_at, first.start_wall),
    endDate: date(last.ends_at, last.end_wall),
  }
}

/** What it offers: what is over offers nothing. How many tickets there are is told of a price that stands beside them, too. */
function offersOf(
  { event, tickets }: Pick<EventWithLinks, 'event' | 'tickets'>,
  at: {
    readonly url: string
    readonly zone: Zone
    readonly context: Context & { readonly now: Temporal.Instant }
  },
): Record<string, unknown> {
  const { url, zone, context } = at
  const { now, costFormat, currencyCode, siteZone } = context
  if (event.ends_at < epochSeconds(now)) return {}
  const costs = costsOf(event)
  const place = placeOffer(event, { url, zone, now })
  if (costs.length === 0 && tickets.length > 0)
    return { offers: single(ticketOffers(tickets, { url, zone, event, now, place })) }
  const currency = costCurrency(costs, { symbol: costFormat.symbol, code: currencyCode })
  if (costs.length === 0 && place) return { offers: freePlace(place, currencyCode) }
  const { offers: priced } = offers(costs, {
    url,
    availability: availabilityOf(tickets, event, epochSeconds(now)),
    from: isoWithOffset(event.date_at, siteZone),
    currency,
  })
  // Prices are there, places here.
  if (!place || tickets.length > 0) return priced ? { offers: priced } : {}
  return { offers: { ...(priced ?? { '@type': 'Offer' }), ...place } }
}

/** Until when its offers stay the same, in epoch seconds, not included. */
export function offersHoldUntil(
  { event, tickets }: Pick<EventWithLinks, 'event' | 'tickets'>,
  now: Temporal.Instant,
): number {
  const now_s = epochSeconds(now)
  const end = event.ends_at < now_s ? Infinity : event.ends_at + 1
  return Math.min(...tickets.map((ticket) => saleHoldsUntil(ticket, event, now_s)), end)
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
 * Where an event is attended: in person, online or both, as it says. An event online has an address there: its own, or that of its
 * page where this reader may not know it. Of a place that nobody has named nothing is told.
 */
function place(
  { event, venues, images }: Pick<EventWithLinks, 'event' | 'venues' | 'images'>,
  site: Site,
  page: string,
): Record<string, unknown> {
  const mode = attendanceOf(event)
  const online = { '@type': 'VirtualLocation', url: event.online_url || event.website || page }
  const places = venues.map((venue) => venueJsonLd(venue, { site, images }))
  const locations = { in_person: places, mixed: [...places, online], online: [online] }[mode]
  return {
    eventAttendanceMode: attendances[mode],
    ...(locations.length > 0 ? { location: single(locations) } : {}),
  }
}

const attendances: Readonly<Record<AttendanceMode, string>> = {
  in_person: 'https://schema.org/OfflineEventAttendanceMode',
  mixed: 'https://schema.org/MixedEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
}

function offers(
  costs: readonly string[],
  offer: { url: string; from: string; currency: string | undefined; availability: string },
): { readonly offers?: Record<string, unknown> } {
  const range = costRange(costs)
  if (!range) return {}
  const common = { url: offer.url, availability: offer.availability, validFrom: offer.from }
  // A number without a currency is no price.
  if (offer.currency === undefined) return { offers: { '@type': 'Offer', ...common } }
  const priced = { priceCurrency: offer.currency, ...common }
  return range.low === range.high
    ? { offers: { '@type': 'Offer', price: String(range.low), ...priced } }
    : {
        offers: {
          '@type': 'AggregateOffer',
          // Of all offers search engines ask for one price, which is the lowest.
          price: String(range.low),
          lowPrice: String(range.low),
          highPrice: String(range.high),
          ...priced,
        },
      }
}

/** A place that costs nothing. */
function freePlace(place: PlaceOffer, currencyCode: string): Record<string, unknown> {
  return {
    '@type': 'Offer',
    price: '0',
    ...(currencyCode === '' ? {} : { priceCurrency: currencyCode }),
    ...place,
  }
}

function single<Member>(members: readonly Member[]): Member | readonly Member[] {
  const [only, ...others] = members
  return only !== undefined && others.length === 0 ? only : members
}
