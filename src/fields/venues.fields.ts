import { declare, namesWhere, type NamesWith } from './declare.ts'
import { degrees, fact, flag, html, link, not, text } from './field.ts'
import {
  author,
  date,
  date_utc,
  describing,
  excerpt,
  image,
  named,
  ofEditors,
  ofEvent,
  ofEventThere,
  ofPages,
  slug,
  status,
  own,
} from './posts.fields.ts'

const shown = {
  initial: 1,
  always: true,
  loose: true,
  tec: ofPages,
  headers: not('events have it in tables'),
  jsonld: ofPages,
  proposable: ofEditors,
  mcp: ofPages,
} as const

/** Coordinates are both there or neither. */
const coordinate = {
  unit: 'geo_lat',
  place: true,
  filter: true,
  tec: not('it has none'),
  proposable: not('found by the address'),
  mcp: not('found by the address'),
} as const

const eitherRegion = not('a region is either')

/** What helps people get in and take part (D77). */
const access = {
  added: true,
  section: 'access',
  tec: not('the original has none'),
} as const

/** The fields of a venue, in the order of the parameters (specification 2), followed by our extensions (D46 for the slug). */
export const venueFields = declare('venue', {
  author,
  date,
  date_utc,
  venue: text('The name of the venue.', { ...named, place: true }),
  description: html('The description of the venue, with HTML.', {
    ...describing,
    headers: 'venue_description',
  }),
  status: { ...status, place: true, mcp: ofEvent },
  show_map: flag('Whether to show a map; a new venue does unless it is given.', {
    ...shown,
    at: 'json_ld',
    member: 'Whether to show a map.',
    wp: '_VenueShowMap',
  }),
  show_map_link: flag('Whether to show a link to a map; a new venue does unless it is given.', {
    ...shown,
    member: 'Whether to show a link to a map.',
    wp: '_VenueShowMapLink',
  }),
  address: text('Street and number.', { at: 'image', wp: '_VenueAddress', place: true, section: 'first' }),
  city: text('The city.', { wp: '_VenueCity', place: true, section: 'first' }),
  country: text('The country.', { wp: '_VenueCountry', place: true, section: 'first' }),
  province: text('The province.', {
    wp: '_VenueProvince',
    place: true,
    headers: not('read as “state”'),
    jsonld: eitherRegion,
  }),
  state: text('The state.', { wp: '_VenueState', place: true, jsonld: eitherRegion }),
  zip: text('The postal code.', { numbers: true, wp: '_VenueZip', place: true, section: 'first' }),
  phone: text('The phone number.', {
    numbers: true,
    format: 'tel',
    wp: '_VenuePhone',
    headers: 'venue_phone',
    section: 'about',
  }),
  stateprovince: text('The state or province; made from these when it is not given.', {
    at: 'website',
    member: 'The state or province.',
    wp: '_VenueStateProvince',
    tec: 'state_province',
    place: true,
    headers: not('read as “state”'),
    mcp: not('made of both'),
  }),
  website: link('The website of the venue.', {
    at: 'phone',
    member: 'The website.',
    wp: '_VenueURL',
    headers: 'venue_website',
    section: 'about',
  }),
  image: { ...image, jsonld: ofEventThere },
  geo_lat: degrees('The latitude of the venue, in degrees (WGS 84); needs geo_lng.', {
    ...coordinate,
    at: 'stateprovince',
    member: 'The latitude, in degrees (WGS 84).',
    limit: 90,
    with: 'geo_lng',
    wp: '_VenueLat',
    headers: 'latitude',
  }),
  geo_lng: degrees('The longitude of the venue, in degrees (WGS 84); needs geo_lat.', {
    ...coordinate,
    member: 'The longitude, in degrees (WGS 84).',
    limit: 180,
    with: 'geo_lat',
    wp: '_VenueLng',
    headers: 'longitude',
  }),
  excerpt,
  step_free: fact('Whether people get in without steps.', {
    ...access,
    at: 'show_map_link',
    wp: '_VenueStepFree',
    amenity: 'Step-free access',
  }),
  accessible_toilet: fact('Whether there is a toilet for people in wheelchairs.', {
    ...access,
    wp: '_VenueAccessibleToilet',
    amenity: 'Accessible toilet',
  }),
  hearing_loop: fact('Whether there is a hearing loop.', {
    ...access,
    wp: '_VenueHearingLoop',
    amenity: 'Hearing loop',
  }),
  slug,
  fields: own,
})

/** The fields that say what helps people get in and take part. */
export type AccessField = NamesWith<typeof venueFields, { readonly amenity: string }>

/** What else is said of that, in words. */
export const accessTexts = namesWhere(
  venueFields,
  ({ section, type }) => section === 'access' && type === 'text',
)

/** Their names, in order. */
export const accessFields = namesWhere(venueFields, ({ amenity }) => amenity) as readonly AccessField[]
