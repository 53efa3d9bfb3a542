import type { Columns, LinkName, Postings } from './columns.ts'
import { type CostName, costs } from './costs.ts'
import { type Hits, marksOfHits } from './hits.ts'
import { flags, type FlagName } from './reading.ts'
import { lowerBound, slotsPerTurn, turn } from './slots.ts'

/** Numbers of events by the id of what they are linked to, without those that have none. */
export type Counts = ReadonlyMap<number, number>

/** How many hits each target has. */
export async function countByLink(
  hits: Hits,
  name: Extract<LinkName, 'terms' | 'venues' | 'organizers'>,
): Promise<Counts> {
  const counts = new Map<number, number>()
  for (const [columns, slots] of hits.parts) {
    if (slots.length === 0) continue
    const marks = marksOfHits(columns, slots)
    let left = slotsPerTurn
    for (const [target, posting] of columns.links[name]) {
      let count = 0
      const [from, until] = spanOf(posting, slots)
      for (let at = from; at < until; at += 1) count += marks[posting[at] ?? 0] ?? 0
      add(counts, Number(target), count)
      if ((left -= until - from + 1) < 0) {
        left = slotsPerTurn
        await turn()
      }
    }
  }
  return counts
}

/** How many hits each term has, and all terms below it together: an event counts once for each. */
export async function countWithDescendants(hits: Hits): Promise<Counts> {
  const own = await countByLink(hits, 'terms')
  const counts = new Map(own)
  const families = familiesOf(hits)
  for (const [columns, slots] of hits.parts) {
    const marks = slots.length > 0 ? marksOfHits(columns, slots) : undefined
    // What each event was last counted for.
    const stamps = new Uint32Array(marks ? columns.size : 0)
    let stamp = 0
    for (const [ancestor, members] of families) {
      if (columns === hits.snapshot.main) counts.set(ancestor, 0)
      if (!marks) continue
      stamp += 1
      add(counts, ancestor, countOnce(columns.links.terms, members, { marks, stamps, stamp, slots }))
      await turn()
    }
  }
  return new Map([...counts].filter(([, count]) => count > 0))
}

/** The terms that have others below them, with all of these and themselves. */
function familiesOf({ snapshot: { parents } }: Hits): ReadonlyMap<number, readonly number[]> {
  const families = new Map<number, Set<number>>()
  const familyOf = (term: number) => {
    const family = families.get(term) ?? new Set([term])
    families.set(term, family)
    return family
  }
  for (const term of parents.keys()) {
    // A loop ends where it comes to a term a second time.
    const met = new Set([term])
    for (let above = parents.get(term); above !== undefined && !met.has(above); above = parents.get(above)) {
      met.add(above)
      familyOf(above).add(term)
    }
  }
  return new Map([...families].map(([term, members]) => [term, [...members]]))
}

function countOnce(
  postings: Postings,
  members: readonly number[],
  {
    marks,
    stamps,
    stamp,
    slots,
  }: { marks: Uint8Array; stamps: Uint32Array; stamp: number; slots: Uint32Array },
): number {
  let count = 0
  for (const member of members) {
    const posting = postings.get(member) ?? none
    const [from, until] = spanOf(posting, slots)
    for (let at = from; at < until; at += 1) {
      const slot = posting[at] ?? 0
      if (stamps[slot] === stamp) continue
      stamps[slot] = stamp
      count += marks[slot] ?? 0
    }
  }
  return count
}

/** How many hits start from each moment up to the next one: one number less than there are moments, which ascend. */
export function countBetween(hits: Hits, moments: readonly number[]): number[] {
  const before = moments.map((moment) =>
    hits.parts.reduce((sum, [{ starts }, slots]) => sum + lowerBound(slots, lowerBound(starts, moment)), 0),
  )
  return before.slice(1).map((count, at) => count - (before[at] ?? 0))
}

/** How many hits have the flag. */
export function countFlag(hits: Hits, name: FlagName): number {
  const { bit } = flags[name]
  return sumOver(hits, ({ flags: values }, slot) => Number(((values[slot] ?? 0) & bit) !== 0))
}

/** How many hits there are of each kind of cost. */
export function countCosts(hits: Hits): Readonly<Record<CostName, number>> {
  const counts = new Uint32Array(costs.length)
  for (const [{ cost }, slots] of hits.parts) {
    for (let at = 0; at < slots.length; at += 1) {
      const number = cost[slots[at] ?? 0] ?? 0
      counts[number] = (counts[number] ?? 0) + 1
    }
  }
  return { unknown: counts[0] ?? 0, free: counts[1] ?? 0, paid: counts[2] ?? 0 }
}

/** The first and the last start of the hits; undefined without any. */
export function edgesOf(hits: Hits): { readonly first: number; readonly last: number } | undefined {
  const starts = hits.parts.flatMap(([columns, slots]) =>
    slots.length > 0 ? [columns.starts[slots[0] ?? 0] ?? 0, columns.starts[slots.at(-1) ?? 0] ?? 0] : [],
  )
  return starts.length > 0 ? { first: Math.min(...starts), last: Math.max(...starts) } : undefined
}

/** The targets that any hit is linked to. */
export function targetsOf(hits: Hits, name: Extract<LinkName, 'venues' | 'organizers' | 'terms'>): number[] {
  const found = new Set<number>()
  for (const [columns, slots] of hits.parts) {
    const marks = marksOfHits(columns, slots)
    for (const [target, posting] of columns.links[name])
      if (!found.has(Number(target)) && posting.some((slot) => marks[slot] === 1)) found.add(Number(target))
  }
  return [...found]
}

function sumOver(hits: Hits, valueOf: (columns: Columns, slot: number) => number): number {
  let sum = 0
  for (const [columns, slots] of hits.parts)
    for (let at = 0; at < slots.length; at += 1) sum += valueOf(columns, slots[at] ?? 0)
  return sum
}

/** The places in a posting between the first and the last hit. */
function spanOf(posting: Uint32Array, slots: Uint32Array): readonly [from: number, until: number] {
  return [lowerBound(posting, slots[0] ?? 0), lowerBound(posting, (slots.at(-1) ?? -1) + 1)]
}

function add(counts: Map<number, number>, target: number, count: number): void {
  if (count > 0) counts.set(target, (counts.get(target) ?? 0) + count)
}

const none = new Uint32Array()
