import { type DaySpan, wholeDays as daysBetween } from '../../pure/calendar/daySpan.ts'
import { onceFor } from '../../pure/calendar/cache.ts'
import type { Columns, LinkName, Postings, Values } from './columns.ts'
import type { Hits } from './hits.ts'
import { firstPlace, isSame, lowerBound, without } from '../../pure/sorted/numbers.ts'
import { type Children, type Counts, LinkCounter } from './sums.ts'

export type { Counts } from './sums.ts'

/** How many hits each target has. */
export async function countByLink(hits: Hits, name: LinkName, children: Children = none): Promise<Counts> {
  return counted(hits, ({ links, size }) => counterOf(children)(links[name], size))
}

/** Counts the hits of both columns. */
async function counted<Target>(
  hits: Hits,
  counterIn: (columns: Columns) => Promise<LinkCounter<Target>>,
): Promise<Counts<Target>> {
  let all = new Map<Target, number>()
  for (const [columns, slots, sign] of hits.counted) {
    const counter = await counterIn(columns)
    const counts = await counter.count(slots)
    if (all.size === 0 && sign === 1) all = counts
    else
      for (const [target, count] of counts) {
        const sum = (all.get(target) ?? 0) + sign * count
        if (sum > 0) all.set(target, sum)
        else all.delete(target)
      }
  }
  return all
}

/** How many hits each term has, and all terms below it together. */
export async function countWithDescendants(hits: Hits): Promise<Counts> {
  return countByLink(hits, 'terms', hits.snapshot.children)
}

const none: Children = new Map()

/** Counters are made when they are first asked for, and gone with what they count, which never changes. */
const counterOf = onceFor((children: Children) =>
  onceFor((postings: Postings, size: number) => LinkCounter.of({ size, postings }, children)),
)

/** How many hits start before each moment. */
export function countBefore(hits: Hits, moments: readonly number[]): number[] {
  return moments.map((moment) =>
    hits.counted.reduce((sum, [columns, slots, sign]) => sum + sign * placeOf(columns, slots, moment), 0),
  )
}

/** The place of the first slot that starts no earlier. */
function placeOf({ starts }: Columns, slots: Uint32Array, moment: number): number {
  return firstPlace(0, slots.length, (at) => (starts[slots[at] ?? 0] ?? 0) >= moment)
}

/** How many hits begin in each of some stretches, which follow one another; whole days do on their own calendar. */
export function countBeginning(hits: Hits, stretches: readonly DaySpan[]): number[] {
  const before = countBefore(hits, [stretches[0]?.from ?? 0, ...stretches.map((span) => span.until)])
  const counts = before.slice(1).map((count, at) => count - (before[at] ?? 0))
  for (const [columns, slots, sign] of hits.counted)
    moveWholeDays(wholeDaysOf(columns, slots), stretches, (place, number) => {
      counts[place] = (counts[place] ?? 0) + sign * number
    })
  return counts
}

/** So many events that begin at a moment, and are of whole days from this one on. */
interface WholeDays {
  readonly starts: number
  readonly day: number
  count: number
}

/** Those of some slots that are of whole days, by their starts. What was gone through last is remembered, if it is much: readers ask for the same again. */
function wholeDaysOf(columns: Columns, slots: Uint32Array): readonly WholeDays[] {
  const known = wholeDays.get(columns)
  if (known && isSame(known.slots, slots)) return known.found
  const { starts, day } = columns
  const found: WholeDays[] = []
  let last: WholeDays | undefined
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0
    const first = day[slot] ?? 0
    if (first === 0) continue
    if (last?.starts === starts[slot] && last?.day === first) last.count += 1
    else found.push((last = { starts: starts[slot] ?? 0, day: first, count: 1 }))
  }
  if (slots.length * 4 > columns.size) wholeDays.set(columns, { slots, found })
  return found
}

/** As {@link counterOf}. */
const wholeDays = new WeakMap<
  Columns,
  { readonly slots: Uint32Array; readonly found: readonly WholeDays[] }
>()

/** Has whole days counted where they are by their own calendar, in place of by their start. */
function moveWholeDays(
  moved: readonly WholeDays[],
  stretches: readonly DaySpan[],
  add: (place: number, number: number) => void,
): void {
  const lastDays = Float64Array.from(stretches, ({ lastDay }) => lastDay)
  const ends = Float64Array.from(stretches, ({ until }) => until)
  for (const { starts, day, count } of moved) {
    // The first that ends after the start.
    const [place, own] = [lowerBound(ends, starts + 1), lowerBound(lastDays, day)]
    if ((stretches[place]?.from ?? Infinity) <= starts) add(place, -count)
    if ((stretches[own]?.firstDay ?? Infinity) <= day) add(own, count)
  }
}

/**
 * How many hits are on in each of some stretches, which follow one another: they begin before its end, and not before it or end after
 * its turn, as {@link DaySpan} says.
 */
export function countDuring(hits: Hits, stretches: readonly DaySpan[]): number[] {
  // Where they come, less those that have gone by then.
  const steps = stretches.map(() => 0)
  const count = stretches.length
  for (const [columns, slots, sign] of hits.counted)
    for (const slot of slots) {
      const { first, end } = placesOf(columns, slot, stretches)
      if (first === end) continue
      steps[first] = (steps[first] ?? 0) + sign
      if (end < count) steps[end] = (steps[end] ?? 0) - sign
    }
  let sum = 0
  return steps.map((step) => {
    sum += step
    return sum
  })
}

/** From which of the stretches on, and up to which, the event of a slot is on: the same where it is on in none. */
function placesOf(columns: Columns, slot: number, stretches: readonly DaySpan[]) {
  const [starts, ends, day] = [columns.starts[slot] ?? 0, columns.ends[slot] ?? 0, columns.day[slot] ?? 0]
  const count = stretches.length
  const place = (from: number, is: (span: DaySpan) => boolean) =>
    firstPlace(from, count, (at) => {
      const span = stretches[at]
      return span !== undefined && is(span)
    })
  if (day > 0) {
    const first = place(0, ({ lastDay }) => lastDay >= day)
    const after = day + daysBetween(starts, ends)
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
  return counted(hits, counterOfSaid)
}

/** As {@link counterOf}. */
const counterOfSaid = onceFor(({ size, own }: Columns) => LinkCounter.of({ size, postings: own.texts }))

/** How many hits say a number of a field, and within which bounds; infinite where none does. */
export function boundsSaid(hits: Hits, name: string): { count: number; least: number; most: number } {
  const { main, tail } = hits.snapshot
  const { ofMain, closed, ofTail } = hits.parts
  let [count, least, most] = [0, Infinity, -Infinity]
  for (const [columns, slots] of [
    [main, without(ofMain, closed)],
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
  const counts = await counted(hits, async (columns) => counterOfCodes(columns[name]))
  return Array.from({ length: codes }, (_, code) => counts.get(code) ?? 0)
}

/** How many numbers there are in these columns. */
const codes = 3

/** As {@link counterOf}. */
const counterOfCodes = onceFor((values: Values) => LinkCounter.ofCodes(values, codes))

/** The first and the last start of the hits; undefined without any. */
export function edgesOf(hits: Hits): { readonly first: number; readonly last: number } | undefined {
  const [first, last] = [hits.slots[0], hits.slots.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { first: hits.valueOf('starts', first), last: hits.valueOf('starts', last) }
}
