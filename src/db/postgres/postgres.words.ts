import { wordsIn } from '../words.ts'

/** An index knows no more than 2,704 bytes of a word: so many characters always fit. */
const longest = 600

/** Longer words are cut into overlapping pieces: any part of this length is in one of them, and longer ones are not searched for. */
const overlap = 250

/** The words of a text as they are stored: long ones in pieces. */
export function indexedWords(text: string): string[] {
  const words = wordsIn(text)
  return words.some((word) => word.length > longest) ? words.flatMap(piecesOf) : words
}

/** Whether a text without blanks is in a word exactly when it is in one of its pieces. */
export function isWhole(part: string): boolean {
  return part.length <= overlap
}

function piecesOf(word: string): string[] {
  const pieces: string[] = []
  for (let first = 0; first === 0 || first + overlap < word.length; first += longest - overlap - 1)
    pieces.push(cut(word, first))
  return pieces
}

/** A part of a word that is not cut within a character: one at either end is included as a whole. */
function cut(word: string, first: number): string {
  const isLow = (index: number) => /[\udc00-\udfff]/.test(word.charAt(index))
  const end = first + longest
  return word.slice(isLow(first) ? first - 1 : first, isLow(end) ? end + 1 : end)
}
