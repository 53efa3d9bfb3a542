import { fewRows, type RowSet } from './rowSet.ts'
import type { SpansById } from './spans.ts'

/** A part of a list: that of `limit` events after the first `offset` ones. */
export interface Part {
  readonly offset: number
  readonly limit: number
}

/** Some events that follow one another in a list, and how many there are before and after these. */
export interface Stretch {
  readonly ids: readonly number[]
  readonly before: number
  readonly after: number
}

/** So few events a query sorts in no more time. */
const few = 100

/** Nor does it take more to pass so many on the way to the part, testing each for being among the events that were found. */
const near = 30_000

/** Into how many spans of time events are sorted at a time. */
const spans = 4096

/** Whether finding the part here takes less than a query that sorts the events, or tests all in their order for being among these. */
export function isPartFar(
  { size }: RowSet,
  { offset, limit }: Part,
  { starts }: Pick<SpansById, 'starts'>,
): boolean {
  if (size <= fewRows) return size > few
  return ((offset + limit) / size) * starts.length > near
}

/**
 * Finds a few of the events, in the order of their starts, among which are those of the part. What starts in the same second
 * stays together, so that a query can order these as it would all. Events that have no span any more are left out.
 */
export function stretchAround(
  events: RowSet,
  { offset, limit }: Part,
  known: Pick<SpansById, 'starts'>,
): Stretch {
  let ids: readonly number[] = events.ids()
  let [before, after] = [0, 0]
  for (;;) {
    const starts = startsOf(ids, known)
    const spanOf = spansBetween(starts)
    const counts = new Uint32Array(spans)
    for (const start of starts) {
      const span = spanOf(start)
      counts[span] = (counts[span] ?? 0) + 1
    }
    const first = spanAt(offset - before, counts)
    const last = spanAt(offset + limit - 1 - before, counts)
    const some = ids.filter((_, index) => {
      const span = spanOf(starts[index] ?? NaN)
      return span >= first && span <= last
    })
    before += counts.subarray(0, first).reduce(sum, 0)
    after += counts.subarray(last + 1).reduce(sum, 0)
    if (some.length <= few || some.length === ids.length) return { ids: some, before, after }
    ids = some
  }
}

// A loop: `Float64Array.from` takes five times as long.
function startsOf(ids: readonly number[], known: Pick<SpansById, 'starts'>): Float64Array {
  const starts = new Float64Array(ids.length)
  for (let index = 0; index < starts.length; index += 1) starts[index] = known.starts[ids[index] ?? 0] ?? NaN
  return starts
}

/** Divides the time between the first start and the last one; answers the number of the span of a start. */
function spansBetween(starts: Float64Array): (start: number) => number {
  let [first, last] = [Infinity, -Infinity]
  for (const start of starts) {
    if (start < first) first = start
    if (start > last) last = start
  }
  const length_s = (last - first + 1) / spans
  return (start) => Math.floor((start - first) / length_s)
}

/** The number of the span that has the event with this place, or the last one. */
function spanAt(place: number, counts: Uint32Array): number {
  let left = place
  const found = counts.findIndex((count) => (left -= count) < 0)
  return found < 0 ? counts.length - 1 : found
}

function sum(one: number, other: number): number {
  return one + other
}
