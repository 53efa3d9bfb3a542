import { slotsAmong } from './filters.ts'
import type { Hits } from './hits.ts'
import { placesAround, sortedPlaces } from '../../pure/sorted/places.ts'
import { byUnits, hasOneTitle, titleKey } from './titles.ts'

/**
 * The order of a list; of equal ones that of lists counts (start, publication, id), for `date` and `modified` the id. `isReversed`
 * gives exactly the same list from its end.
 */
export interface Order {
  readonly by: 'starts' | 'ends' | 'title' | 'date' | 'modified' | 'id' | Distances | Misses | Chosen
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

/** Ids in an order of their own, before all others. */
interface Chosen {
  readonly chosen: readonly number[]
}

/** A part of a list. */
export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** Reads the folded titles of events. */
export type ReadTitles = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

/** The ids of a part of the list. */
export async function idsOf(
  hits: Hits,
  { by, isReversed = false }: Order,
  { offset, limit }: Slice,
  readTitles: ReadTitles,
): Promise<number[]> {
  const first = Math.max(0, isReversed ? hits.total - offset - limit : offset)
  const until = Math.min(hits.total, isReversed ? hits.total - offset : offset + limit)
  if (first >= until) return []
  const { slots, before } = await slotsAround(hits, by, first, until)
  const stretch = { slots, first: first - before, until: until - before }
  const page =
    by === 'title'
      ? await byTitle(hits, stretch, readTitles)
      : Array.from(slots.subarray(stretch.first, stretch.until), (slot) => hits.valueOf('id', slot))
  return isReversed ? page.toReversed() : page
}

/** The hits from the first place up to the last one in their order, and those around with equal keys; and how many come before. */
async function slotsAround(
  hits: Hits,
  by: Order['by'],
  first: number,
  until: number,
): Promise<{ readonly slots: Uint32Array; readonly before: number }> {
  if (by === 'starts') return { slots: hits.between(first, until), before: first }
  const keyOf = keyOfSlots(hits, by)
  const { places, before } = await placesAround(keysOf(hits.slots, keyOf), first, until)
  const some = places.map((place) => hits.slots[place] ?? 0)
  const isById = by === 'date' || by === 'modified'
  const tied = isById ? await sorted(some, (slot) => hits.valueOf('id', slot)) : some
  return { slots: await sorted(tied, keyOf), before }
}

function keyOfSlots(hits: Hits, by: Exclude<Order['by'], 'starts'>): (slot: number) => number {
  if (typeof by !== 'object') return (slot) => hits.valueOf(by === 'title' ? 'shelf' : by, slot)
  if ('chosen' in by) {
    const places = new Map(by.chosen.map((id, place) => [id, place]))
    return (slot) => places.get(hits.valueOf('id', slot)) ?? by.chosen.length
  }
  const values = 'distances' in by ? nearest(hits, by) : missing(hits, by)
  return (slot) => values[slot] ?? 0
}

async function sorted(slots: Uint32Array, keyOf: (slot: number) => number): Promise<Uint32Array> {
  const places = await sortedPlaces(keysOf(slots, keyOf))
  return places.map((place) => slots[place] ?? 0)
}

function keysOf(slots: Uint32Array, keyOf: (slot: number) => number): Float64Array {
  const keys = new Float64Array(slots.length)
  for (let at = 0; at < keys.length; at += 1) keys[at] = keyOf(slots[at] ?? 0)
  return keys
}

/** How many parts of a unit distances are told in. */
const thousandths = 1000

function nearest(hits: Hits, { distances }: Distances): Float64Array {
  const values = new Float64Array(hits.size).fill(Number.MAX_SAFE_INTEGER)
  for (const [{ links }, offset] of hits.columnSets)
    for (const [venue, distance] of distances) {
      const key = Math.round(distance * thousandths)
      for (const slot of links.venues.get(venue) ?? [])
        values[offset + slot] = Math.min(values[offset + slot] ?? 0, key)
    }
  return values
}

function missing(hits: Hits, { titled }: Misses): Float64Array {
  const values = new Float64Array(hits.size)
  for (const [columns, offset] of hits.columnSets)
    for (const ids of titled)
      for (const slot of slotsAmong(columns, ids)) values[offset + slot] = (values[offset + slot] ?? 0) - 1
  return values
}

/** The ids of the part: within its shelves titles decide, and equal ones stay in their order. */
async function byTitle(
  hits: Hits,
  { slots, first, until }: { slots: Uint32Array; first: number; until: number },
  readTitles: ReadTitles,
): Promise<number[]> {
  const shelfAt = (at: number) => hits.valueOf('shelf', slots[at] ?? 0)
  let [from, to] = [first, until]
  while (from > 0 && shelfAt(from - 1) === shelfAt(first)) from -= 1
  while (to < slots.length && shelfAt(to) === shelfAt(until - 1)) to += 1
  const entries = Array.from(slots.subarray(from, to), (slot) => ({
    id: hits.valueOf('id', slot),
    shelf: hits.valueOf('shelf', slot),
  }))
  const asked = entries.filter(({ shelf }) => !hasOneTitle(shelf)).map(({ id }) => id)
  const titles = asked.length > 0 ? await readTitles(asked) : new Map<number, string>()
  const keys = new Map([...titles].map(([id, title]) => [id, titleKey(title)]))
  entries.sort((a, b) => a.shelf - b.shelf || byUnits(keys.get(a.id) ?? '', keys.get(b.id) ?? ''))
  return entries.slice(first - from, until - from).map(({ id }) => id)
}
