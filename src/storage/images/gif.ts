const trailerBlock = 0x3b
const extensionBlock = 0x21
const imageBlock = 0x2c

/**
 * Whether a GIF goes on to its trailer (GIF89a section 27): decoders take one that was cut off for a shorter animation.
 * What follows the trailer does not matter. False as well when something else stands where a block begins.
 */
export function isWholeGif(bytes: Buffer): boolean {
  // The header and the screen descriptor, and the colour table that it announces.
  let at = 13 + colourTable(bytes[10])
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === trailerBlock) return true
    if (kind === extensionBlock) at = endOfSubBlocks(bytes, at + 2)
    // The image descriptor, its colour table, and the byte that says how long the first codes are.
    else if (kind === imageBlock) at = endOfSubBlocks(bytes, at + 10 + colourTable(bytes[at + 9]) + 1)
    else return false
  }
  return false
}

/** The bytes of the colour table that the flags announce. */
function colourTable(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

/** Where the next block begins: sub-blocks are a length and as many bytes, the last one's length is 0. */
function endOfSubBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) at += 1 + length
  return at + 1
}
