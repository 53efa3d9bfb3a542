/** The address to fetch: `webcal:`, by which calendars are subscribed to, means `https:`. */
export function plainAddress(url: string): string {
  return url.replace(/^webcal:/i, 'https:')
}

/** A path or an address without trailing slashes. The pattern tries only the first slash of each run, in linear time. */
export function withoutEndingSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '')
}

/** Whether an address is that of a running site: one that ends in a namespace with its version. */
export function isSiteAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && /\/[\w-]+\/[\w-]+\/v\d+\/?$/.test(url.pathname)
}
