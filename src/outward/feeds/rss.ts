import { httpDate } from '../../pure/calendar/text.ts'
import { escapeHtml } from '../../pure/text/html.ts'
import type { Feed, FeedEvent, FeedEvents, FeedImage } from './feed.ts'
import { announcedTitle, isoText, whereText } from './feed.text.ts'
import { turn } from '../../pure/sorted/pieces.ts'
import { whenText } from './feed.when.ts'
import { element, openTag, type Xml } from './xml.ts'

const namespaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
  'xmlns:georss': 'http://www.georss.org/georss',
}

/** The feed as RSS 2.0 (rssboard.org/rss-specification), its items with the event module of RSS 1.0 (`ev:`) and GeoRSS. */
export async function* writeRss(feed: Feed, events: FeedEvents): AsyncGenerator<string, void, undefined> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${openTag('rss', { version: '2.0', ...namespaces })}<channel>${channel(feed)}`
  for await (const event of events) {
    // The longest texts there may be take a tenth of a second to be read and to be written.
    await turn()
    yield `\n${item(event).source}`
  }
  yield '\n</channel></rss>\n'
}

function channel(feed: Feed): string {
  const type = 'application/rss+xml'
  const elements = [
    element('title', feed.title),
    element('link', feed.pageUrl),
    // Required, even if it is empty.
    element('description', feed.description || feed.title),
    element('atom:link', '', { rel: 'self', href: feed.url, type }),
    ...(feed.nextUrl === undefined
      ? []
      : [element('atom:link', '', { rel: 'next', href: feed.nextUrl, type })]),
    element('language', feed.language),
    element('generator', 'Kalends'),
    // In minutes.
    element('ttl', String(Math.ceil(feed.refresh_s / 60))),
  ]
  return elements.map(({ source }) => source).join('')
}

function item(event: FeedEvent): Xml {
  const facts = factsHtml(event)
  const where = whereText(event)
  const geo = event.venues.find((venue) => venue.geo)?.geo
  return element('item', [
    element('title', announcedTitle(event)),
    element('link', event.url),
    // Of a series the next date stands for all: as the days go by, it is no other news.
    element('guid', event.standsFor?.uid ?? event.uid, { isPermaLink: 'false' }),
    element('pubDate', httpDate(event.publishedAt)),
    ...[...event.categories, ...event.tags].map((name) => element('category', name)),
    ...event.fields.flatMap(({ domain, words }) =>
      words.map((word) => element('category', word, { domain })),
    ),
    element('description', `${facts}${paragraph(escapeHtml(event.summary))}`),
    element('content:encoded', `${facts}${imageHtml(event)}${event.descriptionHtml}`),
    ...enclosure(event.image),
    element('ev:startdate', isoText(event, event.start)),
    element('ev:enddate', isoText(event, event.end)),
    ...filled('ev:location', where),
    ...filled('ev:organizer', event.organizers.map(({ name }) => name).join(', ')),
    ...(geo ? [element('georss:point', `${geo.lat} ${geo.lng}`)] : []),
  ])
}

/** Some readers show it, others offer it. */
function enclosure(image: FeedImage | undefined): Xml[] {
  if (!image) return []
  return [element('enclosure', '', { url: image.url, length: String(image.bytes), type: image.mediaType })]
}

function filled(name: string, text: string): Xml[] {
  return text === '' ? [] : [element(name, text)]
}

/** The time, place and cost, as HTML. */
function factsHtml(event: FeedEvent): string {
  const lines = [whenText(event), furtherText(event), whereText(event), event.cost].filter(Boolean)
  return paragraph(lines.map(escapeHtml).join('<br>'))
}

function furtherText({ standsFor }: FeedEvent): string {
  const further = standsFor?.further ?? 0
  return further === 0 ? '' : `and ${further} further ${further === 1 ? 'date' : 'dates'}`
}

function imageHtml({ image }: FeedEvent): string {
  return image ? paragraph(`<img src="${escapeHtml(image.url)}" alt="${escapeHtml(image.alt)}">`) : ''
}

function paragraph(html: string): string {
  return html === '' ? '' : `<p>${html}</p>`
}
