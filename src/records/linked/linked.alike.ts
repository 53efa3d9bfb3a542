import { distance_km, type Place } from '../../pure/geo/sphere.ts'
import { fold } from '../../pure/text/fold.ts'
import { isOneSlip } from '../../pure/text/oneSlip.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'

/** What is compared of a venue or organizer. */
export interface Comparable {
  readonly id: number
  /** As HTML. */
  readonly title: string
  /** Street and town, where it is in one. */
  readonly address: string
  readonly city: string
  readonly place: Place | undefined
}

/**
 * By what two are perhaps one: they are called the same; or what they are called is alike and they are at one address or in one street,
 * or close by; or one name is the other but for an article, a blank or a slip, and nothing says that they are elsewhere.
 */
export const alikeBy = ['name', 'address', 'place', 'spelling'] as const
export type AlikeBy = (typeof alikeBy)[number]

/** What is called alike and no further apart is perhaps one: a large house has several entrances. */
const closeBy_m = 75

/** What is called alike in one street is another one where it is further away. */
const alongStreet_m = 300

/** What is called the same is another one where it is further away. */
const anotherPlace_m = 1000

/** A record as it is compared: folded, and taken apart once. */
export interface Compared<Row extends Comparable = Comparable> {
  readonly row: Row
  readonly words: readonly string[]
  /** The words that say something, together. */
  readonly key: string
  readonly address: string
  /** The street without its number; empty where there is none. */
  readonly street: string
  readonly city: string
}

/** Articles, with which a name begins or not, and words for “and”, which stand in it or are a sign. */
const articles = new Set(
  'the der die das den ein eine le la les l el los las de het een il lo gli i os as o a'.split(' '),
)
const ands = new Set(['and', 'und', 'et', 'y', 'e', 'en', 'و'])

/** Takes a record apart as it is compared. */
export function comparedOf<Row extends Comparable>(row: Row): Compared<Row> {
  const words = wordsOf(plainLineOfHtml(row.title))
  const last = words.length - 1
  const telling = words.filter((word, at) => at === last || !(at === 0 ? articles : ands).has(word))
  const city = wordsOf(row.city).join(' ')
  const address = wordsOf(row.address)
  const street = address.filter((word) => word.length > 1 && !/\p{N}/u.test(word)).join(' ')
  return {
    row,
    words: telling,
    key: telling.join(''),
    address: address.length === 0 ? '' : `${address.join(' ')}, ${city}`,
    street: street === '' ? '' : `${street}, ${city}`,
    city,
  }
}

/** The name as it is compared where it is to be the same. */
function nameOf({ row: { title } }: Compared): string {
  return wordsOf(plainLineOfHtml(title)).join(' ')
}

/** By what two records are perhaps one, if they are. */
export function alikeOf(one: Compared, other: Compared, distance_m: number | undefined): AlikeBy | undefined {
  const isElsewhere =
    distance_m === undefined
      ? one.city !== '' && other.city !== '' && one.city !== other.city
      : distance_m > anotherPlace_m
  if (one.key === other.key && !isElsewhere && nameOf(one) !== '' && nameOf(one) === nameOf(other))
    return 'name'
  if (isCalledAlike(one, other)) {
    if (one.address !== '' && one.address === other.address) return 'address'
    const isOneStreet = one.street !== '' && one.street === other.street
    if (isOneStreet && (distance_m ?? 0) <= alongStreet_m) return 'address'
    if (distance_m !== undefined && distance_m <= closeBy_m) return 'place'
  }
  return !isElsewhere && isSpeltAlike(one, other) ? 'spelling' : undefined
}

/** How far apart they are, in metres, where that is known. */
export function distanceOf(
  { row: { place: one } }: Compared,
  { row: { place: other } }: Compared,
): number | undefined {
  return one && other && Math.round(distance_km(one, other) * 1000)
}

/** Whether all words of one name are in the other, but for slips: “Central Libary” and “Haverbridge Central Library”. */
function isCalledAlike(one: Compared, other: Compared): boolean {
  if (one.key === other.key) return one.key !== ''
  const [few, many] =
    one.words.length <= other.words.length ? [one.words, other.words] : [other.words, one.words]
  return few.length > 0 && few.every((word) => many.some((known) => known === word || isOneSlip(word, known)))
}

/** Whether one name is the other, but for an article, a blank or one slip in a word. */
function isSpeltAlike(one: Compared, other: Compared): boolean {
  if (one.key === other.key) return one.key !== ''
  if (one.words.length !== other.words.length) return isOneSlip(one.key, other.key)
  const [slipped, ...others] = one.words.flatMap((word, at) => {
    const known = other.words[at] ?? ''
    return word === known ? [] : [[word, known] as const]
  })
  return slipped !== undefined && others.length === 0 && isOneSlip(...slipped)
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
