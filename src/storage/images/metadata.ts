import type { ImageFormat } from './format.ts'

/**
 * Whether the bytes contain only a picture: no metadata, no profile, no comment, nothing after the end. Only then may they be
 * kept as they came, as the recorded service does; otherwise encoding the picture anew removes everything else. Answers
 * false for formats that are not parsed here.
 */
export function isBare(bytes: Buffer, format: ImageFormat): boolean {
  if (format === 'png') return isBarePng(bytes)
  return format === 'jpeg' && isBareJpeg(bytes)
}

/** The chunks that say how the pixels are to be shown (PNG, 11.2 and 11.3); texts, EXIF, profiles and times are not among them. */
const pixelChunks = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'sBIT',
  'sRGB',
  'bKGD',
  'hIST',
  'pHYs',
])
const pngSignature = 8
/** Length, type and checksum of a chunk. */
const chunkFrame = 12

/** The position of the number of bits per sample: more than eight are more than a screen shows. */
const bitDepthAt = 24
const screenDepth = 8

function isBarePng(bytes: Buffer): boolean {
  if ((bytes[bitDepthAt] ?? 0) > screenDepth) return false
  for (let at = pngSignature; at + chunkFrame <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!pixelChunks.has(type)) return false
    at += chunkFrame + bytes.readUInt32BE(at)
    if (type === 'IEND') return at === bytes.length
  }
  return false
}

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, jfif: 0xe0 }

/** Tables, frames and restarts (ITU-T T.81, B.2), without arithmetic coding and hierarchies, which nobody writes. */
const pixelSegments = new Set([0xdb, 0xc4, 0xdd, 0xc0, 0xc1, 0xc2, marker.scan])

/** Frames, and how many components they have when they are for a screen; four would be for print. */
const frames = new Set([0xc0, 0xc1, 0xc2])
const screenComponents = 3

function isBareJpeg(bytes: Buffer): boolean {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const kind = bytes[at + 1] ?? 0
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const segment = bytes.subarray(at + 4, end)
    if (!pixelSegments.has(kind) && !(kind === marker.jfif && isPlainJfif(segment))) return false
    if (frames.has(kind) && segment[5] !== screenComponents) return false
    at = kind === marker.scan ? endOfScan(bytes, end) : end
    if (bytes[at + 1] === marker.end) return at + 2 === bytes.length
  }
  return false
}

/** A JFIF header without a thumbnail: the last two of its fourteen bytes are the thumbnail's size. */
function isPlainJfif(segment: Buffer): boolean {
  return (
    segment.length === 14 && segment.toString('latin1', 0, 5) === 'JFIF\0' && segment.readUInt16BE(12) === 0
  )
}

/** Where the next marker is: within a scan, 0xff stands before 0x00 as itself and before 0xd0 to 0xd7 as a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
