import { readBody } from './answer.ts'
import { createFollow, type FollowOptions } from './redirects.ts'

/** The limits of a fetcher. */
export interface FetcherOptions extends Omit<FollowOptions, 'idle_ms' | 'connections'> {
  readonly maxBytes: number
  /** How long the other side may stay silent. By default 5 seconds. */
  readonly idle_ms?: number
  /** What is sent along to an address; a secret does not follow redirects to other origins. */
  readonly headersFor?: (url: string) => Readonly<Record<string, string>>
}

/** What was fetched, and from where after redirects. The bytes may be anything until they are inspected. */
export interface FetchedImage {
  readonly bytes: Buffer
  readonly finalUrl: string
}

/** Fetches images from elsewhere. */
export interface Fetcher {
  /** Fetches what is at an `http` or `https` address. Throws an {@link ImageFault}, and nothing else. */
  fetchImage(url: string): Promise<FetchedImage>
}

const usualIdle_ms = 5000

/** Makes a fetcher that cannot be sent into a private network (SSRF), with limits for size, time, silence and redirects. */
export function createFetcher({
  maxBytes,
  idle_ms = usualIdle_ms,
  headersFor = () => ({}),
  ...options
}: FetcherOptions): Fetcher {
  const follow = createFollow({ ...options, idle_ms })
  return {
    fetchImage: (url) =>
      follow(url, async (answer, { href }) => ({ bytes: await readBody(answer, maxBytes), finalUrl: href }), {
        headers: headersFor(url),
      }),
  }
}
