import type { Sharp, SharpOptions } from 'sharp'

/** Opens images with the bounds that hold for all of them. */
export type Open = (bytes: Buffer, options?: SharpOptions) => Sharp

/**
 * How long one step, of decoding or encoding, may take once it runs. A main file as AVIF takes a second; an animation of
 * 50 million pixels of noise 16.
 */
const stepTimeout_s = 30

/** The readers of the formats in `format.ts`; all others, those that run other programs or read files too, are shut. */
const sharpReaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

let opened: Promise<Open> | undefined

/**
 * Loads sharp, on first use, since it takes some 50 ms and 20 MB that a server without images need not spend. One image
 * is worked on by one thread, so that the works bound how many processors are kept busy; nothing is cached, for the same
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
