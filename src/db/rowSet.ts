/** How many ids share a number. */
const width = 32

/** Rows of a table, by their ids. It never changes. */
export class RowSet {
  /** A bit for each id from 0 up to about the largest; the least of a number is its first. */
  readonly #words: Uint32Array<ArrayBuffer>
  readonly size: number

  private constructor(words: Uint32Array<ArrayBuffer>) {
    this.#words = words
    let size = 0
    for (let index = 0; index < words.length; index += 1) size += ones(words[index] ?? 0)
    this.size = size
  }

  /** The rows with these ids, some of which may be given several times. */
  static of(ids: readonly number[]): RowSet {
    const words = new Uint32Array(lengthFor(ids))
    for (const id of ids) put(words, id)
    return new RowSet(words)
  }

  /** A bit for each id, 1 where it is among them: that of the id `n` is number `n % 8` of byte `n / 8`, from the least. */
  get bits(): Uint8Array {
    // Numbers stand with their least byte first, on every machine that Node runs on.
    return new Uint8Array(this.#words.buffer)
  }

  /** A byte for each id: 1 where it is among them. */
  get marks(): Uint8Array {
    const marks = new Uint8Array(this.#words.length * width)
    this.filter((id) => {
      marks[id] = 1
      return true
    })
    return marks
  }

  /** Those that are among the others too. */
  and(others: RowSet): RowSet {
    return this.#combined(others, (word, other) => word & other)
  }

  /** Those that are not among the others. */
  without(others: RowSet): RowSet {
    return this.#combined(others, (word, other) => word & ~other)
  }

  /** These and the others. */
  or(others: RowSet): RowSet {
    return this.#combined(others, (word, other) => word | other)
  }

  /** The same after some rows have changed, of which those that are `among` them now are given too. */
  changed(ids: readonly number[], among: readonly number[]): RowSet {
    const words = new Uint32Array(Math.max(this.#words.length, lengthFor(among)))
    words.set(this.#words)
    for (const id of ids) drop(words, id)
    for (const id of among) put(words, id)
    return new RowSet(words)
  }

  /** Those that are to stay; they are asked about upwards. */
  filter(stays: (id: number) => boolean): RowSet {
    const words = this.#words.slice()
    for (let index = 0; index < words.length; index += 1) {
      let kept = words[index] ?? 0
      for (let left = kept; left !== 0; left &= left - 1) {
        const lowest = left & -left
        if (!stays(index * width + 31 - Math.clz32(lowest))) kept ^= lowest
      }
      words[index] = kept
    }
    return new RowSet(words)
  }

  /** All ids, upwards. */
  ids(): number[] {
    const ids: number[] = []
    this.filter((id) => ids.push(id) > 0)
    return ids
  }

  // A loop, not a method of arrays: of a million events it has thirty thousand numbers to go through.
  #combined(others: RowSet, combine: (word: number, other: number) => number): RowSet {
    const [own, other] = [this.#words, others.#words]
    const words = new Uint32Array(Math.max(own.length, other.length))
    for (let index = 0; index < words.length; index += 1)
      words[index] = combine(own[index] ?? 0, other[index] ?? 0)
    return new RowSet(words)
  }
}

function lengthFor(ids: readonly number[]): number {
  return Math.ceil((ids.reduce((largest, id) => Math.max(largest, id), -1) + 1) / width)
}

// Shifts take of an id what is less than the width.
function put(words: Uint32Array, id: number): void {
  const index = id >>> 5
  words[index] = (words[index] ?? 0) | (1 << id)
}

function drop(words: Uint32Array, id: number): void {
  const index = id >>> 5
  words[index] = (words[index] ?? 0) & ~(1 << id)
}

/** How many bits of the number are 1. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
