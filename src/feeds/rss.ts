import { httpDate } from '../calendar/text.ts'
import { escapeHtml } from '../text/html.ts'
import { whenOf } from '../web/when.ts'
import type { Feed, FeedEvents } from './feed.ts'
import type { FeedEvent } from './feed.event.ts'
import { isoText, timesOf, titleText, whereText } from './feed.text.ts'
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
  for await (const event of events) yield `\n${item(event).source}`
  yield '\n</channel></rss>\n'
}

function channel(feed: Feed): string {
  const type = 'application/rss+xml'
  const elements = [
    element('title', feed.title),
    element('link', feed.pageUrl),
    // Required, be it empty.
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
  const where = whereText(event)
  const geo = event.venues.find((venue) => venue.geo)?.geo
  return element('item', [
    element('title', titleText(event)),
    element('link', event.url),
    element('guid', event.uid, { isPermaLink: 'false' }),
    element('pubDate', httpDate(event.publishedAt)),
    ...[...event.categories, ...event.tags].map((name) => element('category', name)),
    element('description', `${facts(event)}${paragraph(escapeHtml(event.summary))}`),
    element('content:encoded', `${facts(event)}${imageHtml(event)}${event.descriptionHtml}`),
    element('ev:startdate', isoText(event, event.start)),
    element('ev:enddate', isoText(event, event.end)),
    ...filled('ev:location', where),
    ...filled('ev:organizer', event.organizers.map(({ name }) => name).join(', ')),
    ...(geo ? [element('georss:point', `${geo.lat} ${geo.lng}`)] : []),
  ])
}

function filled(name: string, text: string): Xml[] {
  return text === '' ? [] : [element(name, text)]
}

/** When, where and for how much, as HTML. */
function facts(event: FeedEvent): string {
  const lines = [
    whenOf(timesOf(event)).source,
    ...[whereText(event), event.cost].filter(Boolean).map(escapeHtml),
  ]
  return paragraph(lines.join('<br>'))
}

function imageHtml({ image }: FeedEvent): string {
  return image === undefined ? '' : paragraph(`<img src="${escapeHtml(image)}" alt="">`)
}

function paragraph(html: string): string {
  return html === '' ? '' : `<p>${html}</p>`
}
