import sharp, { type Sharp } from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { inspectImage } from '../../src/storage/images/inspect.ts'
import { type RenderedFile, type RenderedImage, renderVariants } from '../../src/storage/images/variants.ts'
import { animation, photograph, plain, redThenBlue, write } from './pictures.ts'

const maxPixels = 20_000_000

// How hard AVIF is tried changes the number of bytes alone, and takes as long as all the rest.
const { avif } = sharp.prototype
beforeEach(() => {
  vi.spyOn(sharp.prototype, 'avif').mockImplementation(function (this: Sharp, options) {
    return avif.call(this, Object.assign({}, options, { effort: 0 }))
  })
})

async function render(bytes: Buffer): Promise<RenderedImage> {
  return renderVariants(bytes, await inspectImage(bytes, { maxPixels }), { name: 'big', maxPixels })
}

function filesOf({ main, sizes, original }: RenderedImage): RenderedFile[] {
  return [main, ...sizes.values(), ...(original === undefined ? [] : [original])]
}

/** The colour of one pixel. */
async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())]
}

describe('an image becomes its files, of its own format and of the size that they say', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('%s', async (format) => {
    const rendered = await render(await write(plain(1200, 800), format))
    const extension = format === 'jpeg' ? 'jpg' : format
    expect(rendered.original).toBeUndefined()
    expect(rendered.main).toMatchObject({ fileName: `big.${extension}`, width: 1200, height: 800 })
    expect([...rendered.sizes].map(([name, { fileName }]) => [name, fileName])).toEqual([
      ['medium', `big-300x200.${extension}`],
      ['large', `big-1024x683.${extension}`],
      ['thumbnail', `big-150x150.${extension}`],
      ['medium_large', `big-768x512.${extension}`],
    ])
    for (const file of filesOf(rendered)) {
      const { mediaType, width, height } = await sharp(file.bytes).metadata()
      expect({ mediaType, width, height }).toEqual({
        mediaType: `image/${format}`,
        width: file.width,
        height: file.height,
      })
      expect(file).toMatchObject({ mimeType: `image/${format}`, filesize: file.bytes.length })
    }
  })

  test('a large one is scaled down, and kept beside in full', async () => {
    const { main, sizes, original } = await render(await plain(3000, 2000).jpeg().toBuffer())
    expect(main).toMatchObject({ fileName: 'big-scaled.jpg', width: 2560, height: 1707 })
    expect(original).toMatchObject({ fileName: 'big.jpg', width: 3000, height: 2000 })
    expect([...sizes.keys()].slice(-2)).toEqual(['1536x1536', '2048x2048'])
    await expect(sharp(original?.bytes).metadata()).resolves.toMatchObject({ width: 3000, height: 2000 })
  })

  test('sizes that come out alike are one file', async () => {
    const { sizes } = await render(await plain(1500, 2000).png().toBuffer())
    expect(sizes.get('large')?.fileName).toBe('big-768x1024.png')
    expect(sizes.get('medium_large')).toBe(sizes.get('large'))
  })

  test.each([
    [5000, 1],
    [1, 5000],
    [1, 1],
  ])('however odd: %i x %i', async (width, height) => {
    const rendered = await render(await plain(width, height).png().toBuffer())
    for (const file of filesOf(rendered)) {
      const { width, height } = file
      await expect(sharp(file.bytes).metadata()).resolves.toMatchObject({ width, height })
    }
  })

  test('the thumbnail is the middle, the others are all of it', async () => {
    const { sizes } = await render(await redThenBlue(800, 400).png().toBuffer())
    const thumbnail = sizes.get('thumbnail')?.bytes ?? Buffer.alloc(0)
    expect(await colourAt(thumbnail, 2, 75)).toEqual([255, 0, 0])
    expect(await colourAt(thumbnail, 147, 75)).toEqual([0, 0, 255])
  })

  test('what is transparent stays so', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    for (const format of ['png', 'webp', 'avif', 'gif'] as const) {
      const image = sharp({ create: { width: 400, height: 400, channels: 4, background: clear } })
      const rendered = await render(await write(image, format))
      for (const { bytes } of filesOf(rendered)) {
        expect((await sharp(bytes).stats()).isOpaque).toBe(false)
      }
    }
  })

  test.each([
    ['grey', () => plain(400, 300).toColourspace('b-w').jpeg()],
    ['CMYK', () => plain(400, 300).toColourspace('cmyk').jpeg()],
    ['16 bits', () => plain(400, 300).toColourspace('rgb16').png()],
    ['a palette', () => photograph(400, 300).png({ palette: true, colours: 8 })],
  ])('%s becomes sRGB', async (_, image) => {
    for (const { bytes } of filesOf(await render(await image().toBuffer()))) {
      await expect(sharp(bytes).metadata()).resolves.toMatchObject({
        space: 'srgb',
        depth: 'uchar',
        hasProfile: false,
      })
    }
  })

  test('the colours of a profile are kept, without the profile', async () => {
    const wide = await plain(400, 300, '#00ff00').withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()
    const { main } = await render(wide)
    const [red = 255, green = 0, blue = 255] = await colourAt(main.bytes, 10, 10)
    expect(red < 10 && green > 245 && blue < 10).toBe(true)
  })
})

describe('turned the way it is looked at', () => {
  // Where red is, of left, right, top and bottom, when the picture as stored has it on its left (EXIF 2.32, 4.6.4).
  test.each([
    [1, 'left'],
    [2, 'right'],
    [3, 'right'],
    [4, 'left'],
    [5, 'top'],
    [6, 'top'],
    [7, 'bottom'],
    [8, 'bottom'],
  ])('EXIF orientation %i: red is %s', async (orientation, side) => {
    const stored = await redThenBlue(400, 200).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
    const rendered = await render(stored)
    for (const { bytes, width, height } of filesOf(rendered)) {
      const at = {
        left: [3, height / 2],
        right: [width - 4, height / 2],
        top: [width / 2, 3],
        bottom: [width / 2, height - 4],
      }
      const [left = 0, top = 0] = at[side as keyof typeof at].map(Math.floor)
      const [red = 0, , blue = 255] = await colourAt(bytes, left, top)
      expect(red > 200 && blue < 60).toBe(true)
      expect((await sharp(bytes).metadata()).orientation).toBeUndefined()
    }
    expect(rendered.main).toMatchObject(
      orientation > 4 ? { width: 200, height: 400 } : { width: 400, height: 200 },
    )
  })
})

describe('nothing but the picture survives', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('of what %s carries', async (format) => {
    const image = plain(3000, 400)
      .withExif({
        IFD0: { Copyright: 'SECRET-OWNER' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><SECRET-XMP/></x:xmpmeta>')
      .withIccProfile('p3')
    const tagged = await write(image, format)
    const before = await sharp(tagged).metadata()
    expect([before.exif, before.xmp, before.icc].filter(Boolean).length).toBe(3)

    const hidden = Buffer.concat([tagged, Buffer.from('PK\x03\x04SECRET-TRAILER<script>')])
    const rendered = await render(hidden)
    expect(rendered.original).toBeDefined()
    for (const { bytes } of filesOf(rendered)) {
      const { exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata()
      expect([exif, xmp, icc, iptc, comments].filter(Boolean)).toEqual([])
      expect(bytes.toString('latin1').match(/SECRET|Exif\0|xmpmeta|ICC_PROFILE|iCCP|tEXt|<script/)).toBe(null)
    }
  })

  test('of a GIF with a script in a comment', async () => {
    const gif = await plain(400, 300).gif().toBuffer()
    const comment = Buffer.from('\x21\xfe\x0eSECRET<script>\0', 'latin1')
    const end = gif.length - 1
    const tagged = Buffer.concat([gif.subarray(0, end), comment, gif.subarray(end), Buffer.from('SECRET')])
    for (const { bytes } of filesOf(await render(tagged)))
      expect(bytes.toString('latin1')).not.toContain('SECRET')
  })
})

describe('an animation', () => {
  test.each(['gif', 'webp'] as const)(
    'stays one in its main file; sizes show its first frame: %s',
    async (format) => {
      const frames = animation(400, 300, 3)
      const moving = await frames[format]({ delay: [100, 200, 300], loop: 2 }).toBuffer()
      const { main, sizes } = await render(moving)
      expect(main).toMatchObject({ fileName: `big.${format}`, width: 400, height: 300 })
      const { pages, delay, loop } = await sharp(main.bytes).metadata()
      expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [100, 200, 300], loop: 2 })
      const medium = sizes.get('medium')?.bytes ?? Buffer.alloc(0)
      expect((await sharp(medium).metadata()).pages ?? 1).toBe(1)
      expect((await colourAt(medium, 5, 5))[0]).toBeCloseTo(40, -1)
    },
  )

  test('that is too large is scaled down whole', async () => {
    const { main, original } = await render(await animation(2600, 20, 3).gif().toBuffer())
    expect(main).toMatchObject({ fileName: 'big-scaled.gif', width: 2560, height: 20 })
    await expect(sharp(main.bytes).metadata()).resolves.toMatchObject({ pages: 3, width: 2560, height: 20 })
    await expect(sharp(original?.bytes).metadata()).resolves.toMatchObject({ pages: 3, width: 2600 })
  })

  test('with an orientation is not turned', async () => {
    const moving = await animation(400, 300, 3).withMetadata({ orientation: 6 }).webp().toBuffer()
    const rendered = await render(moving)
    expect(rendered.main).toMatchObject({ width: 400, height: 300 })
    for (const { bytes, width, height } of filesOf(rendered))
      await expect(sharp(bytes).metadata()).resolves.toMatchObject({ width, height })
  })
})
