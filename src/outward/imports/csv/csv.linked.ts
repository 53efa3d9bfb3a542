import type { Field } from '../../../fields/field.ts'
import { headersOf } from '../../../fields/headers/headers.ts'
import { organizerFields } from '../../../fields/organizers.fields.ts'
import { venueFields } from '../../../fields/venues.fields.ts'
import { isEmail } from '../../../pure/text/address.ts'
import { escapeHtml } from '../../../pure/text/html.ts'
import { imageRecords, placeRecord } from '../imports.links.ts'
import type { ImportedOrganizer, ImportRecord } from '../imports.record.ts'
import { type RowCells, webAddress } from './csv.cells.ts'
import { valuesIn } from './csv.values.ts'

/** A linked record with its image, which comes before it; what of it was lost is told with the row. */
type Linked = readonly ImportRecord[]

/** The columns that say where a venue is; without one of them its address follows its name, as in our tables. */
const placeColumns = headersOf(venueFields)
  .filter(([name]) => {
    const { type, place, byHand } = venueFields.fields[name] as Field
    return type === 'text' && place && !byHand
  })
  .map(([, header]) => header)

/** What is said of a venue by several columns, or of another field of it. */
const venueByHand = {
  address: 'it may stand in two columns',
  state: 'it may be the province',
}

/** The venue of a row. A web address in the place of one is none. */
export function venueOf(cells: RowCells): Linked {
  const { cell, has } = cells
  const name = cells.name(cell('venue'))
  if (name === '' || isAddress(name)) return []
  const image = imageRecords(webAddress(cell('venue_image')))
  const { fields: read, lost } = valuesIn(venueFields, cells, venueByHand)
  const { geo_lat, geo_lng, ...said } = given(read)
  const coordinates = geo_lat && geo_lng ? { geo_lat, geo_lng } : {}
  const beside = {
    ...(lost.length > 0 ? { lost } : {}),
    ...(image[0] ? { image: image[0].key } : {}),
  }
  if (![...placeColumns, 'address2' as const].some(has)) {
    const place = { ...placeRecord(name, coordinates).fields, ...said }
    return [...image, { kind: 'venue', key: keyOf([name]), fields: place, ...beside }]
  }
  const address = [cell('address'), cell('address2')].filter((part) => part !== '').join(' ')
  const fields = {
    venue: escapeHtml(name),
    status: 'publish',
    ...given({ address, stateprovince: cell('state') }),
    ...said,
    ...coordinates,
  }
  return [...image, { kind: 'venue', key: keyOf([name, address, cell('city')]), fields, ...beside }]
}

/** Whether a text is the address of a page, or of a meeting, rather than a place. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text)
}

/** The organizers of a row; what it says of one of them is of the first. */
export function organizersOf(cells: RowCells): Linked {
  const [image] = imageRecords(webAddress(cells.cell('organizer_image')))
  const { fields, lost } = valuesIn(organizerFields, cells, {})
  const first = {
    fields: given(fields),
    ...(lost.length > 0 ? { lost } : {}),
    ...(image ? { image: image.key } : {}),
  }
  const named = cells.list(cells.cell('organizers')).filter((name) => !namesById.test(name))
  const records = named.map((written, index) => organizerOf(written, index === 0 ? first : { fields: {} }))
  return records.length > 0 && image ? [image, ...records] : records
}

/** An organizer with what else is said of it. */
function organizerOf(
  written: string,
  said: Pick<ImportedOrganizer, 'fields' | 'lost' | 'image'>,
): ImportRecord {
  const { name, address } = withoutAddress(written)
  const fields = {
    organizer: escapeHtml(name),
    status: 'publish',
    ...said.fields,
    ...given({ email: address }),
  }
  return { kind: 'organizer', key: keyOf([name]), ...said, fields }
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

function given(said: Readonly<Record<string, string | boolean | null>>): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]])),
  )
}
