import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where an IP address leads: into the public internet, or somewhere that a stranger must not be able to send requests to. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'multicast' | 'reserved'

/** The names of ipaddr.js for its ranges; whatever is not named here is reserved. */
const kindsByRange: Readonly<Record<string, AddressKind>> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  multicast: 'multicast',
}

/** Global unicast, the only part of IPv6 that is handed out to the public (RFC 4291 section 2.4, IANA registry). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * The kind of an IP address, by the special-purpose registries of IANA (RFC 6890). An IPv6 address that contains an IPv4 one
 * has the kind of that where such addresses are in use (mapped, and NAT64 of RFC 6052, through which IPv6-only networks
 * reach the IPv4 internet); obsolete forms (6to4, Teredo, compatible, translated) are reserved, and so is anything that is
 * no address.
 */
export function addressKind(text: string): AddressKind {
  const version = isIP(text)
  if (version === 0) return 'reserved'
  const address = ipaddr.parse(version === 6 ? inHexadecimal(text) : text)
  if (address instanceof ipaddr.IPv4) return kindsByRange[address.range()] ?? 'reserved'
  const inner = embeddedIPv4(address)
  if (inner !== undefined) return kindsByRange[inner.range()] ?? 'reserved'
  const kind = kindsByRange[address.range()] ?? 'reserved'
  return kind === 'public' && !address.match(globalUnicast) ? 'reserved' : kind
}

const wellKnownNat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96]

function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  if (!address.isIPv4MappedAddress() && !address.match(wellKnownNat64)) return undefined
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

/** As URLs write it, without a zone: ipaddr.js takes `::127.0.0.1` for a mapped address, and the system does not. */
function inHexadecimal(text: string): string {
  return new URL(`http://[${text.replace(/%.*/, '')}]`).hostname.slice(1, -1)
}
