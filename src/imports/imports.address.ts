/** An address as it is asked for: calendars are subscribed to by `webcal:`, which is another word for `https:`. */
export function plainAddress(url: string): string {
  return url.replace(/^webcal:/i, 'https:')
}

/** Whether an address is that of a running site: one that ends in a namespace with its version. */
export function isSiteAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && /\/[\w-]+\/[\w-]+\/v\d+\/?$/.test(url.pathname)
}
