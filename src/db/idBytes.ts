/** So much of a number is in a byte, whose highest bit says whether there is more of it. */
const highest = 2 ** 7

/** An id takes as many bytes at most. */
const mostBytes = Math.ceil(53 / 7)

/**
 * Ids, given upwards and each once, as bytes: how far each is from the one before it, what is least of it first. What half of
 * a million rows have takes half a megabyte. Of ids that are encoded part by part, each part is told the id `before` it.
 */
export function encodeIds(ids: readonly number[], before = 0): Uint8Array {
  const bytes = new Uint8Array(ids.length * mostBytes)
  let length = 0
  let last = before
  for (const id of ids) {
    let left = id - last
    last = id
    for (; left >= highest; left = Math.floor(left / highest)) {
      bytes[length] = (left % highest) + highest
      length += 1
    }
    bytes[length] = left
    length += 1
  }
  return bytes.slice(0, length)
}

/** The ids of all that was encoded, one after the other. */
export function decodeIds(encoded: readonly Uint8Array[]): Float64Array {
  // An id takes a byte at least.
  const ids = new Float64Array(encoded.reduce((sum, { length }) => sum + length, 0))
  let count = 0
  for (const bytes of encoded) {
    let id = 0
    let scale = 1
    // By its index: of a common word there are hundreds of thousands.
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0
      if (byte >= highest) {
        id += (byte - highest) * scale
        scale *= highest
        continue
      }
      id += byte * scale
      scale = 1
      ids[count] = id
      count += 1
    }
  }
  return ids.subarray(0, count)
}
