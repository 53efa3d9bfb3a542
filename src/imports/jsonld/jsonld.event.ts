import { hash } from 'node:crypto'
import type { Zone } from '../../calendar/zone.ts'
import { isEmail } from '../../text/address.ts'
import { decodeEntities, escapeHtml } from '../../text/html.ts'
import { imageRecords, keysOf, termRecords } from '../imports.links.ts'
import type { ImportedEvent, ImportRecord } from '../imports.record.ts'
import { isObject } from '../../params/lists.ts'
import { type Found, type Thing, typesOf } from './jsonld.find.ts'

/** The event, after the records that it is linked to. */
export function readEvent({ thing, line }: Found, siteZone: Zone): ImportRecord[] {
  const venues = thingsIn(thing['location']).flatMap(venueOf)
  const images = imageRecords(imageIn(thing['image']))
  const linked = [
    ...venues,
    ...thingsIn(thing['organizer']).flatMap(organizerOf),
    ...termRecords(
      'tag',
      textsIn(thing['keywords']).flatMap((text) => text.split(',')),
    ),
    ...images,
  ]
  const event: ImportedEvent = {
    kind: 'event',
    key: keyOf(thing),
    at: `line ${line}`,
    fields: {
      title: escapeHtml(textIn(thing, 'name')),
      description: decodeEntities(textIn(thing, 'description')) || null,
      website: addressIn(thing['url']) ?? null,
      cost: costsOf(thing),
      status: statusOf(thing),
      ...timesOf(thing, siteZone),
    },
    venues: keysOf('venue', linked),
    organizers: keysOf('organizer', linked),
    tags: keysOf('tag', linked),
    image: images[0]?.key ?? null,
    lost: lostOf(thing),
  }
  return [...linked, event]
}

/** The permanent key of an event: its @id, its address, else its name and start. */
function keyOf(thing: Thing): string {
  const start = textIn(thing, 'startDate')
  const named = textIn(thing, '@id') || addressIn(thing['url'])
  // The dates of a series may share an address.
  return `${named ?? hash('sha256', textIn(thing, 'name'), 'base64url')} ${start}`
}

/** EventCancelled goes to the trash; postponed events and those moved online still take place at the given time. */
function statusOf(thing: Thing): string {
  return textIn(thing, 'eventStatus').endsWith('EventCancelled') ? 'trash' : 'publish'
}

/** A date without an offset is in the zone of the site; with one it is a moment, in the zone of the site if the offset is the same. */
function timesOf(thing: Thing, siteZone: Zone): Record<string, unknown> {
  const start = textIn(thing, 'startDate')
  const end = textIn(thing, 'endDate') || start
  const offset = /(?:Z|[+-]\d\d:?\d\d)$/.exec(start)?.[0]
  const all_day = !start.includes('T')
  return {
    start_date: start,
    end_date: all_day ? end.slice(0, start.length) : end,
    all_day,
    ...(offset === undefined || all_day || isOffsetOf(siteZone, start)
      ? { timezone: siteZone.name }
      : { timezone: offset === 'Z' ? 'UTC' : offset }),
  }
}

function isOffsetOf({ id }: Zone, moment: string): boolean {
  try {
    const instant = Temporal.Instant.from(moment)
    return instant.toZonedDateTimeISO(id).offset === /[+-]\d\d:\d\d$/.exec(moment)?.[0]
  } catch {
    // The API refuses it with a reason.
    return false
  }
}

function venueOf(place: Thing | string): ImportRecord[] {
  if (typeof place === 'string')
    return [{ kind: 'venue', key: place, fields: { venue: escapeHtml(place), status: 'publish' } }]
  if (typesOf(place).includes('VirtualLocation')) return []
  const [address] = thingsIn(place['address'])
  const parts = typeof address === 'string' ? { address } : addressOf(address ?? {})
  const name = textIn(place, 'name') || parts.address
  if (!name) return []
  const [geo] = thingsIn(place['geo'])
  const [lat, lng] = isObject(geo) ? [Number(geo['latitude']), Number(geo['longitude'])] : []
  const fields = {
    venue: escapeHtml(name),
    status: 'publish',
    ...parts,
    ...(lat !== undefined && lng !== undefined && !Number.isNaN(lat + lng)
      ? { geo_lat: lat, geo_lng: lng }
      : {}),
    ...given('phone', textIn(place, 'telephone')),
  }
  return [{ kind: 'venue', key: [name, ...Object.values(parts)].join(', '), fields }]
}

function addressOf(address: Thing): { address?: string } & Record<string, string> {
  const country = address['addressCountry']
  return {
    ...given('address', textIn(address, 'streetAddress')),
    ...given('zip', textIn(address, 'postalCode')),
    ...given('city', textIn(address, 'addressLocality')),
    ...given('stateprovince', textIn(address, 'addressRegion')),
    ...given('country', isObject(country) ? textIn(country, 'name') : textIn(address, 'addressCountry')),
  }
}

function organizerOf(who: Thing | string): ImportRecord[] {
  const name = typeof who === 'string' ? who : textIn(who, 'name')
  if (name === '') return []
  const email = typeof who === 'string' ? '' : textIn(who, 'email').replace(/^mailto:/i, '')
  const website = typeof who === 'string' ? undefined : addressIn(who['url'])
  const fields = {
    organizer: escapeHtml(name),
    status: 'publish',
    ...(isEmail(email) ? { email } : {}),
    ...given('website', website ?? ''),
  }
  return [{ kind: 'organizer', key: name.toLowerCase(), fields }]
}

/** The prices of its offers, with their currency; free where it says so. */
function costsOf(thing: Thing): string[] {
  const offers = thingsIn(thing['offers']).filter(isObject)
  const prices = offers.flatMap((offer) =>
    ['price', 'lowPrice', 'highPrice'].flatMap((name) => {
      const price = offer[name]
      const text = typeof price === 'number' ? String(price) : textIn(offer, name)
      return text === '' ? [] : [text]
    }),
  )
  if (prices.length > 0) return [...new Set(prices)]
  return thing['isAccessibleForFree'] === true ? ['0'] : []
}

function lostOf(thing: Thing): string[] {
  const currencies = new Set(
    thingsIn(thing['offers']).flatMap((offer) =>
      isObject(offer) ? textIn(offer, 'priceCurrency') || [] : [],
    ),
  )
  const online = thingsIn(thing['location']).filter(
    (place) => isObject(place) && typesOf(place).includes('VirtualLocation'),
  )
  return [
    ...(online.length > 0 ? ['location: a virtual one has no place here'] : []),
    ...[...currencies].map((code) => `offers: that prices are in ${code} is not kept`),
    ...(thing['eventSchedule'] === undefined
      ? []
      : ['eventSchedule: only the dates that are said themselves are taken']),
  ]
}

function imageIn(value: unknown): string {
  const [first] = [value].flat()
  return isObject(first)
    ? (addressIn(first['url']) ?? addressIn(first['contentUrl']) ?? '')
    : (addressIn(first) ?? '')
}

function addressIn(value: unknown): string | undefined {
  const [first] = [value].flat()
  return typeof first === 'string' && /^https?:\/\//i.test(first) ? first : undefined
}

function thingsIn(value: unknown): (Thing | string)[] {
  return [value]
    .flat()
    .filter((each): each is Thing | string => isObject(each) || (typeof each === 'string' && each !== ''))
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}

function textIn(thing: Thing, name: string): string {
  const [first] = [thing[name]].flat()
  return typeof first === 'string' ? decodeEntities(first.trim()) : ''
}

function given(name: string, text: string): Record<string, string> {
  return text === '' ? {} : { [name]: text }
}
