import { remember } from '../pure/calendar/cache.ts'

/** Where the service is reached, as records and links show it. None of the addresses ends in a slash. */
export interface Site {
  /** The public pages: origin and, with SITE_URL, its path. */
  readonly home: string
  /** The REST root, which lists the namespaces. */
  readonly root: string
  readonly namespace: string
  /** The root of this service: `{root}/{namespace}`. */
  readonly rest: string
  /** The path of the public pages; empty where they are at the root of their origin. */
  readonly path: string
  /** The origin of the public pages where SITE_URL names one: they may be asked for by another name all the same. */
  readonly named: string | undefined
  /** Host and path without scheme and port, as `global_id` shows them (D3). */
  readonly host: string
}

/**
 * The addresses as one request sees them; requests that see the same addresses get the same object. Without a SITE_URL the
 * origin is the one that the request was sent to.
 */
export function siteOf(
  settings: { siteUrl: string; restRoot: string },
  namespace: string,
  origin: string,
): Site {
  const home = settings.siteUrl === '' ? origin : settings.siteUrl
  return siteAt([home, settings.restRoot, namespace, settings.siteUrl].join(separator))
}

/** Occurs in no address. */
const separator = '\n'

/** Bounded, as without a SITE_URL strangers may send any host. */
const siteAt = remember(100, (key: string): Site => {
  const [home = '', restRoot = '', namespace = '', siteUrl = ''] = key.split(separator)
  const { origin, hostname, pathname } = new URL(home)
  const path = pathname === '/' ? '' : pathname
  const root = `${home}${restRoot}`
  return {
    home,
    root,
    namespace,
    rest: `${root}/${namespace}`,
    path,
    named: siteUrl === '' ? undefined : origin,
    host: `${hostname}${path}`,
  }
})

/** The origin a request was sent to; an invalid Host header counts as missing. */
export function originOf({ protocol, host }: { readonly protocol: string; readonly host: string }): string {
  return originAt(`${protocol}://${host}`)
}

const originAt = remember(100, (address: string) => URL.parse(address)?.origin ?? 'http://localhost')

/** The path of a request, without its query. */
export function pathOf({ url }: { readonly url: string }): string {
  return url.split('?', 1)[0] ?? ''
}
