import type { LinkedRow } from '../linked/linked.kind.ts'
import { listLinked } from '../linked/linked.query.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { titleText } from './card.ts'
import { emptyState } from './empty.ts'
import { addressText } from './event.venue.ts'
import { type Html, html } from './html.ts'
import { type Page, viewUrl } from './layout.ts'
import { countText } from './locale.ts'
import { endOfToday } from './today.ts'
import type { Visit } from './visit.ts'

/** How many venues the page has at most: those of a large city. */
const mapLimit = 500

/** Venues with coordinates and upcoming events: as a list, and, with a script, on a map. */
export async function mapPage(visit: Visit): Promise<Page> {
  const { context, caller, now, site, siteDescription, locale } = visit
  const { messages } = locale
  const params = { geoloc: true, only_with_upcoming: true, per_page: mapLimit, orderby: 'title' as const }
  // The list has a limit of its own instead of PER_PAGE_MAX.
  const unclamped = { ...context, perPageMax: mapLimit }
  const { rows, page } = await listLinked(unclamped, venueKind, { params, caller, now })
  const link = { url: viewUrl(visit, 'list'), text: messages.upcoming }
  return {
    title: messages.mapTitle,
    summary: siteDescription,
    canonical: `${site.home}/map`,
    view: 'map',
    holdsUntil: endOfToday(visit),
    styles: ['leaflet.css'],
    scripts: ['leaflet.js', 'leaflet.markercluster.js', 'map.js'],
    main: html`<div class="heading">
        <h1>${messages.mapTitle}</h1>
        <p class="note">${countText(locale, messages.places, page.total)}</p>
      </div>
      ${
        rows.length === 0
          ? emptyState(messages.noPlaces, messages.noPlacesHint, link)
          : html`${emptyMap(visit)}
              <ul class="venues">
                ${rows.map((row) => venueItem(visit, row))}
              </ul>`
      }`,
  }
}

/** The empty element of the map, which is hidden until a script fills it. */
function emptyMap({ locale: { messages }, tiles }: Visit): Html {
  return html`<div
    class="map"
    id="map"
    role="region"
    aria-label="${messages.mapLabel}"
    data-tiles="${tiles.url}"
    data-attribution="${tiles.attribution}"
    data-zoom-in="${messages.zoomIn}"
    data-zoom-out="${messages.zoomOut}"
    hidden
  ></div>`
}

function venueItem({ site }: Visit, row: LinkedRow): Html {
  const address = addressText(row)
  return html`<li data-lat="${row['geo_lat'] ?? ''}" data-lng="${row['geo_lng'] ?? ''}">
    <a href="${postUrl(site, kinds.venue, row)}" dir="auto">${titleText(row.title)}</a>
    ${address ? html`<p dir="auto">${address}</p>` : undefined}
  </li>`
}
