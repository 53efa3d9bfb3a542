import { readWebUrl, withoutEndingSlash } from '../../pure/text/address.ts'
import { agendaAt } from './openagenda/openagenda.address.ts'

/** The address to fetch: `webcal:`, by which calendars are subscribed to, means `https:`. */
export function plainAddress(url: string): string {
  return url.replace(/^webcals?:/i, 'https:')
}

/** Whether a source is an address, and not a file. */
export function isAddress(source: string): boolean {
  return /^(?:https?|webcals?):\/\//i.test(source)
}

/** The address without a fragment, which is never sent. */
export function addressOf(url: string): string {
  const address = new URL(plainAddress(url))
  address.hash = ''
  return address.href
}

/** The address by which what is fetched from it is remembered: of an agenda without the key of who reads it. */
export function nameAt(url: string): string {
  return agendaAt(plainAddress(url))?.name ?? addressOf(url)
}

/** A host with a dot and a letter in its last part, then perhaps a port and a path: what people write for an address. */
const bareAddress =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]{1,61}(?::\d{1,5})?(?:[/?#]\S*)?$/u

/**
 * The web address that a text is, as an import takes it: within angle brackets or quotes, without a scheme (it gets `https://`),
 * with letters of any language (D63). Undefined when it is none.
 */
export function readAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^[<"'(]+/, '')
    .replace(/(?<![>"')])[>"')]+$/, '')
  const address = /^\/\/[^/]/.test(bare) ? `https:${bare}` : bareAddress.test(bare) ? `https://${bare}` : bare
  return readWebUrl(address)
}

/** Addresses within a text; brackets and signs around them are no part of them. */
const within = /(?:https?:\/\/|www\.)[^\s<>"'\u201c\u201d]+/gi

/** The web addresses within a text of one line, and the text without them. */
export function addressesIn(text: string): { addresses: string[]; rest: string } {
  const addresses: string[] = []
  const rest = text.replaceAll(within, (found) => {
    const bare = found.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, '')
    const address = readAddress(bare)
    if (address === undefined) return found
    addresses.push(address)
    return found.slice(bare.length)
  })
  return { addresses: [...new Set(addresses)], rest }
}

/** Whether an address may be that of a page of a site: it has no name of a file of another kind, and is no subscription. */
export function isPage(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || agendaAt(text)) return false
  return !/\.(?:ics|ical|csv|tsv|txt|json|xml|rss)$/i.test(url.pathname) && !url.searchParams.has('ical')
}

/** Whether an address is that of a running site: one that ends in a namespace with its version. */
export function isSiteAddress(text: string): boolean {
  return siteRootOf(text) !== undefined
}

/**
 * The address of the namespace of a site without a slash at its end; undefined for other addresses. A site without addresses of its
 * own for its pages has its routes in a parameter: `https://old.example/?rest_route=/tribe/events/v1`.
 */
export function siteRootOf(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const route = url.searchParams.get('rest_route')
  const namespace = /\/[\w-]+\/[\w-]+\/v\d+\/?$/
  if (route !== null)
    return namespace.test(route)
      ? `${url.origin}${url.pathname}?rest_route=${withoutEndingSlash(route)}`
      : undefined
  return namespace.test(url.pathname) ? `${url.origin}${withoutEndingSlash(url.pathname)}` : undefined
}
