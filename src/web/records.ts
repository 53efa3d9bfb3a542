import { showing } from '../media/media.query.ts'
import { mayRead } from '../auth/rights.ts'
import { findEventRow, withLinks } from '../events/events.query.ts'
import { eventViewSingle } from '../events/events.view.ts'
import type { LinkedKind, LinkedRow } from '../linked/linked.kind.ts'
import { findLinked } from '../linked/linked.query.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import { organizerViewSingle } from '../organizers/organizers.view.ts'
import { kinds, type PostKind } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { findAncestors, type TermRow } from '../terms/terms.query.ts'
import { termView } from '../terms/terms.view.ts'
import { plainTextOfHtml, readWebUrl } from '../text/address.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { type VenueRecord, venueViewSingle } from '../venues/venues.view.ts'
import { type Content, type Html, html, joined, sanitised } from './html.ts'
import type { Page } from './layout.ts'
import { lockedPage } from './refusals.ts'
import { listFeeds, upcomingSection, venuesOf } from './upcoming.ts'
import type { Visit } from './visit.ts'
import { whenOf } from './when.ts'

/** The page of the record with the id; undefined unless there is one that everybody may read. */
export function recordPage(visit: Visit, kind: PostKind['name'], id: number): Promise<Page | undefined> {
  return pages[kind](visit, id)
}

const pages: Readonly<Record<PostKind['name'], (visit: Visit, id: number) => Promise<Page | undefined>>> = {
  event: eventPage,
  venue: venuePage,
  organizer: organizerPage,
}

async function eventPage(visit: Visit, id: number): Promise<Page | undefined> {
  const { context, site, now, caller } = visit
  const event = await findEventRow(context.db.read, id)
  if (!event || !mayRead(caller, event)) return undefined
  if (event.password_digest !== null) return lockedPage(visit, postUrl(site, kinds.event, event))
  const [whole] = await withLinks(context.db.read, [event], caller)
  if (!whole) return undefined
  const record = eventViewSingle(whole, site, { ...context, now })
  const ancestors = await findAncestors(context.db.read, whole.categories)
  const termLink = (term: TermRow) => {
    const { url, name } = termView(term, site, ancestors)
    return link(url, name)
  }
  return {
    ...common({ url: record.url, title: record.title, text: record.excerpt || record.description }),
    json: record.rest_url,
    feeds: [{ mediaType: 'text/calendar', name: 'iCalendar', url: `${record.rest_url}.ics` }],
    jsonLd: record.json_ld ?? {},
    main: html`${heading(record.title)}${facts([
      ['When', whenOf(record)],
      ['Where', lines(venuesOf(record).map((venue) => [link(venue.url, venue.venue), addressOf(venue)]))],
      ['Organizer', lines(record.organizer.map(({ url, organizer }) => [link(url, organizer)]))],
      ['Cost', plain(record.cost)],
      ['Website', website(event.website)],
      ['Categories', listed(whole.categories.map(termLink))],
      ['Tags', listed(whole.tags.map(termLink))],
    ])}${prose(record.excerpt)}${prose(record.description)}`,
  }
}

async function venuePage(visit: Visit, id: number): Promise<Page | undefined> {
  const row = await readable(visit, venueKind, id)
  if (!row) return undefined
  const venue = venueViewSingle(row, await showing(visit.context, visit.site, [row]))
  return {
    ...common({ url: venue.url, title: venue.venue, text: venue.description ?? '' }),
    json: `${visit.site.rest}/venues/${id}`,
    feeds: listFeeds(visit.site, ['venue', String(id)]),
    jsonLd: { '@context': 'https://schema.org', ...venue.json_ld },
    main: html`${heading(venue.venue)}${facts([
      ['Address', addressOf(venue)],
      ['Phone', plain(venue.phone)],
      ['Website', website(venue.website)],
    ])}${prose(venue.description)}${await upcomingSection(visit, { params: { venue: [id] }, query: ['venue', String(id)] })}`,
  }
}

async function organizerPage(visit: Visit, id: number): Promise<Page | undefined> {
  const row = await readable(visit, organizerKind, id)
  if (!row) return undefined
  const organizer = organizerViewSingle(row, await showing(visit.context, visit.site, [row]))
  return {
    ...common({ url: organizer.url, title: organizer.organizer, text: organizer.description ?? '' }),
    json: `${visit.site.rest}/organizers/${id}`,
    feeds: listFeeds(visit.site, ['organizer', String(id)]),
    jsonLd: { '@context': 'https://schema.org', ...organizer.json_ld },
    main: html`${heading(organizer.organizer)}${facts([
      ['Phone', plain(organizer.phone)],
      ['E-mail', mailTo(organizer.email)],
      ['Website', website(organizer.website)],
    ])}${prose(organizer.description)}${await upcomingSection(visit, { params: { organizer: [id] }, query: ['organizer', String(id)] })}`,
  }
}

async function readable(
  { context, caller }: Visit,
  kind: LinkedKind,
  id: number,
): Promise<LinkedRow | undefined> {
  const row = await findLinked(context.db.read, kind, id)
  return row && mayRead(caller, row) ? row : undefined
}

/** A title in a heading. Its own markup is left out: links and blocks have no place there. */
export function heading(title: string): Html {
  return html`<h1 dir="auto">${plainTextOfHtml(title)}</h1>`
}

/** A text as records show it, which is clean. */
export function prose(rendered: string | undefined): Content {
  return rendered ? html`<div class="text" dir="auto">${sanitised(rendered)}</div>` : undefined
}

/** What every page about one thing says of it, from texts as records show them. */
export function common(record: {
  url: string
  title: string
  text: string
}): Pick<Page, 'canonical' | 'title' | 'summary'> {
  return {
    canonical: record.url,
    title: plainTextOfHtml(record.title),
    summary: plainTextOfHtml(record.text, summaryWords),
  }
}

/** Search engines show some 160 characters. */
const summaryWords = 30

function facts(rows: readonly (readonly [name: string, says: Content])[]): Content {
  const known = rows.filter(([, says]) => says !== undefined)
  return known.length > 0
    ? html`<dl>
        ${known.map(
          ([name, says]) =>
            html`<dt>${name}</dt>
              <dd>${says}</dd>`,
        )}
      </dl>`
    : undefined
}

/** Each on a line of its own, its parts separated by commas. */
function lines(of: readonly (readonly Content[])[]): Content {
  const filled = of.map((parts) => parts.filter((part) => part !== undefined))
  return filled.length > 0 ? filled.map((parts) => html`<div>${joined(parts, ', ')}</div>`) : undefined
}

function listed(links: readonly Content[]): Content {
  return links.length > 0 ? joined(links, ', ') : undefined
}

function link(url: string, title: string): Html {
  return html`<a href="${url}" dir="auto">${plainTextOfHtml(title)}</a>`
}

function plain(text: string | undefined): Content {
  return text ? html`<span dir="auto">${plainTextOfHtml(text)}</span>` : undefined
}

function addressOf(venue: VenueRecord): Content {
  const { address, city, zip, stateprovince, state, province, country } = venue
  return plain([address, city, stateprovince || state || province, zip, country].filter(Boolean).join(', '))
}

/** Only what is a web address becomes a link. */
function website(stored: string | null | undefined): Content {
  const url = stored ? readWebUrl(stored) : undefined
  return url === undefined ? plain(stored ?? undefined) : html`<a href="${url}" rel="external">${url}</a>`
}

function mailTo(email: string | undefined): Content {
  return email
    ? html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>`
    : undefined
}
