/** The largest file, in bytes: it is read as a whole. */
export const largestFile_bytes = 64 * 1024 ** 2

/**
 * The text of a file in UTF-16 with a byte order mark, in UTF-8, or, if it is neither, in the old code page of Windows, without
 * its byte order mark.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
