import type { Feed, FeedEvent, FeedEvents } from './feed.ts'
import { eventFacts, jsonList } from './feed.json.ts'

/** The feed as a FeatureCollection (RFC 7946) of the events with coordinates; others are left out. */
export function writeGeoJson(feed: Feed, events: FeedEvents): AsyncGenerator<string, void, undefined> {
  // Members of our own are allowed (RFC 7946, 6.1).
  const head = { type: 'FeatureCollection', title: feed.title, url: feed.url }
  return jsonList(`${JSON.stringify(head).slice(0, -1)},"features":`, events, featureOf)
}

function featureOf(event: FeedEvent): object | undefined {
  // Longitude first (RFC 7946, 3.1.1).
  const positions = event.venues.flatMap(({ geo }) => (geo ? [[geo.lng, geo.lat]] : []))
  const [first, ...others] = positions
  if (first === undefined) return undefined
  return {
    type: 'Feature',
    id: event.id,
    geometry:
      others.length === 0
        ? { type: 'Point', coordinates: first }
        : { type: 'MultiPoint', coordinates: positions },
    properties: eventFacts(event),
  }
}
