/** So much of a number is in a byte, whose highest bit says whether there is more of it. */
const highest = 2 ** 7
const low = highest - 1

/** An id takes as many bytes at most. */
const mostBytes = Math.ceil(53 / 7)

/**
 * Ids from 1, given upwards and each once, as bytes: how far each is from the one before it, what is least of it first. What half of
 * a million rows have takes half a megabyte. Of ids that are encoded part by part, each part is told the id `before` it.
 */
export function encodeIds(ids: readonly number[], before = 0): Uint8Array {
  const encoded = new EncodedIds(before, ids.length * mostBytes)
  for (const id of ids) encoded.add(id)
  return encoded.bytes.slice()
}

/** Stands between ids that were encoded each by themselves: none is as far as this from the one before it. */
export const apart = 0

/** The same of ids that come one by one, upwards; one that comes several times is encoded once. */
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

  /** What comes from now on is encoded by itself. */
  beginAnew(): void {
    this.#last = 0
  }

  /** What there is so far; it holds until another id is added. */
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

/** Ids less than this are marked, which takes two megabytes at most. */
const nearIds = 2 ** 24

/** With room for so many ids marks begin. */
const roomAtFirst = 2 ** 15

/** The ids of all that was encoded, gathered as it is read. They are many, so that none is kept by itself. */
export class DecodedIds {
  /** All that are not marked, in no order; some may come several times. */
  readonly far: number[] = []
  #near = new Uint32Array(roomAtFirst / 32)

  /** A bit for each of the smaller ids, of which 32 share a number, the least of it first; it holds until more are added. */
  get near(): Uint32Array<ArrayBuffer> {
    return this.#near
  }

  /** What is {@link apart} begins anew. */
  add(bytes: Uint8Array): this {
    const { length } = bytes
    let id = 0
    // By its index, and the usual steps of one byte or two by themselves: of a common word there are hundreds of thousands.
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
        // Not shifted: of a number there may be more than 32 bits.
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
    // Shifts take of a bit's number what is less than 32.
    this.#near[id >>> 5] = (this.#near[id >>> 5] ?? 0) | (1 << id)
  }
}

function grownFor(id: number, marks: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(2 ** Math.ceil(Math.log2(id + 1)) / 32)
  grown.set(marks)
  return grown
}
