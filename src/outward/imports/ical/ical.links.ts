import { isEmail } from '../../../pure/text/address.ts'
import { escapeHtml } from '../../../pure/text/html.ts'
import { percentDecoded } from '../../../pure/text/percent.ts'
import { addressesIn, readAddress } from '../imports.address.ts'
import { imageRecords, termRecords } from '../imports.links.ts'
import type { ImportRecord } from '../imports.record.ts'
import { type Properties, textIn } from './ical.components.ts'
import { type Property, textOf, textsOf } from './ical.lines.ts'
import { placeOf } from './ical.place.ts'

/** The links of an event of a calendar, by key, and the records with these keys. */
export interface Links {
  readonly records: readonly ImportRecord[]
  readonly venues: readonly string[]
  readonly organizers: readonly string[]
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly image: string | null
  readonly website: string | null
  /** Where it is attended online. */
  readonly onlineUrl: string | null
  /** Addresses of the event beside its website. */
  readonly further: readonly string[]
  /** Values that cannot be stored, each as `field: why`. */
  readonly lost: readonly string[]
}

/** The place, organizer, categories, image and addresses of a component. */
export function linksOf(properties: Properties): Links {
  const place = placeOf(properties)
  const organizer = organizerOf(properties)
  const categories = termRecords('category', (properties.get('categories') ?? []).flatMap(textsOf))
  const tags = termRecords('tag', (properties.get('x-tags') ?? []).flatMap(textsOf))
  const image = imageOf(properties)
  const url = websiteOf(properties)
  const meetings = meetingsOf(properties)
  const onlineUrl = meetings.find((address) => address.startsWith('https:')) ?? null
  const others = [...place.addresses, ...meetings].filter((address) => address !== onlineUrl)
  const addresses = [...url.addresses, ...others]
  const [website = null, ...further] = new Set(addresses)
  return {
    records: [...place.records, ...organizer.records, ...categories, ...tags, ...image.records],
    venues: place.records.map(({ key }) => key),
    organizers: organizer.records.map(({ key }) => key),
    categories: categories.map(({ key }) => key),
    tags: tags.map(({ key }) => key),
    image: image.records[0]?.key ?? null,
    website,
    onlineUrl,
    further,
    lost: [...url.lost, ...place.lost, ...organizer.lost, ...image.lost, ...attachmentsOf(properties)],
  }
}

interface LinkedRecords {
  readonly records: readonly ImportRecord[]
  readonly lost: readonly string[]
}

function websiteOf(properties: Properties): { addresses: string[]; lost: string[] } {
  const text = textIn(properties, 'url')
  if (text === '') return { addresses: [], lost: [] }
  const url = readAddress(text) ?? addressesIn(text).addresses[0]
  return url === undefined
    ? { addresses: [], lost: [`URL: it is “${text.slice(0, 200)}”, which is no web address`] }
    : { addresses: [url], lost: [] }
}

/** Properties with the address of a meeting online (RFC 7986, 5.11, and those of Google and Microsoft). */
const meetings = [
  'conference',
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingconflink',
  'x-microsoft-onlinemeetingexternallink',
]

function meetingsOf(properties: Properties): string[] {
  return meetings
    .flatMap((name) => properties.get(name) ?? [])
    .map((property) => textOf(property).trim())
    .flatMap((text) => (/^https?:/i.test(text) ? (readAddress(text) ?? []) : []))
}

/** Google’s calendars have this address for events without an organizer. */
const nobody = 'unknownorganizer@calendar.google.com'

/** An organizer is an address (RFC 5545, 3.8.4.3), with a name as a parameter; or the name alone, as some programs write it. */
function organizerOf(properties: Properties): LinkedRecords {
  const property = properties.get('organizer')?.[0]
  if (!property) return { records: [], lost: [] }
  const said = percentDecoded(textOf(property).trim())
  const address = (/<([^<>\s]+@[^<>\s]+)>/.exec(said)?.[1] ?? said).replace(/^(?:mailto:\s*)+/i, '')
  const isNobody = address.toLowerCase() === nobody
  const email = isEmail(address) && !isNobody ? address : ''
  const website = email === '' && /^(?:https?:|www\.)/i.test(address) ? (readAddress(address) ?? '') : ''
  const isName = email === '' && website === '' && !isNobody && !/^[a-z][\w.+-]*:/i.test(address)
  const cn = (property.params['cn'] ?? '').replaceAll(/\s+/g, ' ').trim()
  // `Film Club <film@club.example>`, as in mails.
  const before = /^["']?([^<>"']+?)["']?\s*<[^<>]*>$/.exec(said)?.[1]?.trim() ?? ''
  const name = cn || before || email || (isName ? address.replaceAll(/\s+/g, ' ') : '') || website
  if (name === '' || isNobodyAtAll(name)) return { records: [], lost: [] }
  const fields = {
    organizer: escapeHtml(name),
    status: 'publish',
    ...(email === '' ? {} : { email }),
    ...(website === '' ? {} : { website }),
  }
  return { records: [{ kind: 'organizer', key: (email || name).toLowerCase(), fields }], lost: [] }
}

function isNobodyAtAll(name: string): boolean {
  return /^(?:noemail|noreply|nomail|none|null|undefined)$/i.test(name)
}

const picture = /\.(?:jpe?g|png|gif|webp|avif)$/i

/** IMAGE (RFC 7986, 5.10), or an ATTACH with the type or the name of an image, or what All-in-One Event Calendar writes. */
function imageOf(properties: Properties): LinkedRecords {
  const images = properties.get('image') ?? []
  const found = [...images, ...(properties.get('attach') ?? []).filter(isImage)]
  const plugin = textIn(properties, 'x-wp-images-url').split(';')
  const urls = [...found.map(({ value }) => value.trim()), ...plugin]
  const url = urls.find((address) => /^https?:/i.test(address))
  const address = url === undefined ? undefined : readAddress(url.replaceAll(' ', '%20'))
  if (address !== undefined) return { records: imageRecords(address), lost: [] }
  return { records: [], lost: found.length > 0 ? ['ATTACH: an image within the file is not taken'] : [] }
}

function isImage({ params, value }: Property): boolean {
  const type = params['fmttype'] ?? ''
  return /^image\//i.test(type) || (type === '' && picture.test(URL.parse(value.trim())?.pathname ?? ''))
}

/** Other things that are attached. */
function attachmentsOf(properties: Properties): string[] {
  return (properties.get('attach') ?? [])
    .filter((property) => !isImage(property))
    .map(({ value }) =>
      /^https?:/i.test(value)
        ? `ATTACH: ${value.slice(0, 200)} is not taken`
        : 'ATTACH: a file within the file is not taken',
    )
}
