import { openStore, type StorePlace } from '../files/open.ts'
import type { FileStore } from '../files/store.ts'
import type { Fetcher, FetcherOptions } from '../images/fetch.ts'
import { createPool } from '../images/pool.ts'
import { createImageWorker, type ImageWorker } from '../images/worker.ts'

/** What images are kept with. */
export interface MediaTools {
  readonly store: FileStore
  readonly worker: ImageWorker
  /** None where fetching is switched off. */
  readonly fetcher: Fetcher | undefined
}

/** What the settings say about images; each is described in `config.settings.ts`. */
export interface MediaSettings {
  readonly mediaStore: StorePlace
  readonly uploadLimit: number
  readonly imagePixels: number
  readonly imageFetch: boolean
  readonly imageHosts: readonly string[]
  readonly imageTimeoutMs: number
}

/** Images that wait, with their bytes in memory, while others are worked on. */
const maxWaiting = 20

/** Images that are fetched at the same time. */
const fetchesAtOnce = 4

/** A page, its image, and a few detours. */
const maxRedirects = 5

/** Makes what images are kept with; nothing is loaded, opened or asked before there is an image. */
export function createMediaTools(settings: MediaSettings): MediaTools {
  const { uploadLimit, imagePixels, imageFetch, imageHosts, imageTimeoutMs } = settings
  const fetching = {
    allowedHosts: imageHosts,
    maxBytes: uploadLimit,
    timeout_ms: imageTimeoutMs,
    maxRedirects,
    userAgent: 'Kalends',
  }
  return {
    store: openStore(settings.mediaStore),
    worker: createImageWorker({ maxPixels: imagePixels, maxWaiting }),
    fetcher: imageFetch ? createBoundedFetcher(fetching) : undefined,
  }
}

/** Fetches a few at a time: each holds its bytes in memory. What fetches is loaded with the first. */
function createBoundedFetcher(options: FetcherOptions): Fetcher {
  const pool = createPool({ concurrency: fetchesAtOnce, maxWaiting, retryAfter_s: 5 })
  return {
    fetchImage: (url) =>
      pool.run(async () => {
        const { createFetcher } = await import('../images/fetch.ts')
        return createFetcher(options).fetchImage(url)
      }),
  }
}
