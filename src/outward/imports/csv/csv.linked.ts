import { isEmail } from '../../../pure/text/address.ts'
import { escapeHtml } from '../../../pure/text/html.ts'
import { imageRecords, placeRecord } from '../imports.links.ts'
import type { ImportRecord } from '../imports.record.ts'
import { htmlOf, type RowCells, webAddress } from './csv.cells.ts'
import type { Field } from './csv.headers.ts'

/** A linked record with its image, which comes before it; what of it was lost is told with the row. */
type Linked = readonly ImportRecord[]

/** The columns that say where a venue is; without one of them its address follows its name, as in our tables. */
const placeFields = [
  'address',
  'address2',
  'city',
  'state',
  'zip',
  'country',
] as const satisfies readonly Field[]

/** The venue of a row. A web address in the place of one is none. */
export function venueOf(cells: RowCells): Linked {
  const { cell, has } = cells
  const name = cells.name(cell('venue'))
  if (name === '' || isAddress(name)) return []
  const coordinates = coordinatesOf(cells)
  if (!placeFields.some(has))
    return withDetails([{ ...placeRecord(name, coordinates), key: keyOf([name]) }], cells)
  const address = [cell('address'), cell('address2')].filter((part) => part !== '').join(' ')
  const fields = {
    venue: escapeHtml(name),
    status: 'publish',
    ...given({
      address,
      city: cell('city'),
      stateprovince: cell('state'),
      zip: cell('zip'),
      country: cell('country'),
    }),
    ...coordinates,
  }
  return withDetails([{ kind: 'venue', key: keyOf([name, address, cell('city')]), fields }], cells)
}

/** Whether a text is the address of a page, or of a meeting, rather than a place. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text)
}

function withDetails([venue]: [ImportRecord], cells: RowCells): Linked {
  const { cell } = cells
  const image = imageRecords(webAddress(cell('venue_image')))
  const details = given({
    description: htmlOf(cell('venue_description'), cells),
    phone: cell('venue_phone'),
    website: webAddress(cell('venue_website')),
  })
  const key = image[0]?.key
  return [
    ...image,
    {
      ...venue,
      fields: { ...venue.fields, ...details },
      ...(key === undefined ? {} : { image: key }),
    },
  ]
}

/** Degrees, with a comma where a spreadsheet of another country has one. */
function coordinatesOf({ cell }: RowCells): object {
  const [lat, lng] = [cell('latitude'), cell('longitude')].map((text) =>
    text.replace(/^(-?\d+),(\d+)$/, '$1.$2'),
  )
  return lat && lng ? { geo_lat: lat, geo_lng: lng } : {}
}

/** The organizers of a row; what it says of one of them is of the first. */
export function organizersOf(cells: RowCells): Linked {
  const { cell } = cells
  const email = cell('organizer_email')
  const image = imageRecords(webAddress(cell('organizer_image')))
  const named = cells.list(cell('organizers')).filter((name) => !namesById.test(name))
  const records = named.map((written, index) =>
    organizerOf(written, index === 0 ? { cells, email, image: image[0] } : undefined),
  )
  return records.length > 0 ? [...image, ...records] : []
}

/** An organizer; `first`: what the row says of its first one. */
function organizerOf(
  written: string,
  first: { cells: RowCells; email: string; image: ImportRecord | undefined } | undefined,
): ImportRecord {
  const { name, address } = withoutAddress(written)
  const details = given({
    email: address || (first?.email ?? ''),
    ...(first ? detailsOfFirst(first.cells) : {}),
  })
  return {
    kind: 'organizer',
    key: keyOf([name]),
    fields: { organizer: escapeHtml(name), status: 'publish', ...details },
    ...(first?.image ? { image: first.image.key } : {}),
  }
}

function detailsOfFirst(cells: RowCells): Record<string, string> {
  const { cell } = cells
  return {
    phone: cell('organizer_phone'),
    website: webAddress(cell('organizer_website')),
    description: htmlOf(cell('organizer_description'), cells),
  }
}

/** `Ann <ann@example.org>` and `ann@example.org`. */
function withoutAddress(written: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^([^<>]*)<([^<>]*)>$/.exec(written) ?? []
  if (isEmail(address.trim())) return { name: name.trim() || address.trim(), address: address.trim() }
  return { name: written, address: isEmail(written) ? written : '' }
}

/** One ID, or several between blanks, as The Events Calendar takes them. */
const namesById = /^\d+(?: \d+)*$/

/** The IDs that a table has in the place of names: of a calendar that is not known here. */
export function organizerIds({ cell, list }: RowCells): string[] {
  return list(cell('organizers')).filter((name) => namesById.test(name))
}

function keyOf(parts: readonly string[]): string {
  return parts.join('\n').trim().toLowerCase()
}

function given(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}
