import type { CostFormat } from '../../text/cost.ts'
import { isSiteAddress, withoutEndingSlash } from '../imports.address.ts'
import { ImportFault, type ImportSource } from '../imports.record.ts'
import { createWeb } from '../imports.web.ts'
import { createSiteClient } from './site.client.ts'
import { siteSource } from './site.source.ts'

/** Which site is read, and how. */
export interface SiteOptions {
  /** The address of its namespace. */
  readonly url: string
  readonly credentials?: { readonly user: string; readonly password: string }
  /** Pages asked for at the same time. */
  readonly concurrency: number
  /** Hosts, `host` or `host:port`, that may have private addresses. */
  readonly allowedHosts: readonly string[]
  readonly costFormat: CostFormat
  readonly now: () => Temporal.Instant
  /** Gives up whatever is under way. */
  readonly signal?: AbortSignal
}

/** For one page with its fifty events; sites that are slower than this answer in the next attempt. */
const timeout_ms = 60_000

/** Fifty events with very long descriptions. */
const maxBytes = 64 * 1024 ** 2

/** The source that a running site is. Throws an {@link ImportFault} on an address that is none. */
export function openSite(options: SiteOptions): ImportSource {
  const url = URL.parse(options.url)
  if (!url || !isSiteAddress(options.url))
    throw new ImportFault(
      `“${options.url}” is not the address of an event calendar, such as https://old.example/wp-json/tribe/events/v1.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new ImportFault('The address holds a user name or password: give these apart from it.')
  const root = `${url.origin}${withoutEndingSlash(url.pathname)}`
  const { allowedHosts, credentials, now, concurrency, costFormat, signal } = options
  const web = createWeb({ allowedHosts, timeout_ms, maxBytes, signal })
  const client = createSiteClient({ web, root, now, signal, ...(credentials ? { credentials } : {}) })
  return siteSource({ client, concurrency, costFormat })
}
