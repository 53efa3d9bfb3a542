import { setTimeout as sleepFor } from 'node:timers/promises'
import type { CostFormat } from '../../../pure/text/cost.ts'
import { ImportFault, type ImportSource } from '../imports.record.ts'
import { createWeb } from '../imports.web.ts'
import { findSite } from './site.find.ts'
import { siteSource } from './site.source.ts'

/** Which site is read, and how. */
export interface SiteOptions {
  /** Its address: of its namespace, its home page, or another one of its pages. */
  readonly url: string
  readonly credentials?: { readonly user: string; readonly password: string }
  /** How many pages are asked for at the same time. */
  readonly concurrency: number
  /** Hosts, `host` or `host:port`, that may have private addresses. */
  readonly allowedHosts: readonly string[]
  readonly costFormat: CostFormat
  readonly currencyCode?: string
  readonly now: () => Temporal.Instant
  /** Ends running requests. */
  readonly signal?: AbortSignal
}

/** For one page of fifty events; a slower site may answer the next attempt in time. */
const timeout_ms = 60_000

/** Fifty events with very long descriptions. */
const maxBytes = 64 * 1024 ** 2

/** A running site as a source; undefined where there is none. Throws an {@link ImportFault} when nothing answers, or the login is wrong. */
export async function openSite(options: SiteOptions): Promise<ImportSource | undefined> {
  const url = URL.parse(options.url)
  if (!url || url.username !== '' || url.password !== '')
    throw new ImportFault('The address holds a user name or password: give these apart from it.')
  const { allowedHosts, credentials, now, concurrency, costFormat, currencyCode, signal } = options
  const web = createWeb({ allowedHosts: withOther(allowedHosts, url), timeout_ms, maxBytes, signal })
  const sleep = (time_ms: number) => sleepFor(time_ms, undefined, { signal })
  const found = await findSite(url.href, { web, now, signal, sleep, ...(credentials ? { credentials } : {}) })
  return found && siteSource({ ...found, concurrency, costFormat, currencyCode, now })
}

/** The source of a site that is meant to be one. Throws an {@link ImportFault} where there is none. */
export async function requireSite(options: SiteOptions): Promise<ImportSource> {
  const source = await openSite(options)
  if (source) return source
  throw new ImportFault(
    `There is no calendar of this kind at ${options.url}. Name its home page, its page of events, or the address of its interface, such as https://old.example/wp-json/tribe/events/v1.`,
  )
}

/** Who may ask a host may ask it by its name with `www`, or without. */
function withOther(hosts: readonly string[], { host }: URL): readonly string[] {
  const other = host.startsWith('www.') ? host.slice(4) : `www.${host}`
  // An address in numbers has no other name.
  return hosts.includes(host) && /^[^:]*\p{L}/u.test(host) ? [...hosts, other] : hosts
}
