import { utcText } from '../../pure/calendar/text.ts'
import type { Feed, FeedEvent, FeedEvents } from './feed.ts'
import { eventFacts, jsonList } from './feed.json.ts'
import { announcedTitle } from './feed.text.ts'

/** The feed as JSON Feed 1.1 (jsonfeed.org/version/1.1); time and place are in the extension `_kalends` of each item. */
export function writeJsonFeed(feed: Feed, events: FeedEvents): AsyncGenerator<string, void, undefined> {
  const head = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.pageUrl,
    feed_url: feed.url,
    ...(feed.description ? { description: feed.description } : {}),
    ...(feed.nextUrl === undefined ? {} : { next_url: feed.nextUrl }),
    language: feed.language,
    _kalends: { refresh_seconds: feed.refresh_s },
  }
  return jsonList(`${JSON.stringify(head).slice(0, -1)},"items":`, events, itemOf)
}

function itemOf(event: FeedEvent): object {
  return {
    // Of a series the next date stands for all: as the days go by, it is no other news.
    id: event.standsFor?.uid ?? event.uid,
    url: event.url,
    ...(event.website ? { external_url: event.website } : {}),
    title: announcedTitle(event),
    // One of the two is required, even if it is empty.
    content_html: event.descriptionHtml,
    content_text: event.description,
    ...(event.summary ? { summary: event.summary } : {}),
    ...(event.image === undefined ? {} : { image: event.image.url }),
    date_published: dateText(event.publishedAt),
    date_modified: dateText(event.modifiedAt),
    ...(event.organizers.length > 0
      ? { authors: event.organizers.map(({ name, url }) => ({ name, url })) }
      : {}),
    tags: [...event.categories, ...event.tags],
    _kalends: eventFacts(event),
  }
}

/** RFC 3339 in UTC. */
function dateText(seconds: number): string {
  return `${utcText(seconds).replace(' ', 'T')}Z`
}
