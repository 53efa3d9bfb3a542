/** A byte holds seven bits of a number; its highest bit says whether more follow. */
const highest = 2 ** 7
const low = highest - 1

/** The most bytes that an id takes. */
const mostBytes = Math.ceil(53 / 7)

/**
 * Encodes ascending, distinct ids from 1 on: each as its difference from the one before, least significant bits first. Half
 * a million ids of a million take half a megabyte. If ids are encoded in parts, each part needs the id `before` it.
 */
export function encodeIds(ids: readonly number[], before = 0): Uint8Array {
  const encoded = new EncodedIds(before, ids.length * mostBytes)
  for (const id of ids) encoded.add(id)
  return encoded.bytes.slice()
}

/** Separates lists of ids that were encoded independently; it is no difference between distinct ids. */
export const apart = 0

/** Encodes ascending ids that are added one by one; one that is repeated is encoded once. */
export class EncodedIds {
  #bytes: Uint8Array
  #length = 0
  #last: number

  constructor(before = 0, room = mostBytes) {
    this.#last = before
    this.#bytes = new Uint8Array(room)
  }

  add(id: number): void {
    let left = id - this.#last
    if (left === 0) return
    this.#last = id
    if (this.#length + mostBytes > this.#bytes.length) this.#grow()
    for (; left >= highest; left = Math.floor(left / highest)) this.#put((left % highest) + highest)
    this.#put(left)
  }

  /** Begins a list that is encoded independently of the ids before. */
  beginAnew(): void {
    this.#last = 0
  }

  /** The bytes so far; valid until another id is added. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #put(byte: number): void {
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2 + mostBytes)
    bytes.set(this.#bytes)
    this.#bytes = bytes
  }
}

/** Ids less than this are kept as bits, which takes two megabytes at most. */
const nearIds = 2 ** 24

/** For how many ids there are bits at first. */
const roomAtFirst = 2 ** 15

/** Collects encoded ids as they are read, as bits of a bit set, since they are many. */
export class DecodedIds {
  /** The ids that are not in the bit set, in no order; some may be repeated. */
  readonly far: number[] = []
  #near = new Uint32Array(roomAtFirst / 32)

  /** The bit set of the smaller ids, 32 to a number from its least bit; valid until more are added. */
  get near(): Uint32Array<ArrayBuffer> {
    return this.#near
  }

  /** Adds encoded ids; after {@link apart}, differences begin at 0 again. */
  add(bytes: Uint8Array): this {
    const { length } = bytes
    let id = 0
    // A loop by index with cases for differences of one or two bytes: a common word has hundreds of thousands of ids.
    for (let index = 0; index < length;) {
      const byte = bytes[index++] ?? 0
      if (byte === apart) {
        id = 0
        continue
      }
      if (byte < highest) id += byte
      else {
        let more = bytes[index++] ?? 0
        id += (byte & low) | ((more & low) << 7)
        // Not shifted: the number may have more than 32 bits.
        for (let scale = highest ** 2; more >= highest; scale *= highest) {
          more = bytes[index++] ?? 0
          id += (more & low) * scale
        }
      }
      this.#put(id)
    }
    return this
  }

  #put(id: number): void {
    if (id >= nearIds) {
      this.far.push(id)
      return
    }
    if (id >>> 5 >= this.#near.length) this.#near = grownFor(id, this.#near)
    // Shifts use their operand modulo 32.
    this.#near[id >>> 5] = (this.#near[id >>> 5] ?? 0) | (1 << id)
  }
}

function grownFor(id: number, marks: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(2 ** Math.ceil(Math.log2(id + 1)) / 32)
  grown.set(marks)
  return grown
}
