import { type Format, formats } from './formats.ts'

/** What the API itself answers with. */
const API_TYPE = 'application/json'

/** Longer headers are of no browser; more than these ranges are not looked at. */
const MAX_RANGES = 50

interface MediaRange {
  /** A type, `text/*`, or the asterisks that mean anything. */
  readonly name: string
  readonly quality: number
}

/** How much a media type is wanted, and how exactly it is named: 2 by name, 1 by `text/*`, 0 by the asterisks alone. */
interface Wish {
  readonly quality: number
  readonly exactness: number
}

/**
 * The format that an `Accept` header asks for rather than the JSON of the API (RFC 9110, 12.5.1); undefined for the
 * API, which also answers who asks for nothing, for anything, or for nothing that there is. Among types wanted equally
 * the one that is named more exactly counts, then the API, then the order of the table.
 */
export function formatByAccept(
  accept: string | undefined,
  among: readonly Format[] = formats,
): Format | undefined {
  if (accept === undefined) return undefined
  const ranges = accept.split(',', MAX_RANGES).map(rangeOf)
  const best = among
    .map((format) => ({ format, wish: wishFor(format.mediaType, ranges) }))
    .reduce((first, other) => (isStronger(other.wish, first.wish) ? other : first))
  return isStronger(best.wish, wishFor(API_TYPE, ranges)) ? best.format : undefined
}

function isStronger(one: Wish, other: Wish): boolean {
  if (one.quality !== other.quality) return one.quality > other.quality
  return one.quality > 0 && one.exactness > other.exactness
}

/** Of the ranges that match a type the most exact one says how much it is wanted. */
function wishFor(mediaType: string, ranges: readonly MediaRange[]): Wish {
  const names = ['*/*', `${mediaType.split('/')[0]}/*`, mediaType]
  return ranges
    .map(({ name, quality }) => ({ quality, exactness: names.indexOf(name) }))
    .reduce((best, other) => (other.exactness > best.exactness ? other : best), { quality: 0, exactness: -1 })
}

/** Parameters other than `q` do not narrow our types: each format has one form. */
function rangeOf(text: string): MediaRange {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  return { name, quality: given === undefined ? 1 : qualityOf(given.slice(2)) }
}

/** A weight that is none wants nothing. */
function qualityOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0
}
