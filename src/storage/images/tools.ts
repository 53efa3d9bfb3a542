import { openStore } from '../files/open.ts'
import type { StorePlace } from '../../config/storePlace.ts'
import type { FileStore } from '../files/store.ts'
import type { Fetcher, FetcherOptions } from './fetch.ts'
import { createPool } from './pool.ts'
import { createImageWorker, type ImageWorker } from './worker.ts'

/** What storing and resizing images needs. */
export interface MediaTools {
  readonly store: FileStore
  readonly worker: ImageWorker
  /** Undefined where fetching is switched off. */
  readonly fetcher: Fetcher | undefined
}

/** The settings of images; each is described in `config.settings.ts`. */
export interface MediaSettings {
  readonly mediaStore: StorePlace
  readonly uploadLimit: number
  readonly imagePixels: number
  readonly imageFetch: boolean
  readonly imageHosts: readonly string[]
  readonly imageTimeoutMs: number
  /** The login for files of one site, which is sent to nobody else. */
  readonly imageLogin?:
    | { readonly origin: string; readonly user: string; readonly password: string }
    | undefined
}

/** How many images may wait, with their bytes in memory, while others are processed. */
const maxWaiting = 20

/** How many images are fetched at the same time. */
const fetchesAtOnce = 4

/** Enough for a moved image, and a few detours. */
const maxRedirects = 5

/** Makes the tools; nothing is loaded, opened or asked before there is an image. */
export function createMediaTools(settings: MediaSettings): MediaTools {
  const { uploadLimit, imagePixels, imageFetch, imageHosts, imageTimeoutMs } = settings
  const fetching = {
    allowedHosts: imageHosts,
    maxBytes: uploadLimit,
    timeout_ms: imageTimeoutMs,
    maxRedirects,
    userAgent: 'Kalends',
    headersFor: (url: string) => headersFor(url, settings.imageLogin),
  }
  return {
    store: openStore(settings.mediaStore),
    worker: createImageWorker({ maxPixels: imagePixels, maxWaiting }),
    fetcher: imageFetch ? createBoundedFetcher(fetching) : undefined,
  }
}

function headersFor(url: string, login: MediaSettings['imageLogin']): Record<string, string> {
  if (!login || URL.parse(url)?.origin !== login.origin) return {}
  return { Authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}` }
}

/** Fetches a few at a time, as each holds its bytes in memory. The code for it is loaded with the first. */
function createBoundedFetcher(options: FetcherOptions): Fetcher {
  const pool = createPool({ concurrency: fetchesAtOnce, maxWaiting, retryAfter_s: 5 })
  return {
    fetchImage: (url) =>
      pool.run(async () => {
        const { createFetcher } = await import('./fetch.ts')
        return createFetcher(options).fetchImage(url)
      }),
  }
}
