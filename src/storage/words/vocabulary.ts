import { sql } from 'kysely'
import { inParts, type Source } from '../index/source.ts'
import { turn } from '../../pure/sorted/pieces.ts'
import { evenMarks } from '../../pure/text/evenMarks.ts'
import { mostSlips, nearestFew } from '../../pure/text/nearestWords.ts'

/** What words are looked for in: all texts of an event, its title among them, or its title alone. */
export type TextColumn = 'folded' | 'title_folded'

/** The texts of an event, folded. */
export interface Texts extends Readonly<Record<TextColumn, string>> {
  readonly id: number
}

/** How many texts are looked at at once, and how many are written with their words: some milliseconds. */
export const [textsPerPart, textsPerWrite] = [500, 100]

/** The texts of these events, as far as they exist, or of all, in parts. */
export async function* readTexts(
  source: Source,
  ids?: readonly number[],
  size = textsPerPart,
): AsyncGenerator<readonly Texts[], void, undefined> {
  for await (const among of inParts(source, size, ids)) {
    const texts = sql<Texts>`select id, folded, title_folded from events where ${among('id')}`
    yield (await texts.execute(source.read)).rows
  }
}

/** Stands before words of titles. It is in no text’s words, as it separates them. */
const titleMark = '\ue000'

/** Words of an event’s texts, each once; those of its title once more with their mark. */
export function wordsOf({ folded, title_folded }: Texts): readonly string[] {
  const titled = wordsIn(title_folded).map((word) => titleMark + word)
  return [...new Set([...wordsIn(folded), ...titled])]
}

/** A word may be longer than a part that is searched for (`maxWordLength` in `text/search.ts`): then its overlapping pieces are words. */
const longestWord = 800
const overlap = 200

/** The words of a folded text: what stands between blanks, control characters and some marks. */
export function wordsIn(text: string): string[] {
  const words = text.match(/[^\s\p{Cc}\ue000"\\<>/=,;:!?()]+/gu) ?? []
  return words.some(({ length }) => length > longestWord) ? words.flatMap(piecesOf) : words
}

function piecesOf(word: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from === 0 || from + overlap < word.length; from += longestWord - overlap)
    pieces.push(word.slice(from, from + longestWord).toWellFormed())
  return pieces
}

/** How many words are read before others get their turn. */
const wordsPerTurn = 10_000

/** So many words are compared, which takes some 20 ms, and so many answered. */
const [mostCompared, mostLike] = [20_000, 5]

/** All words as one string, those of titles with their mark: looking for a part in a million of them takes some milliseconds. */
export class Vocabulary {
  #words = '\n'
  /** Those that came later; a word that was there already may so stand in the string twice. */
  readonly #added = new Set<string>()

  static async of(words: Iterable<string>): Promise<Vocabulary> {
    const vocabulary = new Vocabulary()
    let some: string[] = []
    for (const word of words) {
      if (some.push(word) < wordsPerTurn) continue
      vocabulary.#append(some)
      some = []
      await turn()
    }
    vocabulary.#append(some)
    return vocabulary
  }

  add(words: readonly string[]): void {
    const fresh = new Set(words).difference(this.#added)
    for (const word of fresh) this.#added.add(word)
    this.#append([...fresh])
  }

  /** The words that have the part, each once, with their marks. */
  having(column: TextColumn, part: string): ReadonlySet<string> {
    const words = new Set<string>()
    // Words of texts that 0.1.0 has folded have other marks: what is between marks is looked for, and then compared.
    const pieces = part.split(/['"-]+/)
    const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one))
    for (let at = this.#words.indexOf(longest); at >= 0; at = this.#words.indexOf(longest, at)) {
      const end = this.#words.indexOf('\n', at + (longest === '' ? 1 : 0))
      if (end < 0) break
      const word = this.#words.slice(this.#words.lastIndexOf('\n', end - 1) + 1, end)
      const isOfColumn = word.startsWith(titleMark) === (column === 'title_folded')
      if (isOfColumn && (pieces.length === 1 || evenMarks(word).includes(part))) words.add(word)
      at = end
    }
    return words
  }

  /** Words that a slip of the finger may have made into this one, the nearest first: those with its first letter, or its next two. */
  like(word: string): readonly string[] {
    const most = mostSlips(word)
    if (most === 0) return []
    const rest = `[^\\n]{${Math.max(0, word.length - 1 - most)},${word.length - 1 + most}}`
    const [first, next] = [word.slice(0, 1), word.slice(1, 3)].map((part) => RegExp.escape(part))
    const alike = new RegExp(`(?<=\\n)(?:${first}${rest}|[^\\n${titleMark}]${next}${rest})(?=\\n)`, 'g')
    const found = new Set(this.#words.match(alike))
    return nearestFew(word, [...found].slice(0, mostCompared), mostLike)
  }

  #append(words: readonly string[]): void {
    if (words.length > 0) this.#words += `${words.join('\n')}\n`
  }
}
