import { setImmediate as turn } from 'node:timers/promises'

import type { Values } from './columns.ts'

export { turn }

/** How many slots or links are worked through before others get their turn: half a millisecond to a few. */
export const slotsPerTurn = 100_000

/** Work in pieces, after each of which others get their turn. */
export class Pieces {
  readonly #size: number
  #done = 0

  constructor(size = slotsPerTurn) {
    this.#size = size
  }

  /** So much more is done; a promise where others are to have their turn. */
  add(done: number): Promise<void> | undefined {
    this.#done += done
    if (this.#done < this.#size) return undefined
    this.#done = 0
    return turn()
  }
}

/** The first place of a stretch from which on all are so; `until` if none is. */
export function firstPlace(from: number, until: number, isSo: (place: number) => boolean): number {
  let [low, high] = [from, until]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The first place from `from` on whose value is no less than `value`; values ascend. Near places are found in few steps. */
export function lowerBound(values: Float64Array | Uint32Array, value: number, from = 0): number {
  let [low, step] = [from, 1]
  while (low + step <= values.length && (values[low + step - 1] ?? 0) < value) {
    low += step
    step *= 2
  }
  // As in `firstPlace`, which takes twice as long: this is asked some thousand times for the facets of a page.
  let high = Math.min(low + step, values.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) >= value) high = middle
    else low = middle + 1
  }
  return low
}

/** The numbers from `from` up to, and without, `to`. */
export function range(from: number, to: number): Uint32Array {
  const all = new Uint32Array(Math.max(0, to - from))
  for (let at = 0; at < all.length; at += 1) all[at] = from + at
  return all
}

/** The many and the few in one order: what stands between two of the few is copied at once. */
export function merged(
  many: Uint32Array,
  few: Uint32Array,
  isBefore: (one: number, other: number) => boolean = (one, other) => one < other,
): Uint32Array {
  if (few.length === 0) return many
  const all = new Uint32Array(many.length + few.length)
  let from = 0
  for (let at = 0; at < few.length; at += 1) {
    const next = few[at] ?? 0
    const until = firstPlace(from, many.length, (place) => !isBefore(many[place] ?? 0, next))
    all.set(many.subarray(from, until), from + at)
    all[until + at] = next
    from = until
  }
  all.set(many.subarray(from), from + few.length)
  return all
}

type List = Uint32Array | Float64Array

/** The numbers of all lists, ascending, each once. */
export function union<Of extends List>(lists: readonly Of[], empty: Of): Of {
  const [first = empty] = lists
  if (lists.length <= 1) return first
  const all = new (empty.constructor as new (length: number) => Of)(
    lists.reduce((sum, { length }) => sum + length, 0),
  )
  let count = 0
  for (const list of lists) {
    all.set(list, count)
    count += list.length
  }
  all.sort()
  count = 0
  for (const value of all) if (count === 0 || all[count - 1] !== value) all[count++] = value
  return all.subarray(0, count) as Of
}

/** The numbers that are not among the others, which are few; both ascend. */
export function without<Of extends List>(all: Of, others: Of): Of {
  if (others.length === 0 || all.length === 0) return all
  const left = all.slice() as Of
  let [kept, from] = [0, 0]
  for (const value of others) {
    const until = lowerBound(all, value, from)
    left.copyWithin(kept, from, until)
    kept += until - from
    from = all[until] === value ? until + 1 : until
  }
  left.copyWithin(kept, from)
  return left.subarray(0, kept + all.length - from) as Of
}

/** Places of keys, ascending, and how many keys are less than all of these. */
interface Stretch {
  readonly places: Uint32Array
  readonly before: number
}

/**
 * Where the keys are that would be from the first place up to the last one if all were sorted; more are answered, but never only
 * some of equal keys. To sort a page of a million keys takes 20 ms so; to sort all of them 400, most of it misses of the cache.
 */
export async function placesAround(keys: Values, first: number, until: number): Promise<Stretch> {
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

function extremesOf(keys: Values): [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity]
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0
    if (key < least) least = key
    if (key > most) most = key
  }
  return [least, most]
}

/** The places of the keys from the least key to the greatest; equal keys stay in their order. Keys are whole numbers. */
export async function sortedPlaces(keys: Values): Promise<Uint32Array> {
  const size = keys.length
  if (size <= fewKeys) return range(0, size).toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
  const [least, most] = extremesOf(keys)
  let [places, others]: [Uint32Array, Uint32Array] = [range(0, size), new Uint32Array(size)]
  // Digit by digit, from the last one on. All are powers of two, so that nothing is rounded; `%` of such numbers would take five times as long.
  const digitsOf = new Uint16Array(size)
  for (let unit = 1; unit <= most - least; unit *= digits) {
    if (size > slotsPerTurn) await turn()
    const starts = new Uint32Array(digits + 1)
    for (let place = 0; place < size; place += 1) {
      const units = Math.floor(((keys[place] ?? 0) - least) * (1 / unit))
      const digit = units - Math.floor(units * (1 / digits)) * digits
      digitsOf[place] = digit
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1
    }
    for (let digit = 1; digit <= digits; digit += 1)
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0)
    for (let at = 0; at < size; at += 1) {
      const place = places[at] ?? 0
      const digit = digitsOf[place] ?? 0
      const to = starts[digit] ?? 0
      others[to] = place
      starts[digit] = to + 1
    }
    ;[places, others] = [others, places]
  }
  return places
}

/** Fewer keys are sorted by comparing them, which takes less than going through all digits. */
const fewKeys = 2000

/** How many values a digit has. */
const digits = 2 ** 13
