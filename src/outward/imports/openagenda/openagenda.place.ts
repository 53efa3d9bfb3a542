import { readAddress } from '../imports.address.ts'
import type { ImportRecord } from '../imports.record.ts'
import { escapeHtml } from '../../../pure/text/html.ts'
import { asWire, type Wire } from '../site/site.wire.ts'
import { picturesOf } from './openagenda.image.ts'
import { descriptionHtml } from './openagenda.markdown.ts'
import { plain, spoken } from './openagenda.texts.ts'

/** The place of an event, with its picture; none for what is online alone. */
export function placesOf(location: unknown, language: string): readonly ImportRecord[] {
  const place = asWire(location)
  const name = place && (plain(place['name']) || plain(place['address']))
  if (!place || !name) return []
  const images = picturesOf(place['image'], place['imageCredits'])
  const venue: ImportRecord = {
    kind: 'venue',
    key: plain(place['uid']) || [name, plain(place['address'])].join(', '),
    fields: saidOfVenue(place, name, language),
    ...(images[0] ? { image: images[0].key } : {}),
    lost: lostOf(place),
  }
  return [...images, venue]
}

function saidOfVenue(place: Wire, name: string, language: string) {
  const [city, zip] = [plain(place['adminLevel4']) || plain(place['city']), plain(place['postalCode'])]
  return {
    venue: escapeHtml(name),
    status: 'publish',
    description: descriptionOf(place, language) || null,
    address: streetOf(plain(place['address']), zip) || null,
    zip: zip || null,
    city: city || null,
    stateprovince: plain(place['adminLevel1']) || plain(place['region']) || null,
    country: countryOf(place, language) || null,
    ...coordinatesOf(place),
    phone: plain(place['phone']) || null,
    website: readAddress(plain(place['website'])) ?? null,
  }
}

/** The way there belongs to what is said of the place. */
function descriptionOf(place: Wire, language: string): string {
  return [place['description'], place['access']]
    .map((text) => descriptionHtml(spoken(text, language)))
    .filter((text) => text !== '')
    .join('\n\n')
}

/** The address has the code and the city behind the street. */
function streetOf(address: string, zip: string): string {
  const at = zip === '' ? -1 : address.lastIndexOf(zip)
  return at > 0 ? address.slice(0, at).replace(/[\s,;-]+$/, '') : address
}

function countryOf({ country, countryCode }: Wire, language: string): string {
  const said = asWire(country) ? spoken(withoutCode(country), language) : plain(country)
  const code = (plain(countryCode) || plain(asWire(country)?.['code'])).toUpperCase()
  return /^[A-Z]{2}$/.test(code) ? (namesOf(language).of(code) ?? said) : said
}

function withoutCode(country: unknown): Wire {
  const { code: _code, ...names } = asWire(country) ?? {}
  return names
}

function namesOf(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: 'region' })
}

function coordinatesOf(place: Wire): { geo_lat?: number; geo_lng?: number } {
  const [lat, lng] = [place['latitude'], place['longitude']].map((value) =>
    plain(value) === '' ? Number.NaN : Number(value),
  )
  const isThere = lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  // Nothing is at the zero of both but a buoy.
  return isThere && (lat !== 0 || lng !== 0) ? { geo_lat: lat, geo_lng: lng } : {}
}

function lostOf(place: Wire): readonly string[] {
  const email = plain(place['email'])
  const website = plain(place['website'])
  return [
    ...(email === '' ? [] : [`email: ${email} has no place here`]),
    ...(website !== '' && readAddress(website) === undefined
      ? [`website: ${website} is no whole web address`]
      : []),
  ]
}
