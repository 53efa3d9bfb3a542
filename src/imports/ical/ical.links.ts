import { isEmail } from '../../text/address.ts'
import { escapeHtml } from '../../text/html.ts'
import { percentDecoded } from '../../text/percent.ts'
import { imageRecords, placeRecord, termRecords } from '../imports.links.ts'
import type { ImportRecord } from '../imports.record.ts'
import type { Properties, Property } from './ical.components.ts'

/** The links of an event of a calendar, by key, and the records with these keys. */
export interface Links {
  readonly records: readonly ImportRecord[]
  readonly venues: readonly string[]
  readonly organizers: readonly string[]
  readonly categories: readonly string[]
  readonly image: string | null
  /** Values that cannot be stored, each as `field: why`. */
  readonly lost: readonly string[]
}

/** The place, organizer, categories and image of a component. */
export function linksOf(properties: Properties): Links {
  const venue = venueOf(properties)
  const organizer = organizerOf(properties)
  const categories = categoriesOf(properties)
  const image = imageOf(properties)
  return {
    records: [...venue.records, ...organizer, ...categories, ...image.records],
    venues: venue.records.map(({ key }) => key),
    organizers: organizer.map(({ key }) => key),
    categories: categories.map(({ key }) => key),
    image: image.records[0]?.key ?? null,
    lost: [...venue.lost, ...image.lost],
  }
}

/** The first value of a property, as text. */
export function textIn(properties: Properties, name: string): string {
  const value = properties.get(name)?.[0]?.values[0]
  return typeof value === 'string' ? value.trim() : ''
}

interface Found {
  readonly records: readonly ImportRecord[]
  readonly lost: readonly string[]
}

function venueOf(properties: Properties): Found {
  const location = textIn(properties, 'location')
  if (location === '') return { records: [], lost: [] }
  if (/^https?:\/\/\S+$/i.test(location)) return { records: [], lost: [`LOCATION: ${location} is no place`] }
  return { records: [placeRecord(location, coordinatesOf(properties.get('geo')?.[0]))], lost: [] }
}

function coordinatesOf(property: Property | undefined): object {
  const value = property?.values[0]
  const [lat, lng] = Array.isArray(value) ? value.map(Number) : []
  if (lat === undefined || lng === undefined) return {}
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { geo_lat: lat, geo_lng: lng } : {}
}

/** Google’s calendars have this address for events without an organizer. */
const nobody = 'unknownorganizer@calendar.google.com'

function organizerOf(properties: Properties): ImportRecord[] {
  const property = properties.get('organizer')?.[0]
  if (!property) return []
  const address = percentDecoded(textIn(properties, 'organizer').replace(/^mailto:/i, ''))
  const email = isEmail(address) && address.toLowerCase() !== nobody ? address : ''
  const cn = property.params['cn']
  const name = (typeof cn === 'string' ? cn.trim() : '') || email
  if (name === '') return []
  const fields = {
    organizer: escapeHtml(name),
    status: 'publish',
    ...(email === '' ? {} : { email }),
    ...(/^https?:/i.test(address) ? { website: address } : {}),
  }
  return [{ kind: 'organizer', key: (email || name).toLowerCase(), fields }]
}

function categoriesOf(properties: Properties): ImportRecord[] {
  return termRecords(
    'category',
    (properties.get('categories') ?? []).flatMap(({ values }) => values).map(String),
  )
}

/** IMAGE (RFC 7986, 5.10), else an ATTACH with the type of an image. */
function imageOf(properties: Properties): Found {
  const attached = (properties.get('attach') ?? []).filter(({ params }) =>
    /^image\//i.test(String(params['fmttype'])),
  )
  const found = [...(properties.get('image') ?? []), ...attached]
  const url = found.map(({ values }) => String(values[0])).find((address) => /^https?:/i.test(address))
  if (url !== undefined) return { records: imageRecords(url), lost: [] }
  return { records: [], lost: found.length > 0 ? ['ATTACH: an image within the file is not taken'] : [] }
}
