import { createWeb } from '../../src/outward/imports/imports.web.ts'
import { createSiteClient } from '../../src/outward/imports/site/site.client.ts'
import { siteSource } from '../../src/outward/imports/site/site.source.ts'
import { type FakeSite, wireEvent } from './fakeSite.ts'

/** A client without patience, whose pauses are only noted. */
export function sourceAt(
  site: Pick<FakeSite, 'root'>,
  options: { concurrency?: number; user?: string; timeout_ms?: number } = {},
) {
  const pauses: number[] = []
  const asked: string[] = []
  const web = createWeb({
    allowedHosts: ['127.0.0.1'],
    timeout_ms: options.timeout_ms ?? 60_000,
    maxBytes: 1e7,
  })
  const client = createSiteClient({
    web: {
      get: async (url, headers) => {
        asked.push(url)
        return web.get(url, headers)
      },
    },
    root: site.root,
    now: () => Temporal.Now.instant(),
    sleep: async (time_ms) => pauses.push(time_ms),
    ...(options.user === undefined ? {} : { credentials: { user: options.user, password: 'secret' } }),
  })
  const costFormat = { symbol: '$', position: 'prefix' as const }
  return {
    pauses,
    /** The addresses that were asked for. */
    asked,
    source: siteSource({
      client,
      concurrency: options.concurrency ?? 3,
      costFormat,
      now: () => Temporal.Now.instant(),
    }),
  }
}

/** So many events as a site tells them. */
export const many = (count: number, from = 1000) =>
  Array.from({ length: count }, (_, index) => wireEvent(from + index))
