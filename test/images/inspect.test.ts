import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ImageFault } from '../../src/storage/images/fault.ts'
import { inspectImage } from '../../src/storage/images/inspect.ts'
import { createImageWorker } from '../../src/storage/images/worker.ts'
import { cpuTimeOf } from '../support/cpuTime.ts'
import {
  animation,
  handmadeGif,
  handmadePng,
  photograph,
  plain,
  pngChunk,
  redThenBlue,
  write,
} from './pictures.ts'
import { runs } from '../support/runs.ts'

const limits = { maxPixels: 2_000_000 }
const worker = createImageWorker({ ...limits, maxWaiting: 0 })
const FORMATS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const

describe('an image is known by its own bytes', () => {
  test.each(FORMATS)('%s', async (format) => {
    const extension = format === 'jpeg' ? 'jpg' : format
    const facts = { format, extension, mimeType: `image/${format}`, width: 60, height: 40, frames: 1 }
    await expect(inspectImage(await write(plain(60, 40), format), limits)).resolves.toEqual(facts)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'with EXIF orientation %i, the way it is looked at',
    async (orientation) => {
      const jpeg = await redThenBlue(60, 40).withMetadata({ orientation }).jpeg().toBuffer()
      const turned = orientation > 4 ? { width: 40, height: 60 } : { width: 60, height: 40 }
      await expect(inspectImage(jpeg, limits)).resolves.toMatchObject(turned)
    },
  )

  test.each(['gif', 'webp'] as const)('as an animation of its frames: %s', async (format) => {
    const moving = await animation(60, 40, 3)[format]().toBuffer()
    await expect(inspectImage(moving, limits)).resolves.toMatchObject({ width: 60, height: 40, frames: 3 })
  })

  test('whatever follows it', async () => {
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      const image = await plain(60, 40)[format]().toBuffer()
      const polyglot = Buffer.concat([image, Buffer.from('<script>alert(1)</script>')])
      await expect(inspectImage(polyglot, limits)).resolves.toMatchObject({ format })
    }
  })
})

describe('refused is', () => {
  test.each([
    ['a web page', '<!DOCTYPE html><title>404</title>', 'not-an-image', 'is not an image but a web page'],
    [
      'a drawing',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'unsupported-format',
      'is an SVG',
    ],
    ['nothing', '', 'not-an-image', 'is empty'],
    ['a beginning only', '\x89PNG\r\n\x1a\n', 'damaged', 'is damaged or cut off: it cannot be read as PNG'],
    ['a page called a GIF', 'GIF89a=1;alert(1)//<html>', 'damaged', 'it cannot be read as GIF'],
    ['a few bytes of a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'damaged', 'it cannot be read as JPEG'],
    ['a sound', 'RIFF\x04\0\0\0WEBPJUNK', 'damaged', 'it cannot be read as WebP'],
    ['a brand only', '\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf', 'damaged', 'it cannot be read as AVIF'],
  ])('%s', async (_, content, reason, says) => {
    const inspected = inspectImage(Buffer.from(content, 'latin1'), limits)
    await expect(inspected).rejects.toMatchObject({
      name: 'ImageFault',
      reason,
      message: expect.stringContaining(says),
    })
  })

  test('a gzip archive with an image in it', async () => {
    const packed = gzipSync(await plain(60, 40).png().toBuffer())
    await expect(inspectImage(packed, limits)).rejects.toThrow('is not an image but a gzip archive')
  })

  test.each(FORMATS)('%s that is cut off, wherever', async (format) => {
    const whole = await write(photograph(120, 90), format)
    for (const part of [0.1, 0.5, 0.9, 0.99]) {
      const inspected = inspectImage(whole.subarray(0, Math.floor(whole.length * part)), limits)
      await expect(inspected).rejects.toMatchObject({ reason: 'damaged' })
    }
  })

  test.each(['gif', 'webp'] as const)(
    'an animation that is cut off between two frames: %s',
    async (format) => {
      const whole = await animation(60, 40, 4)[format]().toBuffer()
      await expect(inspectImage(whole.subarray(0, whole.length - 12), limits)).rejects.toMatchObject({
        reason: 'damaged',
      })
    },
  )

  test('PNG with bytes that are wrong', async () => {
    const wrong = await photograph(120, 90).png().toBuffer()
    wrong.fill(0, 5000, 5050)
    await expect(inspectImage(wrong, limits)).rejects.toMatchObject({ reason: 'damaged' })
  })
})

describe('a bomb is refused before it goes off', () => {
  test.each([
    ['50000 x 50000 pixels of PNG', () => handmadePng(50_000, 50_000, Buffer.alloc(1_000_000))],
    ['65535 x 65535 pixels of GIF', () => handmadeGif(65_535, 1)],
    ['so many frames that the sum overflows', () => handmadeGif(65_535, 900)],
    ['frames that are small each and too much together', () => handmadeGif(1000, 3)],
    ['more frames than anybody waits for', () => handmadeGif(1, 1001)],
  ])('%s', async (_, bomb) => {
    const bytes = bomb()
    const took_ms = await cpuTimeOf(
      () => expect(inspectImage(bytes, limits)).rejects.toMatchObject({ reason: 'too-large' }),
      'process',
    )
    // Unpacked, each takes many seconds.
    expect(took_ms).toBeLessThan(3000)
  })

  test('a PNG of few pixels that gives too many rows, or unpacks to very long texts and profiles', async () => {
    const zeros = Buffer.alloc(30_000_000)
    const text = pngChunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), deflateSync(zeros)]))
    const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(zeros)]))
    const before = process.memoryUsage.rss()
    const inspect = () => inspectImage(handmadePng(8, 8, zeros, text, profile), limits).catch(() => undefined)
    expect(await cpuTimeOf(inspect, 'process')).toBeLessThan(3000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
  })
})

test.each(FORMATS)(
  'whatever is wrong in it, %s is taken or refused, and never breaks anything',
  async (format) => {
    const whole = await write(photograph(40, 30), format)
    const bytes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(bytes, async (wrong) => {
        const changed = Buffer.from(whole)
        for (const [at, byte] of wrong) changed[at] = byte
        const converted = worker.convertImage(changed, 'x').catch((error: unknown) => error)
        expect(await converted).toSatisfy(
          (result) => result instanceof ImageFault || !(result instanceof Error),
        )
      }),
      { numRuns: runs(150) },
    )
  },
)
