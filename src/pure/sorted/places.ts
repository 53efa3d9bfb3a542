import { range } from './numbers.ts'
import { slotsPerTurn, turn } from './pieces.ts'

/** Keys by which places are put in order. */
export type Keys = Float64Array | Uint16Array | Uint8Array

/** Places of keys, ascending, and how many keys are less than all of these. */
interface Stretch {
  readonly places: Uint32Array
  readonly before: number
}

/**
 * Where the keys are that would be from the first place up to the last one if all were sorted; more are answered, but never only
 * some of equal keys. To sort a page of a million keys takes 20 ms so; to sort all of them 400, most of it misses of the cache.
 */
export async function placesAround(keys: Keys, first: number, until: number): Promise<Stretch> {
  let [places, before] = [range(0, keys.length), 0]
  let [least, most] = extremesOf(keys)
  while (places.length > fewKeys && least < most) {
    if (places.length > slotsPerTurn) await turn()
    const width = Math.ceil((most - least + 1) / digits)
    const [from, perWidth] = [least, 1 / width]
    const shelfOf = (place: number) => Math.floor(((keys[place] ?? 0) - from) * perWidth)
    const counts = new Uint32Array(digits + 1)
    for (let at = 0; at < places.length; at += 1) {
      const shelf = shelfOf(places[at] ?? 0)
      counts[shelf] = (counts[shelf] ?? 0) + 1
    }
    let [low, below] = [0, before]
    while (below + (counts[low] ?? 0) <= first) below += counts[low++] ?? 0
    let [high, through] = [low, below + (counts[low] ?? 0)]
    while (through < until) through += counts[++high] ?? 0
    const kept = new Uint32Array(through - below)
    let count = 0
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] ?? 0
      const shelf = shelfOf(place)
      if (shelf >= low && shelf <= high) kept[count++] = place
    }
    if (count === places.length) break
    ;[places, before] = [kept, below]
    ;[least, most] = extremesOf(Float64Array.from(kept, (place) => keys[place] ?? 0))
  }
  return { places, before }
}

function extremesOf(keys: Keys): [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity]
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0
    if (key < least) least = key
    if (key > most) most = key
  }
  return [least, most]
}

/** The keys at these places, which may jump about: then each misses the cache, and of a million others have their turn in between. */
export async function keysAt(keys: Keys, places: Uint32Array): Promise<Float64Array> {
  const found = new Float64Array(places.length)
  for (let at = 0; at < places.length; at += 1) {
    if (at > 0 && at % slotsPerTurn === 0) await turn()
    found[at] = keys[places[at] ?? 0] ?? 0
  }
  return found
}

/** The places of the keys from the least key to the greatest; equal keys stay in their order. Keys are whole numbers. */
export async function sortedPlaces(keys: Keys): Promise<Uint32Array> {
  const size = keys.length
  if (size <= fewKeys) return range(0, size).toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
  const [least, most] = extremesOf(keys)
  let [places, others]: [Uint32Array, Uint32Array] = [range(0, size), new Uint32Array(size)]
  // Digit by digit, from the last one on. All are powers of two, so that nothing is rounded; `%` of such numbers would take five times as long.
  const digitsOf = new Uint16Array(size)
  for (let unit = 1; unit <= most - least; unit *= digits) {
    const starts = new Uint32Array(digits + 1)
    await inSlices(size, (from, until) => {
      for (let place = from; place < until; place += 1) {
        const units = Math.floor(((keys[place] ?? 0) - least) * (1 / unit))
        const digit = units - Math.floor(units * (1 / digits)) * digits
        digitsOf[place] = digit
        starts[digit + 1] = (starts[digit + 1] ?? 0) + 1
      }
    })
    for (let digit = 1; digit <= digits; digit += 1)
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0)
    const [known, into] = [places, others]
    await inSlices(size, (from, until) => {
      for (let at = from; at < until; at += 1) {
        const place = known[at] ?? 0
        const digit = digitsOf[place] ?? 0
        const to = starts[digit] ?? 0
        into[to] = place
        starts[digit] = to + 1
      }
    })
    ;[places, others] = [others, places]
  }
  return places
}

/** Works through so many in slices, before each of which others have their turn. */
async function inSlices(size: number, work: (from: number, until: number) => void): Promise<void> {
  for (let from = 0; from < size; from += slotsPerTurn) {
    if (size > slotsPerTurn) await turn()
    work(from, Math.min(size, from + slotsPerTurn))
  }
}

/** Fewer keys are sorted by comparing them, which takes less than going through all digits. */
const fewKeys = 2000

/** How many values a digit has. */
const digits = 2 ** 13
