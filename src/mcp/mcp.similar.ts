import { fold } from '../text/fold.ts'
import { plainLineOfHtml } from '../text/plain.ts'

/** The words of a title by which two may be the same: of three letters or more, without case and accents. */
export function wordsIn(title: string): Set<string> {
  const words = fold(plainLineOfHtml(title))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const long = words.filter((word) => word.length > 2)
  return new Set(long.length > 0 ? long : words)
}
