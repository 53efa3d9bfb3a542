import type { ShownLinked } from '../linked/linked.kind.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { plainTextOfHtml } from '../text/plain.ts'
import { titleText } from './card.ts'
import { type Content, type Html, html } from './html.ts'
import { plain } from './prose.ts'
import type { Visit } from './visit.ts'

/** A free map of the world without tracking. */
const worldMap = 'https://www.openstreetmap.org'

/** The venue of an event: its name, its address, and directions. */
export function venueBlock({ site, locale }: Visit, row: ShownLinked): Html {
  const map = row['show_map_link'] === 1 ? mapUrl(row) : undefined
  return html`<a href="${postUrl(site, kinds.venue, row)}" dir="auto">${titleText(row.title)}</a>${
      addressText(row) ? html`<br />${plain(addressText(row))}` : undefined
    }${mapLink(map, locale.messages.showOnMap)}`
}

/** The address of a venue on one line. */
export function addressText(row: ShownLinked): string {
  const { address, city, zip, stateprovince, state, province, country } = row
  const region = stateprovince || state || province
  return [address, [zip, city].filter(Boolean).join(' '), region, country]
    .map((part) => plainTextOfHtml(String(part ?? '')))
    .filter(Boolean)
    .join(', ')
}

/** The address of the venue on that map: by its coordinates, or by its postal address; undefined when neither is known. */
export function mapUrl(row: ShownLinked): string | undefined {
  const { geo_lat: lat, geo_lng: lng } = row
  if (typeof lat === 'number' && typeof lng === 'number')
    return `${worldMap}/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
  const address = addressText(row)
  return address === '' ? undefined : `${worldMap}/search?query=${encodeURIComponent(address)}`
}

/** The link to a map. */
export function mapLink(url: string | undefined, text: string): Content {
  return url ? html`<br /><a href="${url}" rel="external noopener">${text}</a>` : undefined
}
