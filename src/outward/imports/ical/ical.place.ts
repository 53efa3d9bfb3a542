import { addressesIn, readAddress } from '../imports.address.ts'
import { placeRecord } from '../imports.links.ts'
import { readPlace } from '../imports.place.ts'
import type { ImportRecord } from '../imports.record.ts'
import { type Properties, textIn } from './ical.components.ts'

/** Where an event is: a venue, and addresses that stand in its place. */
export interface FoundPlace {
  readonly records: readonly ImportRecord[]
  readonly addresses: readonly string[]
  readonly lost: readonly string[]
}

/** What is left of a place that is an address: `Zoom: `, `Online – `, or a sign. */
const onlyLabel =
  /^[\s\p{P}\p{S}]*(?:(?:online|virtual|webinar|zoom|teams|microsoft teams|google meet|meet|jitsi|skype|link|url|web|livestream|stream)[\s\p{P}\p{S}]*(?:meeting|event|room|link)?)?[\s\p{P}\p{S}]*$/iu

/** What is longer names something. */
const longestLabel = 60

/** The place of LOCATION, GEO and Apple’s structured location. */
export function placeOf(properties: Properties): FoundPlace {
  const text = withoutMarkup(textIn(properties, 'location'))
  const geo = coordinatesOf(properties)
  const apple = appleOf(properties)
  const whole = readAddress(text)
  const { addresses, rest } =
    whole === undefined || isPlace(text) ? addressesIn(text) : { addresses: [whole], rest: '' }
  const location =
    addresses.length > 0 && rest.length < longestLabel && onlyLabel.test(rest) ? '' : tidied(rest)
  if (location === '' && apple === undefined) return { records: [], addresses, lost: geo.lost }
  const parts =
    apple !== undefined && (location === '' || location.startsWith(apple.name)) ? apple : readPlace(location)
  const coordinates = { ...appleCoordinates(properties), ...geo.coordinates }
  return { records: [placeRecord(location || parts.name, coordinates, parts)], addresses, lost: geo.lost }
}

/** The text of a place that is written in HTML, with the addresses of its links. */
function withoutMarkup(text: string): string {
  return text
    .replaceAll(/<a\b[^<>]*?\bhref\s*=\s*["']?(https?:[^"'<>\s]+)[^<>]*>/gi, ' $1 ')
    .replaceAll(/<\/?(?:br|p|div)\b[^<>]*>/gi, '\n')
    .replaceAll(/<\/?(?:a|b|i|u|em|strong|span|font)\b[^<>]*>/gi, '')
}

/** `St.Pauli` and `Old.Mill` are names, although they may be hosts. */
function isPlace(text: string): boolean {
  return !/^(?:https?:|\/\/|www\.)/i.test(text.replace(/^[<"'(]+/, '')) && !text.includes('/')
}

/** The text without the blanks and signs that were around an address. */
function tidied(text: string): string {
  return text
    .replaceAll(/\([^\S\n]*\)|\[[^\S\n]*\]/g, ' ')
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/[^\S\n]+/g, ' ')
        .replace(/^[\s,;:|–-]+/, '')
        .replace(/(?<![\s,;:|(–-])[\s,;:|(–-]+$/, ''),
    )
    .filter((line) => line !== '')
    .join('\n')
}

/** GEO (RFC 5545, 3.8.1.6), also with the comma that many programs write. */
function coordinatesOf(properties: Properties): { coordinates: object; lost: readonly string[] } {
  const text = textIn(properties, 'geo')
  if (text === '') return { coordinates: {}, lost: [] }
  const coordinates = pairOf(text.replace(/^geo:/i, ''))
  return coordinates
    ? { coordinates, lost: [] }
    : {
        coordinates: {},
        lost: [`GEO: it is “${text.slice(0, 100)}”, which are no coordinates such as 52.5;13.4`],
      }
}

/** `52.52;13.41`, `52.52,13.41`, `52,52;13,41`, `52.52 13.41`. */
function pairOf(text: string): { geo_lat: number; geo_lng: number } | undefined {
  const number = String.raw`([+-]?\d{1,3}(?:\.\d{1,30})?)`
  const [, lat, lng] =
    new RegExp(`^\\s*${number}\\s*(?:[;,]|\\s)\\s*${number}\\s*(?:[;,?].{0,100})?$`).exec(
      /[;\s]/.test(text.trim()) ? text.replaceAll(/(\d),(\d)/g, '$1.$2') : text,
    ) ?? []
  const [geo_lat, geo_lng] = [Number(lat ?? Number.NaN), Number(lng ?? Number.NaN)]
  return Math.abs(geo_lat) <= 90 && Math.abs(geo_lng) <= 180 ? { geo_lat, geo_lng } : undefined
}

/** Apple’s place: its name and address as parameters, its coordinates as a `geo:` address (RFC 5870). */
function appleOf(properties: Properties) {
  const params = properties.get('x-apple-structured-location')?.[0]?.params
  const name = (params?.['x-title'] ?? '').split('\n', 1)[0]?.trim() ?? ''
  if (name === '') return undefined
  // A name may have a comma.
  return { ...readPlace(`Name\n${params?.['x-address'] ?? ''}`), name }
}

function appleCoordinates(properties: Properties): object {
  const value = properties.get('x-apple-structured-location')?.[0]?.value ?? ''
  return /^geo:/i.test(value) ? (pairOf(value.slice('geo:'.length)) ?? {}) : {}
}
