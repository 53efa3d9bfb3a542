import type { CostFormat } from '../../text/cost.ts'
import { siteRootOf } from '../imports.address.ts'
import { ImportFault, type ImportSource } from '../imports.record.ts'
import { createWeb } from '../imports.web.ts'
import { createSiteClient } from './site.client.ts'
import { siteSource } from './site.source.ts'

/** Which site is read, and how. */
export interface SiteOptions {
  /** The address of its namespace. */
  readonly url: string
  readonly credentials?: { readonly user: string; readonly password: string }
  /** How many pages are asked for at the same time. */
  readonly concurrency: number
  /** Hosts, `host` or `host:port`, that may have private addresses. */
  readonly allowedHosts: readonly string[]
  readonly costFormat: CostFormat
  readonly now: () => Temporal.Instant
  /** Ends running requests. */
  readonly signal?: AbortSignal
}

/** For one page of fifty events; a slower site may answer the next attempt in time. */
const timeout_ms = 60_000

/** Fifty events with very long descriptions. */
const maxBytes = 64 * 1024 ** 2

/** A running site as a source. Throws an {@link ImportFault} for an address of anything else. */
export function openSite(options: SiteOptions): ImportSource {
  const url = URL.parse(options.url)
  const root = siteRootOf(options.url)
  if (!url || root === undefined)
    throw new ImportFault(
      `“${options.url}” is not the address of an event calendar, such as https://old.example/wp-json/tribe/events/v1.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new ImportFault('The address holds a user name or password: give these apart from it.')
  const { allowedHosts, credentials, now, concurrency, costFormat, signal } = options
  const web = createWeb({ allowedHosts, timeout_ms, maxBytes, signal })
  const client = createSiteClient({ web, root, now, signal, ...(credentials ? { credentials } : {}) })
  return siteSource({ client, concurrency, costFormat })
}
