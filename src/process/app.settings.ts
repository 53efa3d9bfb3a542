import type { Config } from '../config/config.ts'
import { documentPath } from '../http/catalog.ts'
import type { ServerSettings } from '../http/serverParts.ts'

/** The paths of the interface, except `/`, where requests that do not ask for a page get the index. */
export function rootsOf({ restRoot, namespaces }: Config): string[] {
  const below = namespaces.map((namespace) => `${restRoot}/${namespace}`)
  return restRoot === '' ? below : [restRoot, ...below]
}

/** Where the OpenAPI document is; without a SITE_URL a path, which holds on any origin. */
export function docUrlOf({ siteUrl }: Config): string {
  return `${siteUrl}${documentPath}`
}

/** What the server is told of the settings. */
export function serverSettings(config: Config): ServerSettings {
  const { trustProxy } = config
  return {
    ...config,
    cacheMaxAge_s: config.cacheMaxAgeS,
    cacheStale_s: config.cacheStaleS,
    requestTimeout_ms: config.requestTimeoutMs,
    trustProxy: typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy],
  }
}
