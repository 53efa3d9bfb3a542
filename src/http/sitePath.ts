import type { FastifyInstance } from 'fastify'
import { matcherOf } from './reservedPaths.ts'
import { percentDecoded } from '../pure/text/percent.ts'

/** A site below a path, which requests have or lack. */
export interface SiteBelow {
  /** The address of a request as it is without the path of the site. */
  withoutPath(url: string): string
  /**
   * Learns the routes that are added after this call. The start fails, with a sentence for the operator, where the path of the site
   * is the address of a page: one of the two could never be reached.
   */
  learn(server: FastifyInstance): void
}

/**
 * Lets a site below a path (`SITE_URL=https://example.org/calendar`) be asked with that path and without it, as some proxies take it
 * away and others leave it. Where addresses of ours begin with the same word, what is there decides: what is something only as it
 * stands, stays as it is.
 */
export function siteBelow(siteUrl: string): SiteBelow {
  const sitePath = siteUrl === '' ? '' : percentDecoded(new URL(siteUrl).pathname).replace(/\/$/, '')
  if (sitePath === '') return { withoutPath: (url) => url, learn: () => {} }
  const routes: { readonly url: string; readonly matches: (path: string) => boolean }[] = []
  const isSomething = (path: string) => routes.some(({ matches }) => matches(path))
  return {
    withoutPath: (url) => {
      const [path = ''] = url.split('?', 1)
      const rest = restOf(path, sitePath)
      if (rest === undefined || (!isSomething(rest) && isSomething(path))) return url
      return rest + url.slice(path.length)
    },
    learn: (server) => {
      server.addHook('onRoute', ({ url }) => {
        routes.push({ url, matches: matcherOf(url) })
      })
      server.addHook('onReady', async () => {
        const taken = routes.find(({ url }) => url.toLowerCase() === sitePath.toLowerCase())
        if (taken === undefined) return
        throw new Error(
          `By SITE_URL the site would be at ${sitePath}, but ${taken.url} is an address of the service itself. Put it below another path.`,
        )
      })
    },
  }
}

/** What follows the path of the site, with a slash at its beginning; undefined where the path is another one. */
function restOf(path: string, sitePath: string): string | undefined {
  const steps = path.split('/')
  const count = sitePath.split('/').length
  const first = percentDecoded(steps.slice(0, count).join('/'))
  return first.toLowerCase() === sitePath.toLowerCase() ? `/${steps.slice(count).join('/')}` : undefined
}
