import { isIP } from 'node:net'
import { addressKind } from './address.ts'
import { type ImageFault, fetchFault } from './fault.ts'
import { blockedPorts } from './ports.ts'

/** Hosts that may even be in private networks, as `host` or `host:port`, in the spelling of URLs. */
export type AllowedHosts = ReadonlySet<string>

/** Answers with every IP address of a host name, or rejects. */
export type Lookup = (host: string) => Promise<readonly string[]>

/** The address to fetch from, and its host without brackets. */
export interface Target {
  readonly url: URL
  readonly host: string
  readonly mayBePrivate: boolean
}

/** No browser or server takes longer ones. */
const maxUrlLength = 8192

/**
 * Reads the setting: `cdn.internal`, `10.0.0.7:9000`, `[fd00::7]`. An IP address allows URLs that contain it, not names that
 * resolve to it. Throws a TypeError on any other entry.
 */
export function readAllowedHosts(entries: readonly string[]): AllowedHosts {
  return new Set(
    entries.map((entry) => {
      const url = URL.parse(`http://${entry}`)
      if (url === null || url.pathname !== '/' || /[/?#@]/.test(entry))
        throw new TypeError(`“${entry}” is neither host nor host:port`)
      // URLs leave out the default port.
      const port = /[^:]:(\d+)$/.exec(entry)?.[1]
      return port === undefined ? bareName(url) : `${bareName(url)}:${Number(port)}`
    }),
  )
}

/**
 * Reads the address of an image, from a request or a redirect (then relative to the one before). Throws an
 * {@link ImageFault} on anything but `http` and `https`, on credentials, and on ports where no web server listens.
 */
export function readTarget(text: string, allowed: AllowedHosts, base?: URL): Target {
  const url = text.length > maxUrlLength ? null : URL.parse(text, base)
  if (url === null) throw badAddress('its address is not a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw badAddress(
      `its address begins with ${url.protocol.slice(0, 20)}, where http: or https: is expected`,
    )
  if (url.username !== '' || url.password !== '')
    throw badAddress('its address holds a user name or password')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  if (url.port === '0' || blockedPorts.has(port)) throw badAddress(`port ${port} is not one of the web`)
  const name = bareName(url)
  const mayBePrivate = allowed.has(name) || allowed.has(`${name}:${port}`)
  return { url, host: url.hostname.replaceAll(/[[\]]/g, ''), mayBePrivate }
}

/**
 * The IP addresses of the target, to all of which connections are allowed. Throws an {@link ImageFault} when the host has none,
 * and when any of them is not public: a name with both kinds is no accident.
 */
export async function findAddresses(target: Target, lookup: Lookup): Promise<readonly string[]> {
  const { host, mayBePrivate } = target
  const isLiteral = isIP(host) !== 0
  const addresses = isLiteral ? [host] : await lookup(host)
  if (addresses.length === 0) throw fetchFault('unreachable', `the host ${host} has no address`)
  const kind = addresses.map(addressKind).find((kind) => kind !== 'public')
  if (kind === undefined || mayBePrivate) return addresses
  // The refusal does not say the addresses of a name: they would reveal the private network.
  const where = isLiteral ? `the address ${host} is ${kind}` : `the host ${host} is at a ${kind} address`
  throw fetchFault('forbidden-address', where)
}

/** The host as the setting spells it: names without the dot that may end them. */
function bareName(url: URL): string {
  return url.hostname.replace(/\.$/, '')
}

function badAddress(says: string): ImageFault {
  return fetchFault('bad-address', says)
}
