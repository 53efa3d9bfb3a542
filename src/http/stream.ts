/** Small enough to be sent at once, large enough that what it takes to send one does not count; in characters. */
const piece = 16 * 1024

/** The same text in fewer pieces: the first chunk at once, what follows gathered. */
export async function* inPieces(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let gathered = ''
  let enough = 1
  for await (const chunk of chunks) {
    gathered += chunk
    if (gathered.length < enough) continue
    yield gathered
    gathered = ''
    enough = piece
  }
  if (gathered !== '') yield gathered
}
