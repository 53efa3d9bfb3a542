/**
 * The lines of a text in UTF-8, without their ends. Only CR, LF and both together end a line (D58): everything else, such as U+2028, is
 * a character of one, which the line readers of Node see otherwise. A mark of byte order before the first line is no part of it.
 */
export async function* linesIn(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  // The parts of a line that is not complete: joined once, as lines may be longer than many chunks.
  let parts: string[] = []
  let isAfterReturn = false
  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, { stream: true })
    if (decoded === '') continue
    // Both characters of a line end may be in different chunks.
    const text = isAfterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded
    isAfterReturn = decoded.endsWith('\r')
    const [first = '', ...more] = text.split(/\r\n|[\r\n]/)
    parts.push(first)
    for (const next of more) {
      yield parts.join('')
      parts = [next]
    }
  }
  parts.push(decoder.decode())
  const last = parts.join('')
  if (last !== '') yield last
}
