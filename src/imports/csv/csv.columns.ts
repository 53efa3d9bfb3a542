import { Fault, quote } from '../../params/parameter.ts'
import { ImportFault } from '../imports.record.ts'

/** The fields of columns, and the headers that mean them, in lower case without blanks and signs. */
const synonyms = {
  uid: ['uid', 'guid'],
  id: ['id', 'eventid'],
  title: ['title', 'name', 'summary', 'subject', 'event', 'eventname', 'eventtitle', 'titel', 'titre'],
  start_date: [
    'startdate',
    'start',
    'starts',
    'startsat',
    'begin',
    'begins',
    'date',
    'dtstart',
    'eventstartdate',
    'startdatetime',
    'beginn',
    'datum',
  ],
  start_time: ['starttime', 'eventstarttime', 'time', 'uhrzeit'],
  end_date: ['enddate', 'end', 'ends', 'endsat', 'dtend', 'eventenddate', 'enddatetime', 'ende'],
  end_time: ['endtime', 'eventendtime'],
  utc_start_date: ['utcstartdate'],
  utc_end_date: ['utcenddate'],
  all_day: ['allday', 'alldayevent', 'eventalldayevent', 'ganztagig'],
  timezone: ['timezone', 'tz', 'eventtimezone', 'zone'],
  description: ['description', 'eventdescription', 'details', 'notes', 'body', 'beschreibung'],
  excerpt: ['excerpt', 'eventexcerpt', 'shortdescription'],
  venue: ['venue', 'venuename', 'eventvenuename', 'location', 'place', 'where', 'ort'],
  address: ['address', 'street', 'venueaddress', 'strasse'],
  city: ['city', 'town', 'venuecity', 'stadt'],
  zip: ['zip', 'zipcode', 'postcode', 'postalcode', 'venuezip', 'plz'],
  country: ['country', 'venuecountry', 'land'],
  latitude: ['latitude', 'lat', 'geolat'],
  longitude: ['longitude', 'lng', 'lon', 'geolng'],
  organizers: [
    'organizer',
    'organizers',
    'organiser',
    'organisers',
    'eventorganizername',
    'host',
    'veranstalter',
  ],
  organizer_email: ['organizeremail', 'organiseremail', 'contactemail', 'email'],
  categories: ['category', 'categories', 'eventcategory', 'eventcategories', 'kategorie', 'kategorien'],
  tags: ['tag', 'tags', 'eventtags', 'keywords'],
  cost: ['cost', 'price', 'eventcost', 'admission', 'preis', 'eintritt'],
  website: ['website', 'eventwebsite', 'link', 'homepage'],
  url: ['url', 'eventurl'],
  image: ['image', 'imageurl', 'eventfeaturedimage', 'featuredimage', 'picture', 'bild'],
  status: ['status', 'eventstatus'],
  featured: ['featured', 'isfeatured'],
} as const satisfies Record<string, readonly string[]>

export type Field = keyof typeof synonyms

/** The position of each field in a row. */
export type Columns = ReadonlyMap<Field, number>

/** The fields a column may be mapped to. */
const fieldNames = Object.keys(synonyms) as Field[]

/** How much of the headers a sentence shows, in characters. */
const mostShown = 500

/** Columns of our own files that are made from others, and so are ignored. */
const derived = new Set(['publishedutc', 'modifiedutc'])

/**
 * Finds the fields of columns by their headers; `map` gives fields for headers, such as `Wann=start_date`, and takes
 * precedence. Throws an {@link ImportFault} when a title or a start is missing, or the map has an unknown header.
 */
export function columnsOf(
  headers: readonly string[],
  map: ReadonlyMap<string, string>,
): { columns: Columns; unused: readonly string[] } {
  assertMap(headers, map)
  const columns = new Map<Field, number>()
  for (const [index, header] of headers.entries()) {
    const field = map.get(header.trim())
    if (isField(field)) columns.set(field, index)
  }
  const unused: string[] = []
  for (const [index, header] of headers.entries()) {
    if (map.has(header.trim())) continue
    const plain = plainHeader(header)
    const field = fieldNames.find((name) => (synonyms[name] as readonly string[]).includes(plain))
    if (field && !columns.has(field)) columns.set(field, index)
    else if (header.trim() !== '' && !derived.has(plain)) unused.push(header.trim())
  }
  const missing = (['title', 'start_date'] as const).filter((name) => !columns.has(name))
  if (missing.length > 0) {
    const seen = headers
      .map((header) => `“${header}”`)
      .join(', ')
      .slice(0, mostShown)
    throw new ImportFault(
      `line 1: no column is the ${missing.join(' or the ')} of events; the headers are ${seen}. Say which one is with ` +
        `a map, such as “${headers[0] ?? 'Header'}=${missing[0]}”.`,
    )
  }
  return { columns, unused }
}

function assertMap(headers: readonly string[], map: ReadonlyMap<string, string>): void {
  const there = new Set(headers.map((header) => header.trim()))
  for (const [header, field] of map) {
    if (!there.has(header)) throw new ImportFault(`The map names the column “${header}”, which is not there.`)
    if (!isField(field))
      throw new ImportFault(
        `The map gives “${header}” the field “${field}”; there are ${fieldNames.join(', ')}.`,
      )
  }
}

/** Reads `Wann=start_date,Was=title`: fields by headers. Throws a {@link Fault}. */
export function readMap(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return new Map(
    pairs.map((pair) => {
      // The last one, as headers may contain it, but names of fields do not.
      const equals = pair.lastIndexOf('=')
      const [header, field] = [pair.slice(0, Math.max(equals, 0)).trim(), pair.slice(equals + 1).trim()]
      if (header === '' || !/^\w+$/.test(field))
        throw new Fault(`must be pairs such as Wann=start_date,Was=title, and ${quote(pair.trim())} is none`)
      return [header, field] as const
    }),
  )
}

function isField(name: string | undefined): name is Field {
  return name !== undefined && Object.hasOwn(synonyms, name)
}

function plainHeader(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
