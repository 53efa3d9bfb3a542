/** The columns that the address of a venue stands in, in the order of its lines. */
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

/** What a geocoder is asked, under the names of a structured search (Nominatim, Search queries); empty: not known. */
export interface Question {
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalcode: string
  readonly country: string
}

/** Longer lines are no address. */
const longestLine = 200

/** Of all lines together, in bytes: an answer is found by them, and an index of PostgreSQL takes 2,704. */
const longest_bytes = 2_500

/** What to ask for an address; undefined without street and city, since a region is not where a venue is. */
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

/** Equal for questions that differ in case and blanks alone: they have one answer. */
export function keyOf({ street, city, state, postalcode, country }: Question): string {
  return [street, city, state, postalcode, country].map((line) => line.toLowerCase()).join('\n')
}

function plain(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
}
