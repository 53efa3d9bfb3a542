import { formats } from '../feeds/formats.ts'
import type { Site } from '../../http/site.ts'
import { type CalendarQuery, filtersWithDays } from './calendar.query.ts'
import type { FeedLink } from './page.ts'
import type { Visit } from './visit.ts'

/** A query as it stands in an address of the service. */
type ServiceQuery = readonly (readonly [name: string, value: string])[]

/** The address of the list of events in the service. */
export function serviceListUrl(site: Site, query: ServiceQuery): string {
  return `${site.rest}/events/${queryText(query)}`
}

/** Where no days are asked for, a feed of a page reaches so far ahead of the day on which it is read: a year of a city is megabytes. */
const ahead = '6 months'

/** The feeds of exactly what a list shows, with what is on already (D60). */
export function listFeeds(
  { site }: Pick<Visit, 'site'>,
  query: Pick<CalendarQuery, 'pairs' | 'from' | 'until'>,
): FeedLink[] {
  return feedsOf(site, filtersWithDays(query, rolling))
}

/** From the day on which the feed is read. */
const rolling = [
  ['ends_after', 'today'],
  ['starts_before', ahead],
  ['strict_dates', 'true'],
] as const

/** The feeds of a list of the service. */
export function feedsOf(site: Site, query: ServiceQuery): FeedLink[] {
  return formats.map(({ mediaType, name, extension }) => ({
    mediaType,
    name,
    url: `${site.rest}/events.${extension}${queryText(query)}`,
  }))
}

/** The query with its question mark; empty for none. */
function queryText(query: ServiceQuery): string {
  return query.length > 0 ? `?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}` : ''
}
