/** An address as it is asked for: calendars are subscribed to by `webcal:`, which is another word for `https:`. */
export function plainAddress(url: string): string {
  return url.replace(/^webcal:/i, 'https:')
}

/** A path or an address without the slashes at its end; of others it looks at the first of each row alone. */
export function withoutEndingSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '')
}

/** Whether an address is that of a running site: one that ends in a namespace with its version. */
export function isSiteAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && /\/[\w-]+\/[\w-]+\/v\d+\/?$/.test(url.pathname)
}
