import { eventFields } from '../../fields/events.fields.ts'
import { cellsOf } from '../../fields/fields.cells.ts'
import { blankOf } from '../../fields/fields.columns.ts'
import { resolveWall } from '../../pure/calendar/dateExpression.ts'
import { epochSeconds, parseWall } from '../../pure/calendar/text.ts'
import { type Zone, zoneNamed } from '../../pure/calendar/zone.ts'
import type { Feed, FeedEvent, FeedEvents, FeedMoment, FeedWriter } from './feed.ts'

/** The moment of a wall clock in a zone, as events store it. */
export function momentIn(zone: Zone, wall: string): FeedMoment {
  const resolved = resolveWall(parseWall(wall), zone)
  if (!resolved) throw new Error(`${wall} is outside of what can be stored`)
  return {
    at: epochSeconds(resolved.instant),
    wall: resolved.wall.toString({ smallestUnit: 'second' }).replace('T', ' '),
  }
}

const rome = zoneNamed('Europe/Rome')

/** A feed of a town’s calendar. */
export const sampleFeed: Feed = {
  title: 'Town calendar',
  description: '',
  url: 'https://calendar.example/vendor/events/v1/events.ics?categories=music',
  pageUrl: 'https://calendar.example/events/',
  language: 'en',
  siteZone: rome,
  refresh_s: 3600,
  ownNames: [],
}

/** An event with everything. */
export const sampleEvent: FeedEvent = {
  id: 42,
  uid: 'event-42@calendar.example',
  sequence: 3,
  status: 'confirmed',
  isGone: false,
  said: { ...cellsOf(eventFields, blankOf(eventFields)), featured: true },
  publicOnlineUrl: '',
  isPrivate: false,
  title: 'Jazz at the mill',
  description: 'Three bands.\n\nBring a chair.',
  descriptionHtml: '<p>Three bands.</p>\n<p>Bring a chair.</p>',
  summary: 'Three bands.',
  url: 'https://calendar.example/event/jazz/',
  restUrl: 'https://calendar.example/vendor/events/v1/events/42',
  website: 'https://jazz.example/',
  start: momentIn(rome, '2031-03-11 18:00:00'),
  end: momentIn(rome, '2031-03-11 20:30:00'),
  isAllDay: false,
  zone: rome,
  zoneLetters: 'CET',
  publishedAt: 1_900_000_000,
  modifiedAt: 1_900_003_600,
  venues: [{ name: 'Old mill', address: 'Via Roma 1, 00184 Roma', geo: { lat: 41.9, lng: 12.5 } }],
  organizers: [{ name: 'Jazz club', email: 'jazz@club.example', url: 'https://club.example/' }],
  categories: ['Music'],
  tags: ['outdoor'],
  cost: '€10',
  image: {
    url: 'https://calendar.example/media/jazz.jpg',
    mediaType: 'image/jpeg',
    bytes: 20_000,
    alt: 'A "trio"',
  },
  fields: [],
}

/** The same event with some changes. */
export function sampleWith(changes: Partial<FeedEvent>): FeedEvent {
  return { ...sampleEvent, ...changes }
}

/** The whole text that a writer makes of events. */
export async function written(
  write: FeedWriter,
  events: FeedEvents,
  feed: Partial<Feed> = {},
): Promise<string> {
  const chunks = await Array.fromAsync(write({ ...sampleFeed, ...feed }, events))
  return chunks.join('')
}
