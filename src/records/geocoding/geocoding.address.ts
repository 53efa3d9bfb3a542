/** The columns of a venue’s address, in the order of its lines. */
export const addressColumns = [
  'address',
  'city',
  'stateprovince',
  'state',
  'province',
  'zip',
  'country',
] as const

export type Address = Readonly<Record<(typeof addressColumns)[number], string>>

/** A query to a geocoder, with the names of a structured search (Nominatim, Search queries); empty: not known. */
export interface Question {
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalcode: string
  readonly country: string
}

/** Longer lines are no address. */
const longestLine = 200

/** For all lines together, in bytes: they are the key of an answer, and an index of PostgreSQL takes 2,704. */
const longest_bytes = 2_500

/** The query for an address; undefined without street and city, since a region is not the place of a venue. */
export function questionOf(address: Address): Question | undefined {
  const question = {
    street: plain(address.address),
    city: plain(address.city),
    state: plain(address.stateprovince || address.state || address.province),
    postalcode: plain(address.zip),
    country: plain(address.country),
  }
  const isAddress = question.street !== '' || question.city !== ''
  const isShort = Object.values(question).every((line) => line.length <= longestLine)
  return isAddress && isShort && Buffer.byteLength(keyOf(question)) <= longest_bytes ? question : undefined
}

/** The key of a query: the same for those that differ in case and blanks only, as they have the same answer. */
export function keyOf({ street, city, state, postalcode, country }: Question): string {
  return [street, city, state, postalcode, country].map((line) => line.toLowerCase()).join('\n')
}

function plain(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
}
