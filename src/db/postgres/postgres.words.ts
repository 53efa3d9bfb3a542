import { wordsIn } from '../words.ts'

/** An index knows no more than 2,704 bytes of a word: so many characters always fit. */
const longest = 600

/** Longer words are cut into pieces; whatever has so many characters is in one of these, and nobody searches for longer words. */
const overlap = 250

/** The words of a text as they are written down: of long ones, pieces. */
export function indexedWords(text: string): string[] {
  const words = wordsIn(text)
  return words.some((word) => word.length > longest) ? words.flatMap(piecesOf) : words
}

/** Whether the text, which is without blanks, is in a word exactly when it is in one of the pieces. */
export function isWhole(part: string): boolean {
  return part.length <= overlap
}

function piecesOf(word: string): string[] {
  const pieces: string[] = []
  for (let first = 0; first === 0 || first + overlap < word.length; first += longest - overlap - 1)
    pieces.push(cut(word, first))
  return pieces
}

/** Not through the middle of a character: what begins or ends there takes all of it. */
function cut(word: string, first: number): string {
  const isLow = (index: number) => /[\udc00-\udfff]/.test(word.charAt(index))
  const end = first + longest
  return word.slice(isLow(first) ? first - 1 : first, isLow(end) ? end + 1 : end)
}
