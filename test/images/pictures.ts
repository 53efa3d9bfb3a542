import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A picture of noise over a slope, as heavy to encode as a photograph; the same every time. */
export function photograph(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  let state = 1
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    pixels[at] = (200 * ((at / 3) % width)) / width + ((state >> 16) & 31)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Writes a picture in a format, AVIF the quick way. */
export function write(image: Sharp, format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'): Promise<Buffer> {
  return (format === 'avif' || format === 'gif' ? image[format]({ effort: 1 }) : image[format]()).toBuffer()
}

/** A picture of one colour. */
export function plain(width: number, height: number, background = '#c03020'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** Twice as wide as high, red on its left half and blue on its right: so one sees which way it is turned. */
export function redThenBlue(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) pixels[at * 3 + (at % width < width / 2 ? 0 : 2)] = 255
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** An animation of so many frames, each of its own grey. */
export function animation(width: number, height: number, frames: number): Sharp {
  const pixels = Buffer.alloc(width * height * frames * 3)
  for (let frame = 0; frame < frames; frame += 1)
    pixels.fill(40 + frame * 60, width * height * frame * 3, width * height * (frame + 1) * 3)
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
}

/** A grey PNG made by hand, of any size that its header may claim, with further chunks before the picture. */
export function handmadePng(
  width: number,
  height: number,
  rows: Buffer,
  ...chunks: readonly Buffer[]
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of a PNG, with its length and its checksum. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

/** A GIF whose header claims a screen, with so many frames that fill it and hold next to nothing. */
export function handmadeGif(side: number, frames: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(side, 0)
  size.writeUInt16LE(side, 2)
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  const frame = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 2, 2, 0x4c, 1, 0])])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}
