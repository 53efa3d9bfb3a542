import { availableParallelism } from 'node:os'
import { type ImageFacts, type ImageLimits, inspectImage } from './inspect.ts'
import { createPool, type Pool } from './pool.ts'
import { type RenderedImage, renderVariants } from './variants.ts'

/** The limits of a worker. */
export interface ImageWorkerOptions extends ImageLimits {
  /** How many images are processed at once. By default {@link defaultConcurrency}. */
  readonly concurrency?: number
  /** How many may wait, with their bytes in memory; each further one is refused. */
  readonly maxWaiting: number
}

/** The files of an image, and what was found out about it. */
export interface ConvertedImage extends RenderedImage {
  readonly facts: ImageFacts
}

/** Makes files of images, a few at a time. */
export interface ImageWorker {
  /**
   * Inspects an image and writes all its files under `name` (without extension). Rejects with an {@link ImageFault} when
   * the image cannot be taken, and with a {@link BusyError} when too many wait already.
   */
  convertImage(bytes: Buffer, name: string): Promise<ConvertedImage>
}

/**
 * Two at most, and a processor left for everybody else: sharp runs in the thread pool of libuv, of four threads, which
 * files, name lookups and password hashes need as well (measured, reading a small file meanwhile: 20 ms at most with two
 * at once, 400 ms with four). Each takes up to half a gigabyte at 50 megapixels.
 */
const defaultConcurrency = Math.max(1, Math.min(2, availableParallelism() - 1))

/** About as long as two images of a telephone take. */
const usualRetryAfter_s = 5

/**
 * Makes the worker that converts images. It has no threads of its own: every step of sharp runs in native threads already and
 * leaves the event loop free (measured: 3 ms at the 99th percentile, as without), and a `worker_threads` worker would share
 * the same thread pool. Only the number of conversions at once has to be limited.
 */
export function createImageWorker(options: ImageWorkerOptions): ImageWorker {
  const { maxPixels, maxWaiting, concurrency = defaultConcurrency } = options
  const pool: Pool = createPool({ concurrency, maxWaiting, retryAfter_s: usualRetryAfter_s })
  return {
    convertImage(bytes, name) {
      return pool.run(async () => {
        const facts = await inspectImage(bytes, { maxPixels })
        return { facts, ...(await renderVariants(bytes, facts, { name, maxPixels })) }
      })
    },
  }
}
