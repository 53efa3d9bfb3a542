// Counting links over runs of slots. Why it is there: counted from postings, the links of a million events take 64 ms for everything and 37 ms
// for three categories, as each family of terms marks and copies anew. By the links of each slot it is a bare loop, and by sums over
// blocks everything is one subtraction: `npm run bench -- --only facets`.
import type { Postings, Values } from './columns.ts'
import { isSame, range } from '../../pure/sorted/numbers.ts'
import { Pieces } from '../../pure/sorted/pieces.ts'

/** Numbers of events by the id of what they are linked to, without those that have none. */
export type Counts<Target = number> = ReadonlyMap<Target, number>

/** What stands below each target that has something below it: an event counts once for it and all of these. */
export type Children<Target = number> = ReadonlyMap<Target, readonly Target[]>

/** What events are linked to, of how many of them. */
export interface Linked<Target> {
  readonly size: number
  readonly postings: Postings<Target>
}

/** The targets of each slot in a row: those of slot n stand in `to` from `from[n]` to `from[n + 1]`, as places in `ids`. */
interface Links<Target> {
  readonly ids: readonly Target[]
  readonly from: Uint32Array
  readonly to: Values | Uint32Array
}

/** How many of some slots each target has before each block of slots. */
interface Sums {
  readonly slots: Uint32Array
  /** The places in `slots` at which blocks begin, and their end. */
  readonly begins: Uint32Array
  /** A row of counts for each of these. */
  readonly before: Uint32Array
}

/** Slots of a block, as a power of two: 4,096; more where rows of many targets would take more than 16 MB. */
const usualBits = 12
const mostNumbers = 4_000_000

/** Readers who see other events have sums of their own: visitors, and those who edit. */
const mostSums = 2

/** Counts links of the slots of columns, which never change. */
export class LinkCounter<Target = number> {
  readonly #links: Links<Target>
  readonly #bits: number
  /** The latest used first. */
  #sums: readonly Sums[] = []
  #isSumming = false

  private constructor(links: Links<Target>, bits: number) {
    this.#links = links
    this.#bits = bits
  }

  /** Gathers the links of each slot, in pieces. */
  static async of<Target>(
    linked: Linked<Target>,
    children: Children<Target> = new Map(),
    bits = usualBits,
  ): Promise<LinkCounter<Target>> {
    const links = await linksOf(linked, aboveOf(children))
    let wide = bits
    while (((linked.size >> wide) + 2) * links.ids.length > mostNumbers) wide += 1
    return new LinkCounter(links, wide)
  }

  /** Counts the numbers that each slot has in a column: each is less than `count`. */
  static ofCodes(codes: Values, count: number): LinkCounter {
    return new LinkCounter(
      { ids: [...range(0, count)], from: range(0, codes.length + 1), to: codes },
      usualBits,
    )
  }

  /** How many of these slots, which ascend and which nobody changes, each target has, in a map of the caller's. Others get their turn between pieces. */
  async count(slots: Uint32Array): Promise<Map<Target, number>> {
    for (const sums of this.#sums) {
      const width = this.#links.ids.length + 1
      if (isSame(sums.slots, slots)) return this.#told(sums.before.subarray(-width))
      const counts = new Uint32Array(width)
      const left = this.#addWhole(sums, slots, counts)
      // What is mostly made of other slots is better summed by itself.
      if (left.length * 2 > slots.length) continue
      await this.#addEach(left, counts)
      this.#sums = [sums, ...this.#sums.filter((other) => other !== sums)].slice(0, mostSums)
      return this.#told(counts)
    }
    const isLarge = slots.length * 4 > this.#links.from.length
    if (isLarge && !this.#isSumming) return this.#told(await this.#sum(slots))
    const counts = new Uint32Array(this.#links.ids.length + 1)
    await this.#addEach(slots, counts)
    return this.#told(counts)
  }

  #told(counts: Uint32Array): Map<Target, number> {
    const told = new Map<Target, number>()
    for (const [place, id] of this.#links.ids.entries()) {
      const count = counts[place] ?? 0
      if (count > 0) told.set(id, count)
    }
    return told
  }

  /** Adds up the links of some of the slots, one by one. */
  async #addEach(slots: Uint32Array, counts: Uint32Array): Promise<void> {
    const pieces = new Pieces()
    const { from, to } = this.#links
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? 0
      const [first, end] = [from[slot] ?? 0, from[slot + 1] ?? 0]
      for (let link = first; link < end; link += 1) {
        const place = to[link] ?? 0
        counts[place] = (counts[place] ?? 0) + 1
      }
      const rest = pieces.add(1)
      if (rest) await rest
    }
  }

  /** Adds up the blocks that have the same slots as in the sums, runs of them at once; answers the slots of all others. */
  #addWhole({ slots: known, begins, before }: Sums, slots: Uint32Array, counts: Uint32Array): Uint32Array {
    const [bytes, knownBytes] = [bytesOf(slots), bytesOf(known)]
    const left: Uint32Array[] = []
    let [at, first, end] = [0, 0, 0]
    while (at < slots.length) {
      const block = (slots[at] ?? 0) >> this.#bits
      const [begin, until] = [begins[block] ?? 0, begins[block + 1] ?? 0]
      let next = at + until - begin
      const isWhole =
        next > at &&
        next <= slots.length &&
        (next === slots.length || (slots[next] ?? 0) >> this.#bits > block) &&
        bytes.compare(knownBytes, begin * 4, until * 4, at * 4, next * 4) === 0
      if (!isWhole) {
        for (next = at; next < slots.length && (slots[next] ?? 0) >> this.#bits === block; next += 1);
        left.push(slots.subarray(at, next))
      } else if (begins[end] === begin) end = block + 1
      else {
        this.#addRows(before, [first, end], counts)
        ;[first, end] = [block, block + 1]
      }
      at = next
    }
    this.#addRows(before, [first, end], counts)
    return joined(left)
  }

  /** Adds the counts of a run of blocks: the row behind it, less its first one. */
  #addRows(before: Uint32Array, [first, end]: readonly [number, number], counts: Uint32Array): void {
    const width = counts.length
    if (first === end) return
    for (let place = 0, from = first * width, to = end * width; place < width; place += 1)
      counts[place] = (counts[place] ?? 0) + (before[to + place] ?? 0) - (before[from + place] ?? 0)
  }

  /** Sums these slots for whoever asks for them, or for most of them, again; answers their counts. */
  async #sum(slots: Uint32Array): Promise<Uint32Array> {
    this.#isSumming = true
    try {
      const width = this.#links.ids.length + 1
      const blocks = (this.#links.from.length >> this.#bits) + 1
      const [begins, before] = [new Uint32Array(blocks + 1), new Uint32Array((blocks + 1) * width)]
      for (const slot of slots) {
        const next = (slot >> this.#bits) + 1
        begins[next] = (begins[next] ?? 0) + 1
      }
      for (let block = 1; block <= blocks; block += 1) {
        begins[block] = (begins[block] ?? 0) + (begins[block - 1] ?? 0)
        const row = before.subarray(block * width, (block + 1) * width)
        row.set(before.subarray((block - 1) * width, block * width))
        await this.#addEach(slots.subarray(begins[block - 1], begins[block]), row)
      }
      this.#sums = [{ slots, begins, before }, ...this.#sums].slice(0, mostSums)
      return before.slice(blocks * width)
    } finally {
      this.#isSumming = false
    }
  }
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function bytesOf(slots: Uint32Array): Buffer {
  return Buffer.from(slots.buffer, slots.byteOffset, slots.byteLength)
}

/** All that stands above each target. */
function aboveOf<Target>(children: Children<Target>): Children<Target> {
  const above = new Map<Target, Target[]>()
  for (const id of children.keys()) {
    const below = new Set(children.get(id))
    // A set that grows while it is gone through; a loop adds nothing new.
    for (const one of below) for (const child of children.get(one) ?? []) below.add(child)
    below.delete(id)
    for (const one of below) above.set(one, [...(above.get(one) ?? []), id])
  }
  return above
}

async function linksOf<Target>(
  { size, postings: all }: Linked<Target>,
  above: Children<Target>,
): Promise<Links<Target>> {
  const mentioned = new Set(all.keys())
  for (const id of all.keys()) for (const one of above.get(id) ?? []) mentioned.add(one)
  const ids = [...mentioned]
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  const postings = [...all].map(([id, slots]) => {
    const places = [id, ...(above.get(id) ?? [])].map((one) => placeOf.get(one) ?? 0)
    return { slots, places }
  })
  const pieces = new Pieces()
  const from = new Uint32Array(size + 1)
  for (const { slots, places } of postings) {
    for (const slot of slots) from[slot + 1] = (from[slot + 1] ?? 0) + places.length
    const rest = pieces.add(slots.length)
    if (rest) await rest
  }
  for (let slot = 0; slot < size; slot += 1) from[slot + 1] = (from[slot + 1] ?? 0) + (from[slot] ?? 0)
  const to = new (ids.length < 0xff_ff ? Uint16Array : Uint32Array)(from[size] ?? 0)
  const next = from.slice(0, size)
  // Who has no family is mentioned once by each slot.
  const isOnce = above.size === 0
  for (const { slots, places } of postings) {
    for (const slot of slots)
      for (const place of places) {
        const at = next[slot] ?? 0
        to[at] = isOnce || !isIn(to, place, from[slot] ?? 0, at) ? place : ids.length
        next[slot] = at + 1
      }
    const rest = pieces.add(slots.length)
    if (rest) await rest
  }
  return { ids, from, to }
}

/** Whether a place was mentioned by the slot already: an event counts once for a family, and what is mentioned again is read by nobody. */
function isIn(to: Links<unknown>['to'], place: number, from: number, until: number): boolean {
  for (let at = from; at < until; at += 1) if (to[at] === place) return true
  return false
}
