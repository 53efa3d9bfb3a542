import type { ListEvents } from '../events/events.params.ts'
import { listEvents, withLinks } from '../events/events.query.ts'
import type { EventRecord } from '../events/events.record.ts'
import { blankedView, eventView } from '../events/events.view.ts'
import { formats } from '../feeds/formats.ts'
import type { Site } from '../http/site.ts'
import { plainTextOfHtml } from '../text/address.ts'
import type { VenueRecord } from '../venues/venues.view.ts'
import { type Content, type Html, html } from './html.ts'
import type { FeedLink } from './layout.ts'
import type { Visit } from './visit.ts'
import { monthOf, whenOf } from './when.ts'

/** What the list is narrowed to; as the service reads it, and as its address names it. */
export interface Narrowed {
  readonly params: ListEvents
  readonly query: readonly [name: string, value: string] | undefined
}

/** The first page of the list of events, by month; with the address of the whole list in the service. */
export async function upcomingSection(
  { context, site, now, caller }: Visit,
  { params, query }: Narrowed,
): Promise<Html> {
  const { events, page } = await listEvents(context, params, { caller, now })
  const wholes = await withLinks(context.db.read, events, caller)
  const records = wholes.map((whole) => {
    const isLocked = whole.event.password_digest !== null
    return {
      isLocked,
      record: isLocked ? blankedView(whole, site, context) : eventView(whole, site, context),
    }
  })
  const byMonth = Map.groupBy(records, ({ record }) => monthOf(record))
  return html`<h2>Upcoming events</h2>
    ${records.length === 0 ? html`<p>There are none.</p>` : undefined}${[...byMonth].map(
      ([month, own]) =>
        html`<h3>${month}</h3>
          <ul class="events">
            ${own.map(listItem)}
          </ul> `,
    )}
    <p class="note">
      ${countText(records.length, page.total)}<a href="${listUrl(site, query)}">The list as JSON</a>
    </p>`
}

/** The address of the list of events in the service. */
export function listUrl(site: Site, query: Narrowed['query']): string {
  const address = `${site.rest}/events/`
  return query ? `${address}?${query.map(encodeURIComponent).join('=')}` : address
}

/** The feeds of the same list. */
export function listFeeds(site: Site, query: Narrowed['query']): FeedLink[] {
  const search = query ? `?${query.map(encodeURIComponent).join('=')}` : ''
  return formats.map(({ mediaType, name, extension }) => ({
    mediaType,
    name,
    url: `${site.rest}/events.${extension}${search}`,
  }))
}

/** The venues of an event record, which shows one as itself. */
export function venuesOf({ venue }: Pick<EventRecord, 'venue'>): VenueRecord[] {
  return Array.isArray(venue) ? venue : [venue]
}

function listItem({ record, isLocked }: { record: EventRecord; isLocked: boolean }): Content {
  const places = venuesOf(record).map(({ venue, city }) =>
    plainTextOfHtml([venue, city].filter(Boolean).join(', ')),
  )
  return html`<li>
    <a href="${record.url}" dir="auto">${plainTextOfHtml(record.title)}</a>
    <div>${whenOf(record)}</div>
    ${places.map((place) => html` <div dir="auto">${place}</div>`)}${
      isLocked ? html` <div>Needs a password.</div>` : undefined
    }
  </li> `
}

function countText(shown: number, total: number): string {
  return total > shown ? `The first ${shown} of ${total}. ` : ''
}
