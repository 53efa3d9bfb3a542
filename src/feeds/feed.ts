import type { Zone } from '../calendar/zone.ts'
import type { FeedEvent } from './feed.event.ts'

/** What a feed says about itself, whatever its format. Addresses are whole, texts are plain. */
export interface Feed {
  readonly title: string
  /** Empty for none. */
  readonly description: string
  /** This very feed, with its extension and its query: where readers come back to. */
  readonly url: string
  /** The page that shows people the same. */
  readonly pageUrl: string
  /** The feed of the following events, where this one ends before the list does. */
  readonly nextUrl?: string | undefined
  /** BCP 47, such as `en`. */
  readonly language: string
  readonly siteZone: Zone
  /** How long readers are asked to wait before they come back. */
  readonly refresh_s: number
}

/** The events of a feed in their order, as they come out of the database: never more than a few in memory. */
export type FeedEvents = Iterable<FeedEvent> | AsyncIterable<FeedEvent>

/** Writes a feed, one chunk of text after another: the first before any event is asked for, then one an event at most. */
export type FeedWriter = (feed: Feed, events: FeedEvents) => AsyncGenerator<string, void, undefined>
