import { slipsBetween } from './nearestWords.ts'

/** Shorter words are other words where a letter is another one; and what is longer is no name. */
const shortest = 5
const longest = 100

/** How far the number of a word is shifted from its hash, so that both are one exact number: two million words. */
const shift = 2 ** 21

/**
 * Whether two words are one, but for a slip of whoever typed it: a letter too many, too few or wrong, or two exchanged. Signs that
 * are words of their own, and digits, are not slipped on.
 */
export function isOneSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  if (Math.min(one.length, other.length) < shortest || Math.max(one.length, other.length) > longest)
    return false
  if (ofSigns.test(one) || digitsOf(one) !== digitsOf(other)) return false
  return slipsBetween(one, other) === 1
}

const ofSigns = /\p{Script=Han}/u

function digitsOf(text: string): string {
  return text.replaceAll(/\P{N}+/gu, '')
}

/**
 * The pairs of different words that are one but for a slip, by their places in the list, in steps after which others may have their
 * turn. Words with a slip between them are the same once a letter of each is left out, or of one: they meet there, so that not
 * each is compared with each.
 */
export function* slipsAmong(words: readonly string[]): Generator<readonly [number, number] | undefined> {
  const byLength = Map.groupBy(
    words.flatMap((word, at) => (word.length >= shortest && word.length <= longest ? [{ word, at }] : [])),
    ({ word }) => word.length,
  )
  const lengths = new Set([...byLength.keys()].flatMap((length) => [length - 1, length]))
  const known = new Set<string>()
  for (const length of lengths) {
    const meeting = meetingAt(byLength.get(length) ?? [], byLength.get(length + 1) ?? [])
    for (const [one, other] of meetings(meeting)) {
      const [first, second] = one < other ? [one, other] : [other, one]
      const key = `${first} ${second}`
      if (known.has(key) || !isOneSlip(words[first] ?? '', words[second] ?? '')) continue
      known.add(key)
      yield [first, second]
    }
    yield undefined
  }
}

interface Placed {
  readonly word: string
  readonly at: number
}

/** Words as they are, and longer ones with each of their letters left out: hashes with places, in order. */
function meetingAt(whole: readonly Placed[], longer: readonly Placed[]): Float64Array {
  const letters = longer.reduce((sum, { word }) => sum + word.length, 0)
  const all = new Float64Array(whole.length + letters)
  let next = 0
  for (const { word, at } of whole) {
    all[next] = hashOf(word, -1) * shift + at
    next += 1
  }
  for (const { word, at } of longer)
    for (let left = 0; left < word.length; left += 1) {
      all[next] = hashOf(word, left) * shift + at
      next += 1
    }
  return all.toSorted()
}

/** FNV-1a of the word without one of its letters. */
function hashOf(word: string, left: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1)
    if (at !== left) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Those with the same hash, two by two. */
function* meetings(all: Float64Array): Generator<readonly [number, number]> {
  const hashAt = (at: number) => Math.floor((all[at] ?? 0) / shift)
  for (let first = 0; first < all.length;) {
    let end = first + 1
    while (end < all.length && hashAt(end) === hashAt(first)) end += 1
    for (let one = first; one < end; one += 1)
      for (let other = one + 1; other < end; other += 1) {
        const [a, b] = [(all[one] ?? 0) % shift, (all[other] ?? 0) % shift]
        if (a !== b) yield [a, b]
      }
    first = end
  }
}
