import type { Hits } from './hits.ts'
import { inListOrder } from './columns.ts'
import { sortedPlaces } from './slots.ts'
import { byUnits, hasOneTitle, titleKey } from './titles.ts'

/**
 * The order of a list; of equal ones that of lists counts (start, publication, id), for `date` and `modified` the id. `isReversed`
 * gives exactly the same list from its end.
 */
export interface Order {
  readonly by: 'starts' | 'ends' | 'title' | 'date' | 'modified' | 'id' | Distances | Misses
  readonly isReversed?: boolean
}

/** The distance of each venue, a multiple of a thousandth; the nearest of an event counts. */
interface Distances {
  readonly distances: ReadonlyMap<number, number>
}

/** For each word the events whose titles have it, by ids: titles that lack none come first. */
interface Misses {
  readonly titled: readonly Float64Array[]
}

/** Reads the folded titles of events. */
export type ReadTitles = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

/** The ids of a part of the list. */
export async function idsOf(
  hits: Hits,
  { by, isReversed = false }: Order,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  readTitles: ReadTitles,
): Promise<number[]> {
  const first = Math.max(0, isReversed ? hits.total - offset - limit : offset)
  const until = Math.min(hits.total, isReversed ? hits.total - offset : offset + limit)
  if (first >= until) return []
  const ids =
    by === 'starts' ? byStart(hits, first, until) : await byKey(hits, by, { first, until }, readTitles)
  return isReversed ? ids.toReversed() : ids
}

/** Hits are in this order already; of those of the main columns so many more are looked at as the tail may put before them. */
function byStart(hits: Hits, first: number, until: number): number[] {
  const before = Math.max(0, first - hits.tail.length)
  const near = inListOrder(
    hits.snapshot.main,
    hits.main.subarray(before, until),
    hits.snapshot.tail,
    hits.tail,
  )
  return Array.from(near.subarray(first - before, until - before), (ref) => hits.valueOf('id', ref))
}

async function byKey(
  hits: Hits,
  by: Exclude<Order['by'], 'starts'>,
  part: { readonly first: number; readonly until: number },
  readTitles: ReadTitles,
): Promise<number[]> {
  const inOrder = inListOrder(hits.snapshot.main, hits.main, hits.snapshot.tail, hits.tail)
  const ids = Float64Array.from(inOrder, (ref) => hits.valueOf('id', ref))
  const refs = by === 'date' || by === 'modified' ? placed(inOrder, await sortedPlaces(ids)) : inOrder
  const keys = keysOf(hits, by, refs)
  const sorted = placed(refs, await sortedPlaces(keys))
  const idOf = (ref: number) => hits.valueOf('id', ref)
  if (by !== 'title') return Array.from(sorted.subarray(part.first, part.until), idOf)
  return byTitle(hits, sorted, part, readTitles)
}

function keysOf(hits: Hits, by: Exclude<Order['by'], 'starts'>, refs: Uint32Array): Float64Array {
  if (typeof by === 'string') {
    const name = by === 'title' ? 'shelf' : by
    return Float64Array.from(refs, (ref) => hits.valueOf(name, ref))
  }
  const values = 'distances' in by ? nearest(hits, by) : missing(hits, by)
  return Float64Array.from(refs, (ref) => values[ref] ?? 0)
}

/** How many parts of a unit distances are told in. */
const thousandths = 1000

function nearest({ snapshot: { main, tail } }: Hits, { distances }: Distances): Float64Array {
  const values = new Float64Array(main.size + tail.size).fill(Number.MAX_SAFE_INTEGER)
  for (const [columns, offset] of [
    [main, 0],
    [tail, main.size],
  ] as const) {
    for (const [venue, distance] of distances) {
      const slots = columns.links.venues.get(venue) ?? none
      const key = Math.round(distance * thousandths)
      for (const slot of slots) values[offset + slot] = Math.min(values[offset + slot] ?? 0, key)
    }
  }
  return values
}

function missing(hits: Hits, { titled }: Misses): Float64Array {
  const { main, tail } = hits.snapshot
  const values = new Float64Array(main.size + tail.size).fill(titled.length)
  for (const ids of titled) {
    for (const [columns, offset] of [
      [main, 0],
      [tail, main.size],
    ] as const)
      for (const slot of hits.slotsIn(columns, ids)) values[offset + slot] = (values[offset + slot] ?? 0) - 1
  }
  return values
}

/** Within the shelves of the part, titles decide; equal ones stay in their order. */
async function byTitle(
  hits: Hits,
  sorted: Uint32Array,
  { first, until }: { readonly first: number; readonly until: number },
  readTitles: ReadTitles,
): Promise<number[]> {
  const shelfAt = (at: number) => hits.valueOf('shelf', sorted[at] ?? 0)
  let [from, to] = [first, until]
  while (from > 0 && shelfAt(from - 1) === shelfAt(first)) from -= 1
  while (to < sorted.length && shelfAt(to) === shelfAt(until - 1)) to += 1
  const entries = Array.from(sorted.subarray(from, to), (ref) => ({
    id: hits.valueOf('id', ref),
    shelf: hits.valueOf('shelf', ref),
  }))
  const asked = entries.flatMap(({ id, shelf }) => (hasOneTitle(shelf) ? [] : [id]))
  const titles = asked.length > 0 ? await readTitles(asked) : new Map<number, string>()
  const keys = new Map([...titles].map(([id, title]) => [id, titleKey(title)]))
  entries.sort((a, b) => a.shelf - b.shelf || byUnits(keys.get(a.id) ?? '', keys.get(b.id) ?? ''))
  return entries.slice(first - from, until - from).map(({ id }) => id)
}

function placed(values: Uint32Array, places: Uint32Array): Uint32Array {
  return Uint32Array.from(places, (place) => values[place] ?? 0)
}

const none = new Uint32Array()
