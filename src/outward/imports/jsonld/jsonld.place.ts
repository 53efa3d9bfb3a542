import { isEmail } from '../../../pure/text/address.ts'
import { escapeHtml } from '../../../pure/text/html.ts'
import { isObject } from '../../../pure/params/lists.ts'
import { quote } from '../../../pure/params/parameter.ts'
import { type Kind, type NameOf, refusalsOf } from '../../../fields/declare.ts'
import { organizerFields } from '../../../fields/organizers.fields.ts'
import { type AccessField, accessFields, venueFields } from '../../../fields/venues.fields.ts'
import { addressesIn, readAddress } from '../imports.address.ts'
import { placeRecord } from '../imports.links.ts'
import { type PlaceParts, readPlace } from '../imports.place.ts'
import type { ImportRecord } from '../imports.record.ts'
import {
  addressIn,
  type Graph,
  nameIn,
  textIn,
  type Thing,
  thingsIn,
  typesOf,
  valuesIn,
} from './jsonld.values.ts'

/** Records that an event names, addresses that stand in their place, and what is lost. */
export interface Named {
  readonly records: readonly ImportRecord[]
  readonly addresses: readonly string[]
  readonly lost: readonly string[]
}

/** The venues of a location; one that is online, or an address, is none. */
export function venuesOf(location: unknown, graph: Graph): Named {
  const found = thingsIn(location, graph).map((place) =>
    typeof place === 'string' ? placeOfText(place) : venueOf(place, graph),
  )
  return {
    records: found.flatMap(({ records }) => records),
    addresses: found.flatMap(({ addresses }) => addresses),
    lost: found.flatMap(({ lost }) => lost),
  }
}

function placeOfText(text: string): Named {
  const whole = /^(?:https?:|\/\/|www\.)|\//i.test(text) ? readAddress(text) : undefined
  if (whole !== undefined) return { records: [], addresses: [whole], lost: [] }
  const { addresses, rest } = addressesIn(text)
  const place = rest.replaceAll(/\s+/g, ' ').trim()
  return { records: /[\p{L}\p{N}]/u.test(place) ? [placeRecord(place, {})] : [], addresses, lost: [] }
}

function venueOf(place: Thing, graph: Graph): Named {
  const types = typesOf(place)
  const address = addressIn(place['url'], graph)
  const isVirtual = types.includes('VirtualLocation')
  const isCoordinates = types.includes('PostalAddress')
  const parts = addressOf(isCoordinates ? place : place['address'], graph)
  const name = (isCoordinates ? '' : textIn(place, 'name')) || parts['address'] || parts['city'] || ''
  if (isVirtual || (name === '' && address !== undefined))
    return { records: [], addresses: address === undefined ? [] : [address], lost: [] }
  if (/^https?:\/\//i.test(name)) return placeOfText(name)
  if (name === '') {
    const id = textIn(place, '@id')
    const lost = id === '' ? [] : [`location: ${quote(id)} is nowhere in the page`]
    return { records: [], addresses: [], lost }
  }
  const fields = saidOfVenue(place, graph, { name, parts, website: address ?? '' })
  return {
    records: [{ kind: 'venue', key: [name, ...Object.values(parts)].join(', '), fields }],
    addresses: [],
    lost: [],
  }
}

function saidOfVenue(
  place: Thing,
  graph: Graph,
  { name, parts, website }: { name: string; parts: Address; website: string },
) {
  return {
    venue: escapeHtml(name),
    status: 'publish',
    ...parts,
    ...coordinatesOf(place, graph),
    ...accessOf(place, graph),
    ...given('phone', textIn(place, 'telephone')),
    ...given('website', website),
  }
}

/** What pages do not say of the places of events, or what is not read there: a new field that is not said here has to be refused. */
export const leftOutOfVenues: LeftOut<typeof venueFields, ReturnType<typeof saidOfVenue>> = refusalsOf(
  venueFields,
  'jsonld',
)

/** The same of organizers. */
export const leftOutOfOrganizers: LeftOut<typeof organizerFields, SaidOfOrganizer> = refusalsOf(
  organizerFields,
  'jsonld',
)

type LeftOut<Of extends Kind, Said> = Readonly<Record<Exclude<NameOf<Of>, keyof Said>, string>>

type Address = Omit<PlaceParts, 'name'>

function addressOf(value: unknown, graph: Graph): Address {
  const [address] = thingsIn(value, graph)
  if (address === undefined) return {}
  if (typeof address === 'string') {
    // The name is known: only the rest is.
    const { name: _name, ...parts } = readPlace(`Name, ${address.replaceAll('\n', ', ')}`)
    return { ...parts }
  }
  return {
    ...given('address', textIn(address, 'streetAddress')),
    ...given('zip', textIn(address, 'postalCode')),
    ...given('city', textIn(address, 'addressLocality')),
    ...given('stateprovince', nameIn(address['addressRegion'], graph)),
    ...given('country', nameIn(address['addressCountry'], graph)),
  }
}

function coordinatesOf(place: Thing, graph: Graph): { geo_lat?: number; geo_lng?: number } {
  const [geo] = thingsIn(place['geo'], graph)
  const at = typeof geo === 'object' ? geo : place
  const [lat, lng] = [textIn(at, 'latitude'), textIn(at, 'longitude')].map((text) =>
    text === '' ? Number.NaN : Number(text.replace(',', '.')),
  )
  const isThere = lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  return isThere ? { geo_lat: lat, geo_lng: lng } : {}
}

/** What helps people in, where it is called as our own pages call it. */
function accessOf(place: Thing, graph: Graph): Partial<Record<AccessField, string>> {
  const known = new Map(
    thingsIn(place['amenityFeature'], graph).flatMap((feature) => {
      const said = isObject(feature) ? valuesIn(feature['value']).map(String) : []
      const value = ['true', 'false'].find((one) => said.includes(one))
      return isObject(feature) && value !== undefined ? [[textIn(feature, 'name'), value]] : []
    }),
  )
  return Object.fromEntries(
    accessFields.flatMap((field) => {
      const { amenity } = venueFields.fields[field]
      const value = known.get(amenity)
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

/** The organizers of an event. */
export function organizersOf(value: unknown, graph: Graph): Named {
  const lost: string[] = []
  const records = thingsIn(value, graph).flatMap((who): ImportRecord[] => {
    const name = typeof who === 'string' ? who : textIn(who, 'name') || textIn(who, 'legalName')
    if (typeof who === 'string') return name === '' ? [] : [organizerNamed(name, {})]
    const contact = thingsIn(who['contactPoint'], graph).find((point) => isObject(point))
    const said = (member: string) => textIn(who, member) || (contact ? textIn(contact, member) : '')
    const email = said('email').replace(/^mailto:/i, '')
    const website = addressIn(who['url'], graph)
    if (name === '' && !isEmail(email) && website === undefined) {
      const id = textIn(who, '@id')
      if (id !== '') lost.push(`organizer: ${quote(id)} is nowhere in the page`)
      return []
    }
    return [
      organizerNamed(name || (isEmail(email) ? email : (website ?? '')), {
        ...(isEmail(email) ? { email } : {}),
        ...given('phone', said('telephone')),
        ...given('website', website ?? ''),
      }),
    ]
  })
  return { records, addresses: [], lost }
}

type SaidOfOrganizer = ReturnType<typeof saidOfOrganizer>

function saidOfOrganizer(name: string, details: { email?: string; phone?: string; website?: string }) {
  return { organizer: escapeHtml(name), status: 'publish', ...details }
}

function organizerNamed(name: string, details: Parameters<typeof saidOfOrganizer>[1]): ImportRecord {
  return { kind: 'organizer', key: name.toLowerCase(), fields: saidOfOrganizer(name, details) }
}

/** A field with a text, if there is one. */
function given<Name extends string>(name: Name, text: string): { readonly [Given in Name]?: string } {
  return text === '' ? {} : ({ [name]: text } as { readonly [Given in Name]: string })
}
