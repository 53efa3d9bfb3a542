import { type ColumnName, type Columns, listOrder } from './columns.ts'
import { conditionsOf, type Filters } from './filters.ts'
import { type Condition, marksOf, type Sieve, sieveBy, sieveOf, type SlotSet } from './sieves.ts'
import { lowerBound, merged, range, union, without } from '../../pure/sorted/numbers.ts'
import { Pieces, slotsPerTurn } from '../../pure/sorted/pieces.ts'
import type { Snapshot } from './snapshot.ts'

/** The events of a snapshot that were found. */
export class Hits {
  readonly snapshot: Snapshot
  /** Their slots, in the order of lists; those of the tail follow those of the main columns. */
  readonly slots: Uint32Array

  constructor(snapshot: Snapshot, slots: Uint32Array) {
    this.snapshot = snapshot
    this.slots = slots
  }

  get total(): number {
    return this.slots.length
  }

  /** The columns, each with what its slots are told from the others by. */
  get columnSets(): readonly (readonly [columns: Columns, offset: number])[] {
    const { main, tail } = this.snapshot
    return [
      [main, 0],
      [tail, main.size],
    ]
  }

  /** How many slots there are in all columns. */
  get size(): number {
    return this.snapshot.main.size + this.snapshot.tail.size
  }

  /** A value of an event. */
  valueOf(name: ColumnName, slot: number): number {
    const { main, tail } = this.snapshot
    return (slot < main.size ? main[name][slot] : tail[name][slot - main.size]) ?? 0
  }

  /** A byte for each slot, which is 1 for hits. */
  marks(): Uint8Array {
    return marksOf({ lists: [this.slots], isIn: true }, this.size)
  }
}

/** Finds the events with all of the filters. */
export async function findHits(snapshot: Snapshot, filters: Filters, piece = slotsPerTurn): Promise<Hits> {
  const { main, closed, tail } = snapshot
  const conditions = conditionsOf(filters)
  const ofMain = without(await passOver(main, conditions, piece), closed)
  const ofTail = (await passOver(tail, conditions, piece)).map((slot) => slot + main.size)
  return new Hits(snapshot, merged(ofMain, ofTail, listOrder(main, tail)))
}

/** Whether any event of the columns has all of the filters: the conditions are those of lists. `among`: only these slots are looked at. */
export async function hasAny(columns: Columns, filters: Filters, among?: Uint32Array): Promise<boolean> {
  if ((among?.length ?? columns.size) === 0) return false
  const these: readonly Condition[] = among ? [() => ({ set: { lists: [among], isIn: true } })] : []
  return (await passOver(columns, [...these, ...conditionsOf(filters)], slotsPerTurn)).length > 0
}

/**
 * Finds the slots of the events for which all conditions hold, ascending: one pass over the span, or over the rarest set if that has
 * fewer slots. Others get their turn after each piece.
 */
async function passOver(
  columns: Columns,
  conditions: readonly Condition[],
  piece: number,
): Promise<Uint32Array> {
  const tests = conditions.map((condition) => condition(columns))
  const spans = tests.flatMap((test) => ('span' in test ? [test.span] : []))
  const from = Math.max(0, ...spans.map(([first]) => first))
  const until = Math.min(columns.size, ...spans.map(([, end]) => end))
  const sets = tests.flatMap((test) => ('set' in test ? [test.set] : []))
  const [rarest] = sets.toSorted((one, other) => effortOf(one) - effortOf(other))
  const first = rarest && effortOf(rarest) < until - from ? rarest : undefined
  const slots = first ? slotsIn(first, from, until) : range(from, until)
  const sieves = [
    ...sets.filter((set) => set !== first).map((set) => sieveOfSet(set, columns.size, slots.length)),
    ...tests.flatMap((test) => ('sieve' in test ? [test.sieve] : [])),
  ]
  const pieces = new Pieces(piece)
  let kept = 0
  for (let at = 0; at < slots.length; at += piece) {
    const some = slots.subarray(at, at + piece)
    const count = sieves.reduce((left, sieve) => (left > 0 ? sieve(some, left) : 0), some.length)
    slots.copyWithin(kept, at, at + count)
    kept += count
    await pieces.add(some.length)
  }
  return slots.subarray(0, kept)
}

/** So few slots are looked for in the lists of a set, which need not be marked then. */
const fewSlots = 64

function sieveOfSet(set: SlotSet, size: number, count: number): Sieve {
  if (count > fewSlots) return sieveOf(marksOf(set, size))
  const has = (slot: number) => set.lists.some((list) => list[lowerBound(list, slot)] === slot)
  return sieveBy((slot) => Number(has(slot) === set.isIn))
}

/** Sorting a slot takes as long as looking at so many. */
const effortOfSorting = 16

/** How many slots a pass looks at that begins with the set, or as many as take as long. */
function effortOf({ lists, isIn }: SlotSet): number {
  if (!isIn) return Number.MAX_VALUE
  const size = lists.reduce((sum, { length }) => sum + length, 0)
  return lists.length > 1 ? size * effortOfSorting : size
}

/** The slots of the set between both: always a copy, as sieves overwrite it. */
function slotsIn({ lists }: SlotSet, from: number, until: number): Uint32Array {
  const parts = lists.map((list) => list.subarray(lowerBound(list, from), lowerBound(list, until)))
  return union(parts, new Uint32Array()).slice()
}

/** Hits with each series once, and how many further dates of a series there were, by its id. */
export interface Collapsed {
  readonly hits: Hits
  readonly more: ReadonlyMap<number, number>
}

/** Of each series only the first date among the hits: the next one of a list that begins now. */
export async function collapsed(hits: Hits): Promise<Collapsed> {
  const slots = new Uint32Array(hits.total)
  const more = new Map<number, number>()
  const pieces = new Pieces()
  let count = 0
  for (const slot of hits.slots) {
    const rest = pieces.add(1)
    if (rest) await rest
    const series = hits.valueOf('occurrence', slot) === 1 ? hits.valueOf('parent', slot) : undefined
    const seen = series === undefined ? undefined : more.get(series)
    if (series !== undefined) more.set(series, seen === undefined ? 0 : seen + 1)
    if (seen === undefined) slots[count++] = slot
  }
  return { hits: new Hits(hits.snapshot, slots.subarray(0, count)), more }
}
