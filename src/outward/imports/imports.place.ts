/** The parts of a place that was written in one text. */
export interface PlaceParts {
  readonly name: string
  readonly address?: string
  readonly city?: string
  readonly zip?: string
  readonly stateprovince?: string
  readonly country?: string
}

/**
 * The parts of `Old Mill, Mill Lane 3, Norwich`, between commas or on lines: the name first, then the street, the city with its
 * code and region, and the country, as calendars of many countries, and our own feeds, write them.
 */
export function readPlace(text: string): PlaceParts {
  const [name = '', ...rest] = text
    .split(/[\n,]/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
  const country = isCountry(rest.at(-1)) ? rest.pop() : undefined
  const town = townOf(rest)
  const address = rest.join(', ')
  return {
    name,
    ...(address === '' ? {} : { address }),
    ...town,
    ...(country === undefined ? {} : { country }),
  }
}

/** Codes of places: `10115`, `1011 AB`, `NR1 1AA`, `94043-1351`, `D-10115`. */
const code = '(?:[A-Z]{1,2}-)?\\d{3,6}(?:[ -]\\d{2,4}| [A-Z]{2})?|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}'
const codeAlone = new RegExp(`^(?:${code})$`)
const codeFirst = new RegExp(`^(${code}) (\\D{2,100})$`)
const codeLast = new RegExp(`^(\\D{2,100}?) (${code})$`)

/** The city, its code and region; takes their parts away. */
function townOf(parts: string[]): Omit<PlaceParts, 'name'> {
  const last = parts.at(-1)
  if (last === undefined) return {}
  const [, zip, after] = codeFirst.exec(last) ?? []
  if (zip !== undefined && after !== undefined) {
    parts.pop()
    return { zip, city: after }
  }
  const [, before, behind] = codeLast.exec(last) ?? []
  if (before !== undefined && behind !== undefined && !isStreet(before, parts.length)) {
    parts.pop()
    // `Mountain View, CA 94043`: what a city stands before is its region.
    const isRegion = /^[A-Z]{2,3}$/.test(before) || parts.length > 1
    const city = isRegion && (parts.length > 1 || !hasDigit(parts[0])) ? parts.pop() : undefined
    return city === undefined ? { city: before, zip: behind } : { city, stateprovince: before, zip: behind }
  }
  if (codeAlone.test(last) && parts.length > 1) {
    parts.pop()
    return { ...cityOf(parts.pop()), zip: last }
  }
  // A single part may be a street, a room or a city: nobody knows. None of a city begins with a small letter.
  return parts.length > 1 && !/^\p{Ll}/u.test(last) ? cityOf(parts.pop()) : {}
}

/** `Mill Lane 300` is a street where nothing else is. */
function isStreet(before: string, count: number): boolean {
  return count === 1 && !/^[A-Z]{2,3}$/.test(before)
}

function cityOf(city: string | undefined): { city?: string } {
  return city === undefined ? {} : { city }
}

function hasDigit(text: string | undefined): boolean {
  return /\d/.test(text ?? '')
}

/** In how many languages countries are known. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'cs', 'tr', 'ja', 'ar', 'he']

/** Made when it is first needed, in some milliseconds. */
let countries: ReadonlySet<string> | undefined

function isCountry(text: string | undefined): boolean {
  return text !== undefined && (countries ??= countryNames()).has(text.toLowerCase())
}

function countryNames(): ReadonlySet<string> {
  const found = new Set(['uk', 'u.k.', 'usa', 'u.s.a.', 'england', 'scotland', 'wales', 'northern ireland'])
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const region of codes) found.add((names.of(region) ?? '').toLowerCase())
  }
  // Singapore, Monaco and the like are cities as well, and so is Luxembourg.
  for (const city of ['', 'singapore', 'luxembourg', 'luxemburg', 'gibraltar', 'monaco']) found.delete(city)
  return found
}
