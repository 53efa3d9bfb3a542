/** The text with its percent-encoded letters read; as it is where these are no UTF-8. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
