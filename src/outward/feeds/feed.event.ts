import { eventFields } from '../../fields/events.fields.ts'
import { cellsOf } from '../../fields/fields.cells.ts'
import { findZone } from '../../pure/calendar/zone.ts'
import { attendanceOf, behindPassword, publicOnlineUrl } from '../../records/events/events.happening.ts'
import { lastChange } from '../../records/events/events.read.ts'
import { costShown, type EventWithLinks, uidOf } from '../../records/events/events.row.ts'
import type { Site } from '../../http/site.ts'
import { atOnce, type Pausing, type TimeSlices, withPauses } from '../../http/timeSlices.ts'
import type { ShownLinked } from '../../records/linked/linked.kind.ts'
import { fileUrl } from '../../records/media/media.record.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { plainLineOfHtml, plainTextOfHtml } from '../../pure/text/plain.ts'
import { decodeEntities } from '../../pure/text/html.ts'
import { shownContent } from '../../pure/text/render.ts'
import type { Coordinates, FeedEvent, FeedImage, FeedOrganizer, FeedVenue } from './feed.ts'
import { feedFieldsOf } from './feed.fields.ts'
import { makeParagraphs } from './feed.text.ts'

/** An event of a feed with its links, and how much of it the reader may see. */
export interface FeedSource extends EventWithLinks {
  /** For readers without its password: only the time and the title (`wire-events.md` 4). So is every event in the trash shown. */
  readonly isBlanked?: boolean | undefined
}

/** How many words of the description replace a missing excerpt. */
const summaryWords = 60

/** The event prepared for any format. Without a `uid` of its own it has its `global_id` (D3). */
export function feedEvent(source: FeedSource, site: Site, settings: FeedSettings): FeedEvent {
  return atOnce(makeEvent(source, site, settings))
}

/** As {@link feedEvent}; others have their turn before each of its long texts: 200 kB of description take a fifth of a second. */
export async function feedEventInTimeSlices(
  source: FeedSource,
  site: Site,
  { slices, ...settings }: FeedSettings & { slices: TimeSlices },
): Promise<FeedEvent> {
  return withPauses(makeEvent(source, site, settings), slices)
}

/** What showing an event in feeds depends on. */
type FeedSettings = Pick<Context, 'siteZone' | 'costFormat' | 'currencyCode' | 'declared'>

function* makeEvent(
  source: FeedSource,
  site: Site,
  { siteZone, costFormat, currencyCode, declared }: FeedSettings,
): Pausing<FeedEvent> {
  const { event } = source
  const isGone = event.status === 'trash'
  const shown = source.isBlanked || isGone ? blanked(source) : source
  const descriptionHtml =
    shownContent(shown.event.description, site.home) || shownContent(shown.event.excerpt, site.home)
  yield
  const description = yield* makeParagraphs(descriptionHtml)
  yield
  return {
    id: event.id,
    uid: uidOf(event, site),
    sequence: event.sequence,
    status: statusOf(event),
    isGone,
    said: { ...cellsOf(eventFields, shown.event), attendance_mode: attendanceOf(shown.event) },
    publicOnlineUrl: publicOnlineUrl(shown.event),
    isPrivate: event.status === 'private' || (event.password_digest !== null && shown === source),
    title: plainLineOfHtml(event.title),
    description,
    descriptionHtml,
    summary: plainTextOfHtml(shown.event.excerpt || shown.event.description, summaryWords),
    // There is no page any more.
    url: isGone ? '' : postUrl(site, kinds.event, event),
    restUrl: `${site.rest}/events/${event.id}`,
    website: shown.event.website ?? '',
    start: { at: event.starts_at, wall: event.start_wall },
    end: { at: event.ends_at, wall: event.end_wall },
    isAllDay: event.all_day === 1,
    zone: findZone(event.timezone) ?? siteZone,
    zoneLetters: event.timezone_abbr,
    publishedAt: event.date_at,
    modifiedAt: lastChange(shown),
    venues: shown.venues.map(venueOf),
    organizers: shown.organizers.map((organizer) => organizerOf(organizer, site)),
    categories: shown.categories.map(({ name }) => name),
    tags: shown.tags.map(({ name }) => name),
    cost: decodeEntities(costShown(shown, { costFormat, currencyCode }).cost),
    image: imageOf(shown, site),
    fields: feedFieldsOf(shown.event.own, site, declared),
  }
}

function blanked({ event }: EventWithLinks): EventWithLinks {
  const hidden = { description: '', excerpt: '', cost: '', website: null, featured: 0 } as const
  return {
    event: { ...behindPassword(event), ...hidden },
    categories: [],
    tags: [],
    venues: [],
    organizers: [],
    tickets: [],
    images: new Map(),
  }
}

function statusOf({ status, event_status }: EventWithLinks['event']): FeedEvent['status'] {
  if (status === 'trash' || event_status === 'canceled') return 'cancelled'
  return status === 'draft' || status === 'pending' ? 'tentative' : 'confirmed'
}

function imageOf({ event, images }: EventWithLinks, site: Site): FeedImage | undefined {
  const row = event.image_id === null ? undefined : images.get(event.image_id)
  return (
    row && {
      url: fileUrl(site, row.file),
      mediaType: row.mime_type,
      bytes: row.filesize,
      alt: plainTextOfHtml(row.alt_text),
    }
  )
}

function venueOf(row: ShownLinked): FeedVenue {
  const region = row['stateprovince'] || row['state'] || row['province']
  const parts = [row['address'], row['city'], [region, row['zip']].filter(Boolean).join(' '), row['country']]
  const address = parts.map((part) => plainTextOfHtml(String(part ?? ''))).filter((part) => part !== '')
  return {
    name: plainLineOfHtml(row.title),
    address: address.join(', '),
    geo: coordinatesOf(row['geo_lat'], row['geo_lng']),
  }
}

/** The coordinates, if both are valid. */
function coordinatesOf(lat: unknown, lng: unknown): Coordinates | undefined {
  if (typeof lat !== 'number' || typeof lng !== 'number') return undefined
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

function organizerOf(row: ShownLinked, site: Site): FeedOrganizer {
  return {
    name: plainLineOfHtml(row.title),
    email: String(row['email'] ?? ''),
    url: String(row['website'] || postUrl(site, kinds.organizer, row)),
  }
}
