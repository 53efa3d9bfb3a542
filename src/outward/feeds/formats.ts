import { writeCsv } from './csv.ts'
import type { FeedWriter } from './feed.ts'
import { writeGeoJson } from './geojson.ts'
import { writeIcal } from './ical.ts'
import { writeJsonFeed } from './jsonFeed.ts'
import { writeRss } from './rss.ts'

/** A format in which every list of events is answered. */
export interface Format {
  readonly name: string
  /** The extension of addresses, without the dot. */
  readonly extension: string
  /** The media type in `Accept`. */
  readonly mediaType: string
  /** The `Content-Type` of the answer. */
  readonly contentType: string
  readonly write: FeedWriter
  /** How it is, where readers follow it as news: what is announced, rather than what is on when. */
  readonly news?: {
    /** The most events in it without `page`: what is older has been read. */
    readonly most: number
    /** The order, where none is asked for. */
    readonly orderby: 'date' | 'start_date'
  }
  /** Whether it has a place to say that an event is cancelled; else these are left out. */
  readonly saysCancelled?: true
}

/** The most events in a feed of news. */
const mostNews = 100

/**
 * The formats of feeds: the only place that lists them. JSON Feed has only its own media type, since `application/json` is the
 * API; so has RSS, since browsers accept `application/xml` when they ask for pages.
 */
export const formats: readonly Format[] = [
  {
    name: 'iCalendar',
    extension: 'ics',
    mediaType: 'text/calendar',
    contentType: 'text/calendar; charset=utf-8',
    write: writeIcal,
    saysCancelled: true,
  },
  {
    name: 'RSS',
    extension: 'rss',
    mediaType: 'application/rss+xml',
    contentType: 'application/rss+xml; charset=utf-8',
    write: writeRss,
    // Readers show the beginning as what is new.
    news: { most: mostNews, orderby: 'date' },
  },
  {
    name: 'JSON Feed',
    extension: 'json',
    mediaType: 'application/feed+json',
    // JSON is UTF-8 and has no charset parameter (RFC 8259, 11).
    contentType: 'application/feed+json',
    write: writeJsonFeed,
    news: { most: mostNews, orderby: 'start_date' },
  },
  {
    name: 'GeoJSON',
    extension: 'geojson',
    mediaType: 'application/geo+json',
    contentType: 'application/geo+json',
    write: writeGeoJson,
  },
  {
    name: 'CSV',
    extension: 'csv',
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    write: writeCsv,
    saysCancelled: true,
  },
]

/** The format of an address that ends in `.{extension}`, without the dot and in any case. */
export function formatByExtension(extension: string): Format | undefined {
  return formats.find((format) => format.extension === extension.toLowerCase())
}
