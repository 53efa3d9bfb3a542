import type { Sharp, SharpOptions } from 'sharp'

/** Opens images within the limits that apply to all of them. */
export type Open = (bytes: Buffer, options?: SharpOptions) => Sharp

/**
 * How long one step, of decoding or encoding, may take once it runs. A main file as AVIF takes a second; an animation of
 * 50 million pixels of noise 16.
 */
const stepTimeout_s = 30

/** The readers of the formats in `format.ts`; all others, some of which run programs or read files, are disabled. */
const sharpReaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

let opened: Promise<Open> | undefined

/**
 * Loads sharp on first use, as it takes some 50 ms and 20 MB that a server without images need not spend. Each image is
 * processed by one thread, so that the number of images at once limits the processors in use; nothing is cached, as the same
 * image hardly comes twice.
 */
export function loadSharp(): Promise<Open> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: sharpReaders })
    return (bytes, options) =>
      sharp(bytes, { failOn: 'error', ...options }).timeout({ seconds: stepTimeout_s })
  })
  return opened
}

/** A new image rather than a read one: a ground of one colour, or a text. */
export async function newImage(options: SharpOptions): Promise<Sharp> {
  await loadSharp()
  const { default: sharp } = await import('sharp')
  return sharp(options).timeout({ seconds: stepTimeout_s })
}
