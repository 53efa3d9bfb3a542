import type { DecodedIds } from './idBytes.ts'

/** How many ids share a number. */
const width = 32

/** How many ids share a page of half a kilobyte, so that a set with few large ids does not take bits for all smaller ones. */
const pageIds = 4096

/** Up to this largest id, or this many ids for each row, a set may be written with a mark for every id. */
const dense = { ids: 2 ** 22, aRow: 64 } as const

/** Up to this many rows, a query is told their ids and looks each up; of more, whether it has a row is looked up. */
export const fewRows = 2000

/** An immutable set of rows of a table, by their ids, which may be large. */
export class RowSet {
  /** The pages by number, ascending; empty ones are left out. */
  readonly #pages: ReadonlyMap<number, Page>
  readonly size: number
  /** All ids are less than this. */
  readonly #end: number

  private constructor(pages: ReadonlyMap<number, Page>) {
    this.#pages = pages
    let [size, end] = [0, 0]
    for (const [number, page] of pages) {
      size += page.size
      end = (number + 1) * pageIds
    }
    this.size = size
    this.#end = end
  }

  /** The rows with these ids, of which some may be repeated. */
  static of(ids: ArrayLike<number>): RowSet {
    let largest = -1
    for (let index = 0; index < ids.length; index += 1) largest = Math.max(largest, ids[index] ?? 0)
    return RowSet.#made(largest < dense.aRow * ids.length ? cut(marked(ids, largest)) : gathered(ids))
  }

  /** The rows with the decoded ids. It takes over their bits, so nothing may be added to them any more. */
  static decoded({ near, far }: DecodedIds): RowSet {
    const rows = RowSet.#made(cut(near))
    return far.length > 0 ? rows.or(RowSet.of(far)) : rows
  }

  /** The rows with ids less than the end for which the function answers true; it is called in ascending order. */
  static where(end: number, isIn: (id: number) => boolean): RowSet {
    const words = new Uint32Array((Math.ceil(end / pageIds) * pageIds) / width)
    for (let id = 0; id < end; id += 1) if (isIn(id)) put(words, id)
    return RowSet.#made(cut(words))
  }

  static #made(drafts: readonly [number, Words][]): RowSet {
    const pages = drafts.map(([number, words]): [number, Page] => [number, pageOf(words)])
    return new RowSet(upwards(pages.filter(([, { size }]) => size > 0)))
  }

  /** The memory that it takes, in bytes. */
  get size_bytes(): number {
    return (this.#pages.size * pageIds) / 8
  }

  /** Whether it has enough rows among the ids up to its largest for {@link RowSet.bits} and {@link RowSet.marks} to be used. */
  get isDense(): boolean {
    return this.#end <= dense.ids + dense.aRow * this.size
  }

  /** A bit for each id, 1 if it is in the set: that of the id `n` is number `n % 8`, from the least, of byte `n / 8`. */
  get bits(): Uint8Array {
    const words = new Uint32Array(this.#end / width)
    for (const [number, page] of this.#pages) words.set(page.words, (number * pageIds) / width)
    // Every machine that Node runs on stores the least byte of a number first.
    return new Uint8Array(words.buffer)
  }

  /** A byte for each id, 1 if it is in the set. */
  get marks(): Uint8Array {
    const marks = new Uint8Array(this.#end)
    this.#forEach((id) => (marks[id] = 1))
    return marks
  }

  /** The rows that are in both sets. */
  and(others: RowSet): RowSet {
    return this.#map((page, number) => {
      const other = others.#pages.get(number)
      return other ? combined(page, other, (word, of) => word & of) : none
    })
  }

  /** The rows that are not in the other set. */
  without(others: RowSet): RowSet {
    return this.#map((page, number) => {
      const other = others.#pages.get(number)
      return other ? combined(page, other, (word, of) => word & ~of) : page
    })
  }

  /** The rows that are in either set. */
  or(others: RowSet): RowSet {
    const pages = new Map(this.#pages)
    for (const [number, page] of others.#pages) {
      const own = pages.get(number)
      pages.set(number, own ? combined(own, page, (word, of) => word | of) : page)
    }
    return new RowSet(upwards([...pages]))
  }

  /** The set after some rows have changed, of which those that are in it now are given as `among`. */
  changed(ids: readonly number[], among: readonly number[]): RowSet {
    return this.without(RowSet.of(ids)).or(RowSet.of(among))
  }

  /** The rows for which the function answers true; it is called in ascending order. */
  filter(stays: (id: number) => boolean): RowSet {
    return this.#map((page, number) => filtered(page, number * pageIds, stays))
  }

  /** All ids, ascending. */
  ids(): number[] {
    const ids: number[] = []
    this.#forEach((id) => ids.push(id))
    return ids
  }

  #forEach(visit: (id: number) => void): void {
    for (const [number, { words }] of this.#pages)
      for (let index = 0; index < words.length; index += 1) {
        const first = number * pageIds + index * width
        for (let left = words[index] ?? 0; left !== 0; left &= left - 1) visit(first + lowestOf(left))
      }
  }

  #map(change: (page: Page, number: number) => Page): RowSet {
    const pages = new Map<number, Page>()
    for (const [number, page] of this.#pages) {
      const changed = change(page, number)
      if (changed.size > 0) pages.set(number, changed)
    }
    return new RowSet(pages)
  }
}

/** A bit for each id of a page; the least bit of a number comes first. */
type Words = Uint32Array<ArrayBuffer>

/** It is immutable too, so that sets can share it. */
interface Page {
  readonly words: Words
  /** How many bits are 1. */
  readonly size: number
}

const none: Page = { words: new Uint32Array(), size: 0 }

/** The bits of all ids up to the largest: for many ids this takes less than looking up the page of each. */
function marked(ids: ArrayLike<number>, largest: number): Words {
  const words = new Uint32Array((Math.ceil((largest + 1) / pageIds) * pageIds) / width)
  for (let index = 0; index < ids.length; index += 1) put(words, ids[index] ?? 0)
  return words
}

function cut(words: Words): [number, Words][] {
  const length = pageIds / width
  return Array.from({ length: words.length / length }, (_, number) => [
    number,
    words.subarray(number * length, (number + 1) * length),
  ])
}

/** The bits of the pages that the ids are on. */
function gathered(ids: ArrayLike<number>): [number, Words][] {
  const drafts = new Map<number, Words>()
  let [number, words] = [-1, emptyPage()]
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] ?? 0
    // Mostly they are ascending, with many of a page one after the other.
    if (Math.floor(id / pageIds) !== number) {
      number = Math.floor(id / pageIds)
      words = drafts.get(number) ?? emptyPage()
      drafts.set(number, words)
    }
    put(words, id % pageIds)
  }
  return [...drafts]
}

// Shifts use their operand modulo the width.
function put(words: Words, bit: number): void {
  words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << bit)
}

function emptyPage(): Words {
  return new Uint32Array(pageIds / width)
}

function pageOf(words: Words): Page {
  let size = 0
  for (let index = 0; index < words.length; index += 1) size += ones(words[index] ?? 0)
  return { words, size }
}

function upwards(pages: [number, Page][]): Map<number, Page> {
  return new Map(pages.toSorted(([one], [other]) => one - other))
}

// Loops rather than methods of arrays: a million events are thirty thousand numbers.
function combined(own: Page, others: Page, combine: (word: number, other: number) => number): Page {
  const words = emptyPage()
  for (let index = 0; index < words.length; index += 1)
    words[index] = combine(own.words[index] ?? 0, others.words[index] ?? 0)
  return pageOf(words)
}

function filtered(page: Page, first: number, stays: (id: number) => boolean): Page {
  const words = page.words.slice()
  for (let index = 0; index < words.length; index += 1) {
    let kept = words[index] ?? 0
    for (let left = kept; left !== 0; left &= left - 1)
      if (!stays(first + index * width + lowestOf(left))) kept ^= left & -left
    words[index] = kept
  }
  return pageOf(words)
}

/** The index of the lowest bit that is 1. */
function lowestOf(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** How many bits of the number are 1. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
