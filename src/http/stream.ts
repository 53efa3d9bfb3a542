import { TimeSlices } from './timeSlices.ts'

/** In characters: small enough to be sent soon, large enough that the cost of sending one does not matter. */
const piece = 16 * 1024

/** The same text in fewer chunks: the first one at once, the rest gathered into larger ones; others have their turn in between. */
export async function* inPieces(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let gathered = ''
  let enough = 1
  const slices = new TimeSlices()
  for await (const chunk of chunks) {
    gathered += chunk
    const rest = slices.next()
    if (rest) await rest
    if (gathered.length < enough) continue
    yield gathered
    gathered = ''
    enough = piece
  }
  if (gathered !== '') yield gathered
}
