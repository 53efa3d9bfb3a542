import { setImmediate as turn } from 'node:timers/promises'

/** How many slots or links are worked through before others get their turn: half a millisecond to a few. */
export const slotsPerTurn = 100_000

/** Lets others have their turn when another piece of work is done: `at` is how far it has come. */
export async function afterPiece(at: number, piece = slotsPerTurn): Promise<void> {
  if (at > 0 && at % piece === 0) await turn()
}

export { turn }

/** The first place from `from` on whose value is no less than `value`; values ascend. Near places are found in few steps. */
export function lowerBound(values: Float64Array | Uint32Array, value: number, from = 0): number {
  let step = 1
  let low = from
  while (low + step <= values.length && (values[low + step - 1] ?? 0) < value) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, values.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The numbers from `from` up to, and without, `to`. */
export function range(from: number, to: number): Uint32Array {
  const all = new Uint32Array(Math.max(0, to - from))
  for (let at = 0; at < all.length; at += 1) all[at] = from + at
  return all
}

/** The numbers of all lists, ascending, each once. */
export function union<List extends Uint32Array | Float64Array>(lists: readonly List[], empty: List): List {
  const [first = empty] = lists
  if (lists.length <= 1) return first
  const all = new (empty.constructor as new (length: number) => List)(
    lists.reduce((sum, list) => sum + list.length, 0),
  )
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  all.sort()
  let count = 0
  for (const value of all) {
    if (count === 0 || all[count - 1] !== value) all[count++] = value
  }
  return all.subarray(0, count) as List
}

/** The numbers that are not among the others; both ascend. */
export function without<List extends Uint32Array | Float64Array>(all: List, others: List): List {
  if (others.length === 0 || all.length === 0) return all
  const left = all.slice() as List
  let [count, other] = [0, 0]
  for (const value of all) {
    other = lowerBound(others, value, other)
    if (others[other] !== value) left[count++] = value
  }
  return left.subarray(0, count) as List
}

/** The places of the keys from the least key to the greatest; equal keys stay in their order. Keys are whole numbers. */
export async function sortedPlaces(keys: Float64Array): Promise<Uint32Array> {
  const size = keys.length
  if (size <= fewKeys) return range(0, size).toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
  let [least, most] = [Infinity, -Infinity]
  for (const key of keys) {
    if (key < least) least = key
    if (key > most) most = key
  }
  let [places, others]: [Uint32Array, Uint32Array] = [range(0, size), new Uint32Array(size)]
  // Digit by digit, from the last one on: a million keys take some milliseconds for each of two to four digits.
  for (let unit = 1; unit <= most - least; unit *= digits) {
    if (size > slotsPerTurn) await turn()
    const ends = new Uint32Array(digits + 1)
    const digitAt = (at: number) => Math.floor(((keys[places[at] ?? 0] ?? 0) - least) / unit) % digits
    for (let at = 0; at < size; at += 1) ends[digitAt(at) + 1] = (ends[digitAt(at) + 1] ?? 0) + 1
    for (let digit = 0; digit < digits; digit += 1)
      ends[digit + 1] = (ends[digit + 1] ?? 0) + (ends[digit] ?? 0)
    for (let at = 0; at < size; at += 1) {
      const digit = digitAt(at)
      const to = ends[digit] ?? 0
      others[to] = places[at] ?? 0
      ends[digit] = to + 1
    }
    ;[places, others] = [others, places]
  }
  return places
}

/** Fewer keys are sorted by comparing them. */
const fewKeys = 2000

/** How many values a digit has. */
const digits = 2 ** 13
