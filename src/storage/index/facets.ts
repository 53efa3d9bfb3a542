import { type DaySpan, wholeDays, zonesApart_s } from '../../pure/calendar/daySpan.ts'
import type { Columns, LinkName } from './columns.ts'
import type { Hits } from './hits.ts'
import { firstPlace } from '../../pure/sorted/numbers.ts'
import { type Children, type Counts, LinkCounter } from './sums.ts'

export type { Counts } from './sums.ts'

/** How many hits each target has. */
export async function countByLink(hits: Hits, name: LinkName, children: Children = none): Promise<Counts> {
  return counted(hits, (columns) => counterOf(columns, name, children))
}

/** Counts the hits of both columns. */
async function counted<Target>(
  hits: Hits,
  counterIn: (columns: Columns) => Promise<LinkCounter<Target>>,
): Promise<Counts<Target>> {
  const { main, tail } = hits.snapshot
  const all = { ofMain: hits.slots, ofTail: new Uint32Array() }
  const { ofMain, ofTail } = tail.size === 0 ? all : partsOf(hits.slots, main.size)
  const counts = await (await counterIn(main)).count(ofMain)
  if (ofTail.length === 0) return counts
  const both = new Map(counts)
  for (const [id, count] of await (await counterIn(tail)).count(ofTail))
    both.set(id, (both.get(id) ?? 0) + count)
  return both
}

/** The slots in the main columns, and those in the tail as it counts them. As loops: with functions a million take ten times as long. */
function partsOf(slots: Uint32Array, size: number): { ofMain: Uint32Array; ofTail: Uint32Array } {
  let count = 0
  for (let at = 0; at < slots.length; at += 1) count += Number((slots[at] ?? 0) >= size)
  if (count === 0) return { ofMain: slots, ofTail: new Uint32Array() }
  const [ofMain, ofTail] = [new Uint32Array(slots.length - count), new Uint32Array(count)]
  let [inMain, inTail] = [0, 0]
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0
    if (slot < size) ofMain[inMain++] = slot
    else ofTail[inTail++] = slot - size
  }
  return { ofMain, ofTail }
}

/** How many hits each term has, and all terms below it together. */
export async function countWithDescendants(hits: Hits): Promise<Counts> {
  return countByLink(hits, 'terms', hits.snapshot.children)
}

const none: Children = new Map()

/** Made when they are first asked for, and gone with their columns, which never change. */
const counters = new WeakMap<Columns, Map<LinkName, Counting>>()

/** A counter, and what it takes to stand below what. */
interface Counting {
  readonly children: Children
  readonly counter: Promise<LinkCounter>
}

function counterOf(columns: Columns, name: LinkName, children: Children): Promise<LinkCounter> {
  const kept = counters.get(columns) ?? new Map<LinkName, Counting>()
  counters.set(columns, kept)
  const known = kept.get(name)
  if (known?.children === children) return known.counter
  const counter = LinkCounter.of({ size: columns.size, postings: columns.links[name] }, children)
  kept.set(name, { children, counter })
  return counter
}

/** How many hits start before each moment. */
export function countBefore(hits: Hits, moments: readonly number[]): number[] {
  const { slots, total } = hits
  return moments.map((moment) =>
    firstPlace(0, total, (at) => hits.valueOf('starts', slots[at] ?? 0) >= moment),
  )
}

/** How many hits begin in each of some stretches, which follow one another; whole days do on their own calendar. */
export function countBeginning(hits: Hits, stretches: readonly DaySpan[]): number[] {
  const [from, until] = [stretches[0]?.from ?? 0, stretches.at(-1)?.until ?? 0]
  const before = countBefore(hits, [from, ...stretches.map((span) => span.until)])
  const counts = before.slice(1).map((count, at) => count - (before[at] ?? 0))
  const [first, last] = countBefore(hits, [from - zonesApart_s, until + zonesApart_s])
  for (const slot of hits.slots.subarray(first, last)) {
    const [starts, day] = [hits.valueOf('starts', slot), hits.valueOf('day', slot)]
    if (day === 0) continue
    const counted = stretchAt(
      stretches,
      (span) => span.until > starts,
      (span) => span.from <= starts,
    )
    const own = stretchAt(
      stretches,
      (span) => span.lastDay >= day,
      (span) => span.firstDay <= day,
    )
    if (counted === own) continue
    if (counted !== undefined) counts[counted] = (counts[counted] ?? 0) - 1
    if (own !== undefined) counts[own] = (counts[own] ?? 0) + 1
  }
  return counts
}

/** The place of the first stretch that is not over, if it has begun. */
function stretchAt(
  stretches: readonly DaySpan[],
  isNotOver: (span: DaySpan) => boolean,
  hasBegun: (span: DaySpan) => boolean,
): number | undefined {
  const place = firstPlace(0, stretches.length, (at) => {
    const span = stretches[at]
    return span !== undefined && isNotOver(span)
  })
  const span = stretches[place]
  return span && hasBegun(span) ? place : undefined
}

/**
 * How many hits are on in each of some stretches, which follow one another: they begin before its end, and not before it or end after
 * its turn, as {@link DaySpan} says.
 */
export function countDuring(hits: Hits, stretches: readonly DaySpan[]): number[] {
  // Where they come, less those that have gone by then.
  const steps = stretches.map(() => 0)
  const count = stretches.length
  for (const slot of hits.slots) {
    const { first, end } = placesOf(hits, slot, stretches)
    if (first === end) continue
    steps[first] = (steps[first] ?? 0) + 1
    if (end < count) steps[end] = (steps[end] ?? 0) - 1
  }
  let sum = 0
  return steps.map((step) => {
    sum += step
    return sum
  })
}

/** From which of the stretches on, and up to which, a hit is on: the same where it is on in none. */
function placesOf(hits: Hits, slot: number, stretches: readonly DaySpan[]) {
  const [starts, ends, day] = [
    hits.valueOf('starts', slot),
    hits.valueOf('ends', slot),
    hits.valueOf('day', slot),
  ]
  const count = stretches.length
  const place = (from: number, is: (span: DaySpan) => boolean) =>
    firstPlace(from, count, (at) => {
      const span = stretches[at]
      return span !== undefined && is(span)
    })
  if (day > 0) {
    const first = place(0, ({ lastDay }) => lastDay >= day)
    const after = day + wholeDays(starts, ends)
    return { first, end: place(first, ({ firstDay }) => firstDay >= after) }
  }
  const first = place(0, ({ until }) => until > starts)
  const isBegun = starts < (stretches[first]?.from ?? 0)
  return {
    first,
    end: first === count ? first : place(isBegun ? first : first + 1, ({ turn }) => turn >= ends),
  }
}

/** How many hits say each text of fields of one’s own, by the keys of {@link saidKey}. */
export async function countSaid(hits: Hits): Promise<Counts<string>> {
  return counted(hits, async (columns) => {
    const counter = said.get(columns) ?? LinkCounter.of({ size: columns.size, postings: columns.own.texts })
    said.set(columns, counter)
    return counter
  })
}

/** As {@link counters}. */
const said = new WeakMap<Columns, Promise<LinkCounter<string>>>()

/** How many hits say a number of a field, and within which bounds; infinite where none does. */
export function boundsSaid(hits: Hits, name: string): { count: number; least: number; most: number } {
  const { main, tail } = hits.snapshot
  const { ofMain, ofTail } = partsOf(hits.slots, main.size)
  let [count, least, most] = [0, Infinity, -Infinity]
  for (const [columns, slots] of [
    [main, ofMain],
    [tail, ofTail],
  ] as const) {
    const values = columns.own.numbers.get(name) ?? new Float64Array()
    for (let at = 0; at < slots.length; at += 1) {
      const value = values[slots[at] ?? 0] ?? Number.NaN
      count += Number(value === value)
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return { count, least, most }
}

type Coded = 'featured' | 'ticketed' | 'cost'

/** How many hits have each of the first numbers in a column. */
export async function countCodes(hits: Hits, name: Coded): Promise<readonly number[]> {
  const counts = await counted(hits, async (columns) => {
    const kept = coded.get(columns) ?? new Map<Coded, LinkCounter>()
    coded.set(columns, kept)
    const counter = kept.get(name) ?? LinkCounter.ofCodes(columns[name] as Uint8Array, codes)
    kept.set(name, counter)
    return counter
  })
  return Array.from({ length: codes }, (_, code) => counts.get(code) ?? 0)
}

/** How many numbers there are in these columns. */
const codes = 3

/** As {@link counters}. */
const coded = new WeakMap<Columns, Map<Coded, LinkCounter>>()

/** The first and the last start of the hits; undefined without any. */
export function edgesOf(hits: Hits): { readonly first: number; readonly last: number } | undefined {
  const [first, last] = [hits.slots[0], hits.slots.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { first: hits.valueOf('starts', first), last: hits.valueOf('starts', last) }
}
