// Ascending numbers in typed arrays: where they are, and all, some or none of them together.

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

/** The numbers of both; both ascend. */
export function common<Of extends List>(one: Of, other: Of): Of {
  const [many, few] = one.length < other.length ? [other, one] : [one, other]
  let at = 0
  return few.filter((value: number) => {
    at = lowerBound(many, value, at)
    return many[at] === value
  }) as Of
}

/** Whether both are the same part of memory. */
export function isSame(one: Uint32Array, other: Uint32Array): boolean {
  return one.buffer === other.buffer && one.byteOffset === other.byteOffset && one.length === other.length
}
