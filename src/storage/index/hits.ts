import { type ColumnName, type Columns, listOrder } from './columns.ts'
import { conditionsOf, type Filters } from './filters.ts'
import {
  blockSize,
  type Condition,
  marksOf,
  type Sieve,
  sieveBy,
  sieveOfMarks,
  type Sifted,
  type SlotSet,
} from './sieves.ts'
import { usualOf } from './usual.ts'
import { common, firstPlace, lowerBound, merged, range, union, without } from '../../pure/sorted/numbers.ts'
import { Pieces, slotsPerTurn } from '../../pure/sorted/pieces.ts'
import type { Snapshot } from './snapshot.ts'

/** What was found apart, as slots of the columns it was found in, ascending; nobody changes them. */
export interface Parts {
  /** In the main columns: as they were, with those that have changed since. */
  readonly ofMain: Uint32Array
  /** Those among them that have changed since. */
  readonly closed: Uint32Array
  readonly ofTail: Uint32Array
}

/** The events of a snapshot that were found. */
export class Hits {
  readonly snapshot: Snapshot
  readonly parts: Parts
  #slots: Uint32Array | undefined

  constructor(snapshot: Snapshot, parts: Parts) {
    this.snapshot = snapshot
    this.parts = parts
  }

  /** Some of the events of a snapshot, by such slots as {@link Hits.slots} are. */
  static of(snapshot: Snapshot, slots: Uint32Array): Hits {
    const { size } = snapshot.main
    const ofTail = slots.filter((slot) => slot >= size).map((slot) => slot - size)
    const ofMain = ofTail.length > 0 ? slots.filter((slot) => slot < size) : slots
    const hits = new Hits(snapshot, { ofMain, closed: new Uint32Array(), ofTail })
    hits.#slots = slots
    return hits
  }

  /**
   * Their slots, in the order of lists; those of the tail follow those of the main columns. They are put together when they are first
   * asked for: who counts a million has no need of that.
   */
  get slots(): Uint32Array {
    return (this.#slots ??= this.#together())
  }

  #together(): Uint32Array {
    const { main, tail } = this.snapshot
    const { ofMain, closed, ofTail } = this.parts
    const added = ofTail.map((slot) => slot + main.size)
    return merged(without(ofMain, closed), added, listOrder(main, tail))
  }

  /**
   * As {@link Hits.slots}, from one place of the list up to another: a page takes a few steps so, and all of ten thousand a tenth of the list
   * after each write.
   */
  between(first: number, until: number): Uint32Array {
    if (this.#slots) return this.#slots.subarray(first, until)
    const { main, tail } = this.snapshot
    const { ofMain, closed, ofTail } = this.parts
    const open = ofMain.length - closed.length
    const gaps = closed.map((slot, at) => lowerBound(ofMain, slot) - at)
    const openAt = (at: number) =>
      ofMain[at + firstPlace(0, gaps.length, (gap) => (gaps[gap] ?? 0) > at)] ?? 0
    const added = ofTail.map((slot) => slot + main.size)
    const isBefore = listOrder(main, tail)
    const placeOf = (at: number) =>
      at + firstPlace(0, open, (place) => !isBefore(openAt(place), added[at] ?? 0))
    const before = firstPlace(0, added.length, (at) => placeOf(at) >= first)
    const length = until - first
    const some = Uint32Array.from(
      { length: Math.max(0, Math.min(length, open - (first - before))) },
      (_, at) => openAt(first - before + at),
    )
    return merged(some, added.subarray(before, before + length), isBefore).subarray(0, length)
  }

  get total(): number {
    const { ofMain, closed, ofTail } = this.parts
    return ofMain.length - closed.length + ofTail.length
  }

  /** What is to be counted for how many events: what was found in the main columns counts, but for what has changed since. */
  get counted(): readonly (readonly [columns: Columns, slots: Uint32Array, sign: 1 | -1])[] {
    const { main, tail } = this.snapshot
    const { ofMain, closed, ofTail } = this.parts
    const all = [[main, ofMain, 1] as const, [main, closed, -1] as const, [tail, ofTail, 1] as const]
    return all.filter(([, slots]) => slots.length > 0)
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
    return marksOf({ lists: [this.slots], isIn: true }, 0, this.size)
  }
}

/** Finds the events with all of the filters. */
export async function findHits(snapshot: Snapshot, filters: Filters, piece = slotsPerTurn): Promise<Hits> {
  const { main, closed, tail } = snapshot
  const ofMain = await amongUsual(main, filters, piece)
  const ofTail = await passOver(tail, conditionsOf(filters), piece)
  return new Hits(snapshot, { ofMain, closed: common(ofMain, closed), ofTail })
}

/** As {@link passOver}, beginning with the usual events where the filters are about these. What it answers nobody changes. */
async function amongUsual(columns: Columns, filters: Filters, piece: number): Promise<Uint32Array> {
  const all = async (some: Filters) => passOver(columns, conditionsOf(some), piece)
  const usual = await usualOf(columns, filters, all)
  if (!usual) return all(filters)
  const { from, until, sets, sifted } = testsOf(columns, conditionsOf(usual.others))
  const slots = between(usual.slots, from, until)
  if (sets.some((set) => effortOf(set) < slots.length)) return all(filters)
  const rest = [
    ...sets.map((set): Sifted => ({ sieve: sieveOfSet(set, [from, until], slots.length) })),
    ...sifted,
  ]
  return rest.length === 0 ? slots : siftBlocks(slots, rest, piece)
}

function between(slots: Uint32Array, from: number, until: number): Uint32Array {
  return slots.subarray(lowerBound(slots, from), lowerBound(slots, until))
}

/** The slots that pass, ascending; whole blocks of which it is known are not looked at one by one. These slots stay as they are. */
async function siftBlocks(
  slots: Uint32Array,
  sifted: readonly Sifted[],
  piece: number,
): Promise<Uint32Array> {
  const pieces = new Pieces(piece)
  const found = new Uint32Array(slots.length)
  let [kept, next] = [0, 0]
  for (let at = 0; at < slots.length; at = next) {
    const block = Math.floor((slots[at] ?? 0) / blockSize)
    next = lowerBound(slots, (block + 1) * blockSize, at)
    const told = sifted.map(({ ofBlock }) => ofBlock?.(block) ?? 'some')
    if (told.includes('none')) continue
    found.set(slots.subarray(at, next), kept)
    const unsure = sifted.filter((_, place) => told[place] === 'some')
    kept += passing(found.subarray(kept, kept + next - at), unsure)
    const rest = pieces.add(unsure.length > 0 ? next - at : 0)
    if (rest) await rest
  }
  return found.subarray(0, kept)
}

/** Moves the slots that pass to the front, and answers how many they are. */
function passing(slots: Uint32Array, sifted: readonly Sifted[]): number {
  return sifted.reduce((left, { sieve }) => (left > 0 ? sieve(slots, left) : 0), slots.length)
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
  const { from, until, sets, sifted } = testsOf(columns, conditions)
  const [rarest] = sets.toSorted((one, other) => effortOf(one) - effortOf(other))
  const first = rarest && effortOf(rarest) < until - from ? rarest : undefined
  const slots = first ? slotsIn(first, from, until) : range(from, until)
  const others = sets
    .filter((set) => set !== first)
    .map((set): Sifted => ({ sieve: sieveOfSet(set, [from, until], slots.length) }))
  return sift(slots, [...others, ...sifted], piece)
}

/** What the conditions say of these columns. */
function testsOf(columns: Columns, conditions: readonly Condition[]) {
  const tests = conditions.map((condition) => condition(columns))
  const spans = tests.flatMap((test) => ('span' in test ? [test.span] : []))
  return {
    from: Math.max(0, ...spans.map(([first]) => first)),
    until: Math.min(columns.size, ...spans.map(([, end]) => end)),
    sets: tests.flatMap((test) => ('set' in test ? [test.set] : [])),
    sifted: tests.flatMap((test) => ('sieve' in test ? [test] : [])),
  }
}

/** Sifts the slots, which are overwritten. Others get their turn after each piece. */
async function sift(slots: Uint32Array, sifted: readonly Sifted[], piece: number): Promise<Uint32Array> {
  const pieces = new Pieces(piece)
  let kept = 0
  for (let at = 0; at < slots.length; at += piece) {
    const some = slots.subarray(at, at + piece)
    const count = passing(some, sifted)
    slots.copyWithin(kept, at, at + count)
    kept += count
    await pieces.add(some.length)
  }
  return slots.subarray(0, kept)
}

/** So few slots are looked for in the lists of a set, which need not be marked then. */
const fewSlots = 64

/** For slots from the first of these to the second: of a window of some weeks to mark a million was a fifteenth of a list. */
function sieveOfSet(set: SlotSet, [from, until]: readonly [number, number], count: number): Sieve {
  if (count > fewSlots) return sieveOfMarks(marksOf(set, from, until), from)
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
  return { hits: Hits.of(hits.snapshot, slots.subarray(0, count)), more }
}
