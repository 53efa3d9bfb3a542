import { ownFacts } from './ownFacts.ts'
import type { ShownLinked } from '../../records/linked/linked.kind.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { factOf } from '../../pure/params/flags.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { nameIn } from '../../fields/names.ts'
import { accessFields, accessTexts } from '../../fields/venues.fields.ts'
import { titleText } from './card.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import { miniMap } from './map.drawing.ts'
import type { Visit } from './visit.ts'
import { ofTexts, onOneLine } from './ownText.ts'

/** A free map of the world without tracking. */
const worldMap = 'https://www.openstreetmap.org'

/** The venue of an event beside its text: a small map, its name, its address, and directions. */
export function venuePanel(visit: Visit, row: ShownLinked): Html {
  const { site, locale } = visit
  const directions = directionsUrl(row)
  const lines = addressLines(row)
  return html`<section class="panel flush">
    ${row['show_map'] === 1 ? miniMap(visit, row) : undefined}
    <div>
      <h2><a href="${postUrl(site, kinds.venue, row)}" ${ofTexts(visit)}>${titleText(row.title)}</a></h2>
      ${lines.length === 0 ? undefined : html`<address ${ofTexts(visit)}>${brokenLines(lines)}</address>`}
      ${accessFacts(locale, row)}${ownFacts(visit, 'venue', row)}
      ${
        directions === undefined
          ? undefined
          : html`<p class="actions">
              <a class="button plain" href="${directions}" rel="external noopener"
                >${icon('outside')}${locale.messages.directions}</a
              >
            </p>`
      }
    </div>
  </section>`
}

/** How people get in and take part, each as a fact: yes, no or not known (D77); undefined where nothing is known of any. */
export function accessFacts({ messages, language }: Visit['locale'], row: ShownLinked): Content {
  const known = accessFields.map((field) => ({ field, is: factOf(row[field]) }))
  const said = accessTexts.flatMap((field) => {
    const text = plainTextOfHtml(String(row[field] ?? ''))
    return text === '' ? [] : [[nameIn(language, field), text] as const]
  })
  if (said.length === 0 && known.every(({ is }) => is === undefined)) return undefined
  return html`<div class="access">
    <h3>${messages.gettingIn}</h3>
    <dl>
      ${known.map(
        ({ field, is }) =>
          html`<div class="${is === undefined ? 'unknown' : is ? 'yes' : 'no'}">
            <dt>${nameIn(language, field)}</dt>
            <dd>
              ${is === undefined ? undefined : icon(is ? 'check' : 'close')}${is === undefined ? messages.notKnown : is ? messages.yes : messages.no}
            </dd>
          </div>`,
      )}${said.map(
        ([name, text]) =>
          html`<div>
            <dt>${name}</dt>
            <dd dir="auto">${text}</dd>
          </div>`,
      )}
    </dl>
  </div>`
}

/** Lines with line breaks between them. */
function brokenLines(lines: readonly string[]): Content {
  return lines.map((line, at) => (at === 0 ? line : html`<br />${line}`))
}

/** The address of a venue in lines: the street, the town, the region, the country. */
export function addressLines(row: ShownLinked): string[] {
  const { address, city, zip, stateprovince, state, province, country } = row
  const region = stateprovince || state || province
  return [address, [zip, city].filter(Boolean).join(' '), region, country]
    .map((part) => plainTextOfHtml(String(part ?? '')))
    .filter(Boolean)
}

/** The address of a venue on one line. */
export function addressText(row: ShownLinked): string {
  return onOneLine(addressLines(row))
}

/** The way to a venue, if it may be shown on a map: by its coordinates, or by its postal address. */
export function directionsUrl(row: ShownLinked): string | undefined {
  return row['show_map_link'] === 1 ? mapUrl(row) : undefined
}

/** The address of the venue on that map: by its coordinates, or by its postal address; undefined when neither is known. */
function mapUrl(row: ShownLinked): string | undefined {
  const { geo_lat: lat, geo_lng: lng } = row
  if (typeof lat === 'number' && typeof lng === 'number')
    return `${worldMap}/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
  const address = addressText(row)
  return address === '' ? undefined : `${worldMap}/search?query=${encodeURIComponent(address)}`
}
